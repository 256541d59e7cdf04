/**
 * Columns by which lists are searched, filtered and sorted. They hold nothing of their own: a change
 * of what they derive raises DERIVATION (records.ts), and the next open fills them again.
 */
import type { Migration } from '../../../../platform/migrations.ts';

export const records2: Migration = {
  id: '2026-11-20-records-2',
  up(sqlite) {
    sqlite.exec(`
      CREATE TABLE derivation (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL) STRICT;

      CREATE TABLE customer_columns (
        id TEXT PRIMARY KEY,
        record INTEGER NOT NULL,
        type TEXT,
        name TEXT,
        email TEXT,
        is_unconfirmed INTEGER NOT NULL,
        profiles TEXT NOT NULL,
        required_criteria INTEGER NOT NULL,
        virtual_accounts INTEGER NOT NULL,
        name_sort TEXT,
        email_sort TEXT,
        first_learned_at TEXT NOT NULL,
        last_learned_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX customers_by_name ON customer_columns (name_sort, id);
      CREATE INDEX customers_by_email ON customer_columns (email_sort, id);
      CREATE INDEX customers_by_type ON customer_columns (type, id);
      CREATE INDEX customers_by_first_learned ON customer_columns (first_learned_at, id);
      CREATE INDEX customers_by_last_learned ON customer_columns (last_learned_at, id);

      CREATE TABLE customer_statuses (
        status TEXT NOT NULL,
        customer_id TEXT NOT NULL,
        PRIMARY KEY (status, customer_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX customer_statuses_by_customer ON customer_statuses (customer_id);

      CREATE TABLE virtual_account_columns (
        id TEXT PRIMARY KEY,
        record INTEGER NOT NULL,
        customer_id TEXT,
        customer_name TEXT,
        source_currency TEXT,
        destination_currency TEXT,
        network TEXT,
        wallet_address TEXT,
        total_bps_rate TEXT,
        active INTEGER,
        created TEXT,
        customer_name_sort TEXT,
        total_bps_sort TEXT,
        created_sort INTEGER
      ) STRICT;
      CREATE INDEX virtual_accounts_by_customer ON virtual_account_columns (customer_id, id);
      CREATE INDEX virtual_accounts_by_customer_name ON virtual_account_columns (customer_name_sort, id);
      CREATE INDEX virtual_accounts_by_currency ON virtual_account_columns (destination_currency, id);
      CREATE INDEX virtual_accounts_by_network ON virtual_account_columns (network, id);
      CREATE INDEX virtual_accounts_by_rate ON virtual_account_columns (total_bps_sort, id);
      CREATE INDEX virtual_accounts_by_created ON virtual_account_columns (created_sort, id);

      -- Parts of words: every run of three characters is indexed. The text is folded before.
      CREATE VIRTUAL TABLE record_search USING fts5 (text, tokenize = 'trigram case_sensitive 1');
    `);
  },
};
