/**
 * When customers and virtual accounts came to be, as far as it is known, in milliseconds since 1970:
 * by the resource itself, else by the earliest that was said of it, else when it was first learned
 * (made-at.ts). It leads from a write without an answer to what may be the answer.
 */
import type { Migration } from '../../../../platform/migrations.ts';

export const records7: Migration = {
  id: '2026-11-22-records-7',
  up(sqlite) {
    const millisecondsOf = (text: string) =>
      `CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER)`;
    const earliestOf = (kind: string, id: string) => `
      (SELECT CASE WHEN happened_at IS NULL THEN NULL ELSE effective_at END FROM observations
       WHERE kind = '${kind}' AND id = ${id} AND is_entered = 0
       ORDER BY effective_at, rank, body_sha256, observation_id LIMIT 1)`;
    const firstLearned = (kind: string, id: string) =>
      `(SELECT ${millisecondsOf('first_learned_at')} FROM records WHERE kind = '${kind}' AND id = ${id})`;
    const createdOf = (kind: string, id: string) =>
      `(SELECT ${millisecondsOf("body ->> '$.created'")} FROM records WHERE kind = '${kind}' AND id = ${id})`;
    for (const [table, kind, made] of [
      ['customer_columns', 'customer', 'customers_by_made'],
      ['virtual_account_columns', 'virtualAccount', 'virtual_accounts_by_made'],
    ] as const) {
      const id = `${table}.id`;
      sqlite.exec(`
        ALTER TABLE ${table} ADD COLUMN made_at INTEGER;
        UPDATE ${table} SET made_at =
          coalesce(${createdOf(kind, id)}, ${earliestOf(kind, id)}, ${firstLearned(kind, id)});
        CREATE INDEX ${made} ON ${table} (made_at, id);
      `);
    }
  },
};
