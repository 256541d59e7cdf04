/** A change of all data keys under power cuts: the vault and the recovery copy open every database, and every row is there. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeData, makeScryptCheap } from '../data-keys/data.ts';
import { inspect } from '../data-keys/kill-rounds.ts';
import { type CutReport, cutPower, record, runToItsEnd } from './power-cuts.ts';

export interface KeysCutReport extends CutReport {
  /** Databases that were found under their next key, and under that of before. */
  readonly ended: number;
  readonly undone: number;
}

const bytes = 60_000;

export async function keysCuts(options: {
  readonly directory: string;
  readonly cuts: number;
  readonly seed: number;
}): Promise<KeysCutReport> {
  const { directory } = options;
  makeScryptCheap();
  const live = join(directory, 'live');
  mkdirSync(live, { mode: 0o700 });
  await makeData(live, bytes);
  const script = new URL('../data-keys/changer.ts', import.meta.url);
  const recorded = await record(directory, live, (wrapper) =>
    runToItsEnd(wrapper, script, [live, '0']),
  );
  // Where a file has just taken another one's place, and thrice when all is said to be done.
  const swaps = recorded.log.flatMap(({ kind }, at) => (kind === 'rename' ? [at + 1] : []));
  const { length: end } = recorded.log;
  let ended = 0;
  let undone = 0;
  const report = await cutPower(recorded, {
    ...options,
    first: [...swaps, end, end, end],
    async inspect(folder) {
      const found = await inspect(folder, bytes);
      ended += found.ended;
      undone += found.undone;
      return found.breaches;
    },
  });
  return { ...report, ended, undone };
}
