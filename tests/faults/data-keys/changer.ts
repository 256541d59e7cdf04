/**
 * Changes all keys of a data directory: `node changer.ts <directory> <step>` kills itself before that step (a call of
 * the file system or of SQLite; a write is cut in half), and prints how many steps it took where it gets there.
 * Step `thread` encrypts in a thread, and prints a line when it begins, for whoever kills it from outside.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3-multiple-ciphers';

const [directory = '', at = '0'] = process.argv.slice(2);
const inThread = at === 'thread';
let steps = -1;

function step(half?: () => void): void {
  if (steps < 0) return;
  steps += 1;
  if (steps !== Number(at)) return;
  half?.();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

type Call = (...given: never[]) => unknown;
function counted(
  holder: object,
  name: string,
  halfOf?: (real: Call, given: never[]) => void,
): void {
  const real = Reflect.get(holder, name) as Call;
  Reflect.set(holder, name, function counted(this: unknown, ...given: never[]) {
    step(halfOf && (() => halfOf(real, given)));
    return Reflect.apply(real, this, given);
  });
}

if (!inThread) {
  for (const name of ['rmSync', 'openSync', 'fsyncSync', 'closeSync', 'renameSync'])
    counted(fs, name);
  counted(fs, 'writeFileSync', (real, [file, content]) =>
    real(file as never, String(content).slice(0, 50) as never),
  );
  counted(fs, 'writeSync', (real, [file, bytes]) =>
    real(file as never, bytes as never, 0 as never, 10_000 as never),
  );
  for (const name of ['pragma', 'exec', 'close']) counted(Database.prototype, name);
}
syncBuiltinESMExports();

const { keyNames, makeScryptCheap, openData } = await import('./data.ts');
makeScryptCheap();
const { vault } = await openData(directory, inThread);
// The recovery copy is brought up to date in the background.
await new Promise((resolve) => setTimeout(resolve, 5));
steps = 0;
if (inThread) process.stdout.write('begun\n');
for (const name of keyNames) await vault.changeKey(name);
process.stdout.write(`${steps}\n`);
