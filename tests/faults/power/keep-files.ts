/**
 * A process that writes every small durable file in turn: `node keep-files.ts <folder> <times>`. It says
 * on stdout `made <id>` once the data directory is there, `kept <file> <number>` after each write, and
 * `entry <name> <value>` when the keychain was given something.
 */
import { writeSync } from 'node:fs';
import { createMemoryStore } from '../../../src/main/core/vault/secret-store.ts';
import { openKept } from './kept-files.ts';

const [folder, times] = process.argv.slice(2);
if (folder === undefined || times === undefined) throw new TypeError('folder, times');
const say = (line: string): void => void writeSync(1, `${line}\n`);

const store = createMemoryStore();
const { files, installationId } = await openKept(folder, {
  ...store,
  async set(name, value) {
    say(`entry ${name} ${value}`);
    await store.set(name, value);
  },
});
say(`made ${installationId}`);
for (let number = 1; number <= Number(times); number++) {
  for (const { name, keep } of files) {
    await keep(number);
    say(`kept ${name} ${number}`);
  }
}
