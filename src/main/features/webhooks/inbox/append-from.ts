/** Appends deliveries that another computer took: numbered groups of a source, each once. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { createAppend } from './append.ts';
import type { PackedGroup } from './packed-group.ts';
import type { Appended, GroupSource } from './types.ts';

const sourceRow = z.object({ last: z.int() });

class HoldFull extends Error {}

export function createAppendFrom(sqlite: Sqlite, append: ReturnType<typeof createAppend>) {
  return (
    group: PackedGroup,
    { source, sequence }: GroupSource,
  ): readonly Appended[] | 'known' | 'no-room' => {
    const row = sqlite.first('SELECT last FROM sources WHERE source = ?', [source]);
    if (row !== undefined && sequence <= sourceRow.parse(row).last) return 'known';
    try {
      return append(group, [], (appended) => {
        if (appended.includes('hold-full')) throw new HoldFull();
        sqlite.run(
          'INSERT INTO sources (source, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = excluded.last',
          [source, sequence],
        );
      });
    } catch (error) {
      if (error instanceof HoldFull) return 'no-room';
      throw error;
    }
  };
}
