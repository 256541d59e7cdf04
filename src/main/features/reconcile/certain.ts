/** Certain lines of one reconciliation, which a person confirms together. */
import { createHash } from 'node:crypto';
import type { ShownMatch } from '../../../bridge/reconcile.ts';
import type { LinesTable } from './lines-table.ts';

/** Lines of one step. */
const PART = 500;

export interface CertainLines {
  /** In the order of the file. */
  readonly rows: readonly ShownMatch[];
  /** Names these lines and their payouts: others have another. */
  readonly digest: string;
}

export function* certainLines(
  lines: Pick<LinesTable, 'certainAfter'>,
  number: number,
): Generator<undefined, CertainLines> {
  const rows: ShownMatch[] = [];
  const hash = createHash('sha256');
  for (let after = 0; ; ) {
    const part = lines.certainAfter(number, after, PART);
    const last = part.at(-1);
    if (last === undefined) return { rows, digest: hash.digest('hex') };
    rows.push(...part);
    for (const { row, payoutId } of part) hash.update(JSON.stringify([row, payoutId]));
    after = last.row;
    yield;
  }
}
