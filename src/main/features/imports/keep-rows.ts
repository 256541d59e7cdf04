/** Keeps what was looked at: in slices, each durable by itself, and nothing that became otherwise since. */
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Records } from '../../core/records/types.ts';
import { keepAndCompare, observationOf } from './compare.ts';
import type { PreviewRow } from './preview.ts';

export interface KeepParts {
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly records: Pick<Records, 'get' | 'observe'>;
  readonly clock: Clock;
}

/** How long main is kept busy at a time, in milliseconds, and the most records of one transaction. */
const SLICE_MS = 10;
const SLICE_ROWS = 50;

class Changed extends Error {}

/**
 * `onSlice` is told the ids of those that came to be kept and how many were left, as something else is known of them
 * by now; what it throws ends the keeping.
 */
export async function keepRows(
  parts: KeepParts,
  rows: readonly PreviewRow[],
  onSlice: (kept: readonly string[], left: number) => void,
): Promise<void> {
  const begun = new Set<string>();
  for (let at = 0; at < rows.length; ) {
    const { kept, left } = keepSlice(parts, rows, at, begun);
    at += kept.length + left;
    await nextTurn();
    onSlice(kept, left);
  }
}

/** One transaction, from the row `at` on. */
function keepSlice(
  parts: KeepParts,
  rows: readonly PreviewRow[],
  at: number,
  begun: Set<string>,
): { readonly kept: readonly string[]; readonly left: number } {
  const { sqlite, clock } = parts;
  const until = clock.now() + SLICE_MS;
  return sqlite.transaction(() => {
    const kept: string[] = [];
    let left = 0;
    for (const row of rows.slice(at, at + SLICE_ROWS)) {
      if (keepRow(parts, row, begun)) kept.push(row.candidate.id);
      else left += 1;
      if (clock.now() >= until) break;
    }
    return { kept, left };
  });
}

/** `begun`: ids that this import told of already, which it may tell of again. */
function keepRow(parts: KeepParts, row: PreviewRow, begun: Set<string>): boolean {
  const { sqlite, records, clock } = parts;
  const { candidate, compared } = row;
  const at = isoNow(clock);
  if (begun.has(candidate.id)) {
    records.observe(observationOf(candidate, at));
    return true;
  }
  try {
    return sqlite.transaction(() => {
      const before = records.get(candidate.kind, candidate.id);
      const now = keepAndCompare(records, candidate, at, before);
      if (JSON.stringify(now) !== JSON.stringify(compared)) throw new Changed();
      begun.add(candidate.id);
      return true;
    });
  } catch (error) {
    if (error instanceof Changed) return false;
    throw error;
  }
}
