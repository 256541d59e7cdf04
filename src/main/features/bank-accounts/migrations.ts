/** Schema of bank accounts. What was read of them stands among the observations. */
import type { Migration } from '../../../platform/migrations.ts';

export const bankAccountMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-bank-accounts',
    replaces: ['2026-11-21-bank-accounts-1', '2026-11-23-bank-accounts-2'],
    up: (sqlite) =>
      sqlite.exec(`
        -- Each time the service was asked for a known bank account, and under which customer.
        CREATE TABLE bank_account_checks (
          sequence INTEGER PRIMARY KEY,
          id TEXT NOT NULL,
          customer_id TEXT NOT NULL,
          at TEXT NOT NULL,
          outcome TEXT NOT NULL,
          sentence TEXT,
          messages TEXT NOT NULL,
          request_id TEXT,
          status INTEGER,
          -- The answer where it was not found or failed: JSON of bridge/raw-answer.ts.
          answer TEXT
        ) STRICT;
        CREATE INDEX bank_account_checks_by_account ON bank_account_checks (id, sequence);
      `),
  },
];
