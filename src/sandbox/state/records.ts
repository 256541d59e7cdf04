/** Customers, virtual accounts, bank accounts and payouts, each a JSON record under its id. */
import type { Kyc, Terms } from '../../contract/transitions.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

/** Takes customers out of the state of a sandbox that does not run, as if they had never been. */
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

export interface CustomerRow {
  readonly id: string;
  readonly kyc: Kyc;
  readonly terms: Terms;
  /** Customer (Interface 2.1) as JSON. */
  readonly body: string;
  /** The create request as JSON, for the sandbox's own use. */
  readonly entered: string;
  readonly created: number;
}

/** A record that belongs to a customer. */
export interface OwnedRow {
  readonly id: string;
  readonly customer_id: string;
  readonly body: string;
  readonly created: number;
}

export interface PayoutRow extends OwnedRow {
  readonly state: string;
}

export type Records = ReturnType<typeof createRecords>;

/** Writes belong inside a transaction. */
export function createRecords(database: Sqlite) {
  const insertCustomer = database.prepare<[string, string, string, string, string, number]>(
    'INSERT INTO customers (id, kyc, terms, body, entered, created) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const updateCustomer = database.prepare<[string, string, string, string]>(
    'UPDATE customers SET kyc = ?, terms = ?, body = ? WHERE id = ?',
  );
  const getCustomer = database.prepare<[string], CustomerRow>(
    'SELECT id, kyc, terms, body, entered, created FROM customers WHERE id = ?',
  );
  const insertPayout = database.prepare<[string, string, string, string, number]>(
    'INSERT INTO payouts (id, customer_id, state, body, created) VALUES (?, ?, ?, ?, ?)',
  );
  const updatePayout = database.prepare<[string, string, string]>(
    'UPDATE payouts SET state = ?, body = ? WHERE id = ?',
  );
  const getPayout = database.prepare<[string], PayoutRow>(
    'SELECT id, customer_id, state, body, created FROM payouts WHERE id = ?',
  );
  return {
    insertCustomer: (row: CustomerRow): void => {
      insertCustomer.run(row.id, row.kyc, row.terms, row.body, row.entered, row.created);
    },
    updateCustomer: (row: CustomerRow): void => {
      updateCustomer.run(row.kyc, row.terms, row.body, row.id);
    },
    customer: (id: string): CustomerRow | undefined => getCustomer.get(id),
    insertPayout: (row: PayoutRow): void => {
      insertPayout.run(row.id, row.customer_id, row.state, row.body, row.created);
    },
    updatePayout: (row: PayoutRow): void => {
      updatePayout.run(row.state, row.body, row.id);
    },
    payout: (id: string): PayoutRow | undefined => getPayout.get(id),
    virtualAccounts: ownedTable(database, 'virtual_accounts'),
    bankAccounts: ownedTable(database, 'bank_accounts'),
  };
}

function ownedTable(database: Sqlite, table: 'virtual_accounts' | 'bank_accounts') {
  const insert = database.prepare<[string, string, string, number]>(
    `INSERT INTO ${table} (id, customer_id, body, created) VALUES (?, ?, ?, ?)`,
  );
  const get = database.prepare<[string], OwnedRow>(
    `SELECT id, customer_id, body, created FROM ${table} WHERE id = ?`,
  );
  const update = database.prepare<[string, string]>(`UPDATE ${table} SET body = ? WHERE id = ?`);
  const remove = database.prepare<[string]>(`DELETE FROM ${table} WHERE id = ?`);
  return {
    update: (id: string, body: string): void => {
      update.run(body, id);
    },
    remove: (id: string): void => {
      remove.run(id);
    },
    insert: (row: OwnedRow): void => {
      insert.run(row.id, row.customer_id, row.body, row.created);
    },
    get: (id: string): OwnedRow | undefined => get.get(id),
  };
}
