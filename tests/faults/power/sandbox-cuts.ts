/** The sandbox's state under power cuts: every create that was answered is there. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../../src/sandbox/testing/harness.ts';
import { knownCustomers } from '../sandbox/known-customers.ts';
import { type CutReport, cutPower, linesSaid, record, runToItsEnd, syncsOf } from './power-cuts.ts';

export interface SandboxCutReport extends CutReport {
  readonly created: number;
  readonly syncs: number;
}

export async function sandboxCuts(options: {
  readonly directory: string;
  readonly creates: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<SandboxCutReport> {
  const { directory, creates } = options;
  const live = join(directory, 'live');
  mkdirSync(live);
  const script = new URL('./create-customers.ts', import.meta.url);
  const recorded = await record(directory, live, (wrapper) =>
    runToItsEnd(wrapper, script, [live, String(creates)]),
  );
  const report = await cutPower(recorded, {
    ...options,
    async inspect(folder, before) {
      await using sandbox = await startSandbox({ dataDir: folder });
      const known = await knownCustomers(sandbox);
      const lost = linesSaid(before).filter(([, id = '']) => !known.has(id)).length;
      return lost === 0 ? [] : [`${lost} are lost`];
    },
  });
  const created = linesSaid(recorded.log).length;
  return { ...report, created, syncs: syncsOf('sandbox.db-wal', recorded.log) };
}
