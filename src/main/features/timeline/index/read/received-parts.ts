/** All that was heard by a moment in parts, so that others are answered while very much is counted. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { Steps } from './pages.ts';

/** Events of one part. */
const PART = 20_000;

const heardRow = z.object({ heard_at: z.int() });

/** Calls `count` for each part, heard after one moment and by another. What one moment brought is one part. */
export function* inReceivedParts(
  sqlite: Sqlite,
  knownAt: number,
  count: (after: number, upTo: number) => void,
): Steps<void> {
  let after = -1;
  while (after < knownAt) {
    const row = sqlite.first(
      `SELECT heard_at FROM events INDEXED BY events_by_heard
       WHERE heard_at > ? AND heard_at <= ? ORDER BY heard_at LIMIT 1 OFFSET ${PART}`,
      [after, knownAt],
    );
    const upTo = row === undefined ? knownAt : heardRow.parse(row).heard_at;
    count(after, upTo);
    after = upTo;
    yield;
  }
}
