/** Takes customers out of the state of a sandbox that does not run, as if they had never been. */
import type { Sqlite } from '../../platform/sqlite.ts';

const owned = ['virtual_accounts', 'bank_accounts', 'payouts'] as const;
const ids = /"((?:virtualAccount|bankAccount|payout|wallet|address|paymentLink)_[a-z0-9]+)"/g;

/** What is theirs, the events that name any of it, and the deliveries of those. In the running transaction. */
export function forgetCustomers(sqlite: Sqlite, customers: readonly string[]): void {
  const theirs = new Set(customers);
  for (const table of owned) {
    const sql = `SELECT id FROM ${table} WHERE customer_id IN (SELECT value FROM json_each(?))`;
    for (const id of sqlite.texts(sql, [JSON.stringify(customers)])) theirs.add(id);
  }
  // An event that names one of them tells of a wallet, whose own events name nobody.
  for (let before = -1; before < theirs.size; ) {
    before = theirs.size;
    for (const body of sqlite.texts(`SELECT body FROM events WHERE ${naming('body')}`, [
      JSON.stringify([...theirs]),
    ]))
      for (const [, id = ''] of body.matchAll(ids)) theirs.add(id);
  }
  const all = JSON.stringify([...theirs]);
  const events = `(SELECT id FROM events WHERE ${naming('body')})`;
  for (const table of ['attempts', 'deliveries'])
    sqlite.run(`DELETE FROM ${table} WHERE event_id IN ${events}`, [all]);
  sqlite.run(`DELETE FROM events WHERE ${naming('body')}`, [all]);
  for (const table of [...owned, 'customers'])
    sqlite.run(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, [all]);
}

const naming = (column: string): string =>
  `EXISTS (SELECT 1 FROM json_each(?) WHERE instr(${column}, '"' || value || '"') > 0)`;
