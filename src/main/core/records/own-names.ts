/** Names of the desk's own for its customers: the latest stands, whichever computer gave it, and none is forgotten. */
import { z } from 'zod';
import { laterThan } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

export interface OwnNames {
  /** null where none is given. `knownAt`: the name of then, in place of the moment that it was opened for. */
  nameOf(customerId: string, knownAt?: string | null): string | null;
  /** Joins a running transaction. `name` null takes it away; `at` is ISO 8601 UTC with milliseconds. */
  give(customerId: string, name: string | null, at: string): void;
}

const nameRow = z.object({ name: z.string() });

/** @param knownAt names given by then alone; null: all, as `at` of give */
export function createOwnNames(sqlite: Sqlite, knownAt: string | null = null): OwnNames {
  return {
    nameOf(customerId, then = null) {
      const row = sqlite.first(
        `SELECT name FROM customer_own_names WHERE customer_id = ? AND named_at <= ?
         ORDER BY named_at DESC, name DESC LIMIT 1`,
        [customerId, then ?? knownAt ?? '9999'],
      );
      return row === undefined ? null : nameRow.parse(row).name || null;
    },

    give: (customerId, name, at) => {
      const [last = ''] = sqlite.texts(
        'SELECT named_at FROM customer_own_names WHERE customer_id = ? ORDER BY named_at DESC LIMIT 1',
        [customerId],
      );
      // A clock that was set back does not hide what is given now.
      const now = laterThan(last, at);
      sqlite.run('INSERT INTO customer_own_names (customer_id, name, named_at) VALUES (?, ?, ?)', [
        customerId,
        name ?? '',
        now,
      ]);
    },
  };
}
