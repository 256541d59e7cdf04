/**
 * The records of a profile under power cuts: a write that was sent is in the journal, and what was
 * told as settled is settled, with the record that it brought (intents/inspect.ts).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspectJournal } from '../intents/inspect.ts';
import { openJournal } from '../intents/journal.ts';
import { type CutReport, cutPower, linesSaid, record, runToItsEnd, syncsOf } from './power-cuts.ts';

export interface RecordsCutReport extends CutReport {
  /** Writes, each of which was journalled and then settled: two transactions. */
  readonly settled: number;
  readonly syncs: number;
}

export async function recordsCuts(options: {
  readonly directory: string;
  readonly writes: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<RecordsCutReport> {
  const { directory, writes } = options;
  const live = join(directory, 'live');
  mkdirSync(live);
  openJournal(live).sqlite.close();
  const script = new URL('../intents/writer.ts', import.meta.url);
  const recorded = await record(directory, live, (wrapper) =>
    runToItsEnd(wrapper, script, [live, '1', String(writes)]),
  );
  const report = await cutPower(recorded, {
    ...options,
    async inspect(folder, before) {
      const lines = linesSaid(before);
      const sent = lines.flatMap(([word, number]) => (word === 'sent' ? [Number(number)] : []));
      const settled = lines.filter(([word]) => word === 'settled');
      const reported = new Map(settled.map(([, number, state]) => [Number(number), String(state)]));
      return inspectJournal(folder, { sent, reported }).breaches;
    },
  });
  const settled = linesSaid(recorded.log).filter(([word]) => word === 'settled').length;
  return { ...report, settled, syncs: syncsOf('records.db-wal', recorded.log) };
}
