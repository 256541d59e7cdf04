/** Columns of bank accounts (Interface 2.5). As those of other kinds they hold nothing of their own. */
import type { Migration } from '../../../../platform/migrations.ts';

export const records4: Migration = {
  id: '2026-11-21-records-4',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE bank_account_columns (
        id TEXT PRIMARY KEY,
        record INTEGER NOT NULL,
        status TEXT,
        bank_name TEXT,
        account_holder_name TEXT,
        customer_id TEXT,
        customer_name TEXT,
        currency TEXT,
        account_number TEXT,
        last_learned_at TEXT NOT NULL,
        bank_name_sort TEXT,
        account_holder_name_sort TEXT,
        customer_name_sort TEXT
      ) STRICT;
      CREATE INDEX bank_accounts_by_customer ON bank_account_columns (customer_id, id);
      CREATE INDEX bank_accounts_by_status ON bank_account_columns (status, id);
      CREATE INDEX bank_accounts_by_bank_name ON bank_account_columns (bank_name_sort, id);
      CREATE INDEX bank_accounts_by_holder ON bank_account_columns (account_holder_name_sort, id);
      CREATE INDEX bank_accounts_by_customer_name ON bank_account_columns (customer_name_sort, id);
      CREATE INDEX bank_accounts_by_last_learned ON bank_account_columns (last_learned_at, id);
    `);
  },
};
