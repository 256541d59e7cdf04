/** Schema of records. */
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import { listTable, listTables } from './list-table.ts';
import type { ListedKind } from './types.ts';

/** The catalogue's columns come beside these; those of later versions when the records are opened (list-table.ts). */
const otherTable = (kind: ListedKind, name: string): string => `
  ${listTable(
    kind,
    `
    id TEXT PRIMARY KEY,
    record INTEGER NOT NULL,
    customer_id TEXT,
    customer_name TEXT,
    customer_name_sort TEXT,
    state TEXT,
    last_learned_at TEXT NOT NULL`,
  )}
  CREATE INDEX ${name}_by_customer ON ${listTables[kind]} (customer_id, id);
  CREATE INDEX ${name}_by_customer_name ON ${listTables[kind]} (customer_name_sort, id);
  CREATE INDEX ${name}_by_state ON ${listTables[kind]} (state, id);
  CREATE INDEX ${name}_by_last_learned ON ${listTables[kind]} (last_learned_at, id);
`;

export const recordsMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-records',
    replaces: [
      '2026-11-20-records-1',
      '2026-11-20-records-2',
      '2026-11-21-records-3',
      '2026-11-21-records-4',
      '2026-11-21-records-5',
      '2026-11-22-records-6',
      '2026-11-22-records-7',
      '2026-11-22-records-8',
      '2026-11-23-records-9',
    ],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE records (
          record INTEGER PRIMARY KEY,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          body TEXT NOT NULL,
          entered TEXT NOT NULL,
          provenance TEXT NOT NULL,
          entered_provenance TEXT NOT NULL,
          first_learned_at TEXT NOT NULL,
          last_learned_at TEXT NOT NULL,
          observations INTEGER NOT NULL,
          UNIQUE (kind, id)
        ) STRICT;
        CREATE INDEX records_by_last_learned ON records (kind, last_learned_at);

        CREATE TABLE derivation (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL) STRICT;

        ${listTable(
          'customer',
          `
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
          last_learned_at TEXT NOT NULL,
          made_at INTEGER,
          -- Whether the name is one of these.
          is_own_name INTEGER NOT NULL DEFAULT 0`,
        )}
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

        ${listTable(
          'virtualAccount',
          `
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
          created_sort INTEGER,
          made_at INTEGER`,
        )}
        CREATE INDEX virtual_accounts_by_customer ON virtual_account_columns (customer_id, id);
        CREATE INDEX virtual_accounts_by_customer_name ON virtual_account_columns (customer_name_sort, id);
        CREATE INDEX virtual_accounts_by_currency ON virtual_account_columns (destination_currency, id);
        CREATE INDEX virtual_accounts_by_network ON virtual_account_columns (network, id);
        CREATE INDEX virtual_accounts_by_rate ON virtual_account_columns (total_bps_sort, id);
        CREATE INDEX virtual_accounts_by_created ON virtual_account_columns (created_sort, id);

        -- Parts of words: every run of three characters is indexed. The text is folded before.
        CREATE VIRTUAL TABLE record_search USING fts5 (text, tokenize = 'trigram case_sensitive 1');

        ${listTable(
          'bankAccount',
          `
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
          customer_name_sort TEXT`,
        )}
        CREATE INDEX bank_accounts_by_customer ON bank_account_columns (customer_id, id);
        CREATE INDEX bank_accounts_by_status ON bank_account_columns (status, id);
        CREATE INDEX bank_accounts_by_bank_name ON bank_account_columns (bank_name_sort, id);
        CREATE INDEX bank_accounts_by_holder ON bank_account_columns (account_holder_name_sort, id);
        CREATE INDEX bank_accounts_by_customer_name ON bank_account_columns (customer_name_sort, id);
        CREATE INDEX bank_accounts_by_last_learned ON bank_account_columns (last_learned_at, id);

        CREATE TABLE customer_queue (
          id TEXT PRIMARY KEY,
          record INTEGER NOT NULL,
          -- Judged from the profiles alone; since tells when this began.
          state TEXT NOT NULL,
          -- The same, with what is held by hand taken in.
          waits_on TEXT NOT NULL,
          since TEXT NOT NULL,
          since_at INTEGER NOT NULL,
          is_since_told INTEGER NOT NULL,
          missing TEXT NOT NULL
        ) STRICT;
        CREATE INDEX customer_queue_in_order ON customer_queue (waits_on, since_at, id);
        CREATE INDEX virtual_accounts_by_wallet ON virtual_account_columns
          (lower(wallet_address), customer_id);
        CREATE INDEX customers_by_made ON customer_columns (made_at, id);
        CREATE INDEX virtual_accounts_by_made ON virtual_account_columns (made_at, id);

        CREATE TABLE "observations" (
          arrival INTEGER PRIMARY KEY,
          observation_id TEXT NOT NULL,
          kind TEXT NOT NULL,
          id TEXT NOT NULL,
          source TEXT NOT NULL,
          is_entered INTEGER NOT NULL,
          effective_at INTEGER NOT NULL,
          rank INTEGER NOT NULL,
          body_sha256 TEXT NOT NULL,
          observed_at TEXT NOT NULL,
          happened_at TEXT,
          event_id TEXT,
          intent_key TEXT,
          deviations TEXT NOT NULL,
          body TEXT NOT NULL,
          raw_sealed BLOB
        ) STRICT;
        CREATE UNIQUE INDEX observations_in_order ON observations
          (kind, id, is_entered, effective_at, rank, body_sha256, observation_id);
        CREATE INDEX observations_by_id ON observations (observation_id)
          WHERE source NOT IN ('entered', 'create-answer');
        CREATE INDEX observations_looked_up ON observations (arrival)
          WHERE kind = 'event' AND source = 'event-look-up';

        CREATE TRIGGER observations_never_change BEFORE UPDATE ON observations
          BEGIN SELECT RAISE(ABORT, 'an observation never changes'); END;
        CREATE TRIGGER observations_never_go BEFORE DELETE ON observations
          BEGIN SELECT RAISE(ABORT, 'an observation is never deleted'); END;

        -- Every name that was given, in that order; an empty one takes the name away.
        CREATE TABLE customer_own_names (
          sequence INTEGER PRIMARY KEY,
          customer_id TEXT NOT NULL,
          name TEXT NOT NULL,
          named_at TEXT NOT NULL
        ) STRICT;
        CREATE INDEX customer_own_names_of ON customer_own_names (customer_id, sequence);

        CREATE TRIGGER customer_own_names_never_change BEFORE UPDATE ON customer_own_names
          BEGIN SELECT RAISE(ABORT, 'a name that was given never changes'); END;
        CREATE TRIGGER customer_own_names_never_go BEFORE DELETE ON customer_own_names
          BEGIN SELECT RAISE(ABORT, 'a name that was given is never deleted'); END;
      `),
  },
  {
    id: '2026-11-24-records-others',
    up(sqlite) {
      sqlite.exec(otherTable('wallet', 'wallets'));
      sqlite.exec(otherTable('address', 'addresses'));
      sqlite.exec(otherTable('paymentLink', 'payment_links'));
    },
  },
  {
    id: '2026-11-25-records-looked-up',
    // An index with `kind = 'event'` for a condition has SQLite compare the bound value of every `kind = ?`
    // with it, and for that prepare the statement again with each run, which takes longer than running it.
    up: (sqlite) =>
      sqlite.exec(`
        DROP INDEX observations_looked_up;
        CREATE INDEX observations_looked_up ON observations (arrival)
          WHERE source = 'event-look-up';
      `),
  },
  {
    id: '2026-11-26-records-by-kind',
    // By arrival, of what is not an event: whoever follows one kind passes over all others without reading them.
    up: (sqlite) =>
      sqlite.exec(`
        CREATE INDEX observations_by_kind ON observations (kind, arrival) WHERE kind <> 'event';
      `),
  },
  {
    id: '2026-11-26-records-erased',
    up: (sqlite) =>
      sqlite.exec(`
        -- Customers whose personal data was erased. Times are ISO 8601 UTC.
        CREATE TABLE erasures (
          sequence INTEGER PRIMARY KEY,
          customer_id TEXT NOT NULL,
          at TEXT NOT NULL,
          erased_by TEXT,
          reason TEXT NOT NULL,
          -- Null while files of the profile may hold some of it still.
          finished_at TEXT,
          -- From then on personal data is recorded again.
          lifted_at TEXT,
          lifted_by TEXT,
          lift_reason TEXT,
          -- While it is not finished: the parts that are left, as a JSON list; null: all of it.
          parts_left TEXT,
          UNIQUE (customer_id, at)
        ) STRICT;
        -- Those customers, and what belongs to them.
        CREATE TABLE erased_ids (id TEXT PRIMARY KEY, customer_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
        -- Deliveries whose content is to be rewritten in the inbox.
        CREATE TABLE erased_deliveries (arrival INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-26-records-erased-parts',
    up: (sqlite) => addColumns(sqlite, 'erasures', 'parts_left TEXT'),
  },
  {
    id: '2026-11-26-record-counts',
    // Counted as they come: counting them for a list would go over all of them, after each unlock from the disk.
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE record_counts (kind TEXT PRIMARY KEY, known INTEGER NOT NULL)
          STRICT, WITHOUT ROWID;
        INSERT INTO record_counts SELECT kind, count(*) FROM records GROUP BY kind;
      `),
  },
  // Less stays of a body than before: at the next opening, each is carried out again over what was left.
  ...['2026-11-28', '2026-11-29'].map(
    (day): Migration => ({
      id: `${day}-records-erased-again`,
      up: (sqlite) => sqlite.exec('UPDATE erasures SET finished_at = NULL, parts_left = NULL'),
    }),
  ),
];
