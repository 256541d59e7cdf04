/** Lets a process kill itself before one of its steps: a call of the file system or of SQLite. A write is cut in half. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3-multiple-ciphers';

type Call = (...given: never[]) => unknown;

export interface KillSteps {
  /** From here on steps count. */
  begin(): void;
  /** Steps so far. */
  taken(): number;
}

/** Before anything else is imported that takes such steps. 0: counts them, and kills nobody. */
export function killAtStep(at: number): KillSteps {
  let steps = -1;
  const step = (half?: () => void): void => {
    if (steps < 0) return;
    steps += 1;
    if (steps !== at) return;
    half?.();
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
  const counted = (
    holder: object,
    name: string,
    halfOf?: (real: Call, given: never[]) => void,
  ): void => {
    const real = Reflect.get(holder, name) as Call;
    Reflect.set(holder, name, function counted(this: unknown, ...given: never[]) {
      step(halfOf && (() => halfOf(real, given)));
      return Reflect.apply(real, this, given);
    });
  };
  for (const name of ['rmSync', 'openSync', 'fsyncSync', 'closeSync', 'renameSync'])
    counted(fs, name);
  counted(fs, 'writeFileSync', (real, [file, content]) =>
    real(file as never, String(content).slice(0, 50) as never),
  );
  counted(fs, 'writeSync', (real, [file, bytes]) =>
    real(file as never, bytes as never, 0 as never, 10_000 as never),
  );
  for (const name of ['pragma', 'exec', 'close']) counted(Database.prototype, name);
  const statement = new Database(':memory:').prepare('SELECT 1');
  counted(Object.getPrototypeOf(statement) as object, 'run');
  syncBuiltinESMExports();
  return {
    begin() {
      steps = 0;
    },
    taken: () => steps,
  };
}
