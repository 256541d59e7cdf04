/** Numbers that were never used: arrivals and later verdicts share them, so one cursor goes over both. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';

export interface Numbers {
  next(): number;
  /** Keeps what was given out, in the running transaction: its rows may go. */
  keep(): void;
  /** After a transaction that was undone. */
  reload(): void;
}

const lastRow = z.object({ last: z.int() });

export function createNumbers(sqlite: Sqlite): Numbers {
  const read = (): number =>
    lastRow.parse(
      sqlite.first(
        'SELECT max((SELECT coalesce(max(arrival), 0) FROM deliveries), (SELECT coalesce(max(sequence), 0) FROM verdicts), (SELECT last FROM used_numbers)) AS last',
      ),
    ).last;
  let last = read();
  return {
    next: () => {
      last += 1;
      return last;
    },
    keep: () => void sqlite.run('UPDATE used_numbers SET last = ?', [last]),
    reload: () => {
      last = read();
    },
  };
}
