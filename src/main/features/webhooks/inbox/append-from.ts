/**
 * Appends deliveries that another computer took: groups of a numbered source, each of one path. The same
 * group again is nothing. One that finds no room to be held is left where it came from, and so are those
 * after it until it is brought again: a source is taken in its order.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { createAppend } from './append.ts';
import type { PackedGroup } from './packed-group.ts';
import type { Appended, GroupSource, TakenFrom } from './types.ts';

const sourceRow = z.object({ last: z.int(), left_at: z.int().nullable() });

/** Sources that have brought what no path is known for: what names more is not noted, and is lost with it. */
const MOST_UNKNOWN = 1_000;

class HoldFull extends Error {}

export function createAppendFrom(sqlite: Sqlite, append: ReturnType<typeof createAppend>) {
  const note = (
    { source, slotPath }: GroupSource,
    { last, leftAt }: { readonly last: number; readonly leftAt: number | null },
  ) =>
    sqlite.run(
      `INSERT INTO sources (source, path, last, left_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (source, path) DO UPDATE SET last = excluded.last, left_at = excluded.left_at`,
      [source, slotPath, last, leftAt],
    );

  const find = ({ source, slotPath }: GroupSource): z.infer<typeof sourceRow> => {
    const row = sqlite.first('SELECT last, left_at FROM sources WHERE source = ? AND path = ?', [
      source,
      slotPath,
    ]);
    return row === undefined ? noSource : sourceRow.parse(row);
  };

  /** null where it finds no room to be held; then nothing of it is stored. */
  const take = (group: PackedGroup, from: GroupSource): readonly Appended[] | null => {
    try {
      return append(group, [], (all) => {
        if (all.includes('hold-full')) throw new HoldFull();
        note(from, { last: from.sequence, leftAt: null });
      });
    } catch (error) {
      if (error instanceof HoldFull) return null;
      throw error;
    }
  };

  return (group: PackedGroup | null, from: GroupSource): TakenFrom => {
    const { last, left_at: leftAt } = find(from);
    if (from.sequence <= last) return { kind: 'known' };
    if (leftAt !== null && from.sequence > leftAt) return { kind: 'left' };
    const appended = group === null ? null : take(group, from);
    if (appended !== null) return { kind: 'taken', appended };
    const isNoted = leftAt !== null || (group === null && countUnknown(sqlite) >= MOST_UNKNOWN);
    if (!isNoted) note(from, { last, leftAt: from.sequence });
    return { kind: 'left' };
  };
}

const noSource = { last: 0, left_at: null };

const countRow = z.object({ count: z.int() });

const countUnknown = (sqlite: Sqlite): number =>
  countRow.parse(
    sqlite.first(
      'SELECT count(*) AS count FROM sources WHERE path NOT IN (SELECT path FROM slots)',
    ),
  ).count;

/** Paths of which something is left where it came from. */
export const pathsLeft = (sqlite: Sqlite): readonly string[] =>
  sqlite.texts('SELECT DISTINCT path FROM sources WHERE left_at IS NOT NULL');
