/** Schema of payouts. Only where a person said that a notion stands is more than derived. */
import { payoutSides } from '../../../bridge/payouts.ts';
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Columns of a side that are summed: those whose amounts fit, whole and billionths apart. */
const sums = payoutSides.flatMap((side) => [`${side}_whole`, `${side}_billionths`, `${side}_long`]);
const columns = (line: (side: string) => string) => payoutSides.map(line).join('\n');

/**
 * Tables of what is derived. The page of a list and its sums are read from indexes alone, and one row a
 * combination of what is most often filtered by holds its sums.
 */
export const layOutRows = (sqlite: Pick<Sqlite, 'exec'>): void =>
  sqlite.exec(`
    CREATE TABLE payout_columns (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      cell INTEGER NOT NULL,
      customer_id TEXT,
      customer_name TEXT,
      customer_name_sort TEXT,
      virtual_account_id TEXT,
      network TEXT,
      state_sort TEXT NOT NULL,
      is_open INTEGER NOT NULL,
      since_at INTEGER NOT NULL,
      created_at INTEGER,
      updated_at INTEGER,
      -- When the deposit arrived, at the latest.
      received_at INTEGER,
      first_learned_at TEXT NOT NULL,
      last_learned_at TEXT NOT NULL,
      ${columns(
        (side) => `
      ${side}_sort TEXT,
      ${side}_whole INTEGER,
      ${side}_billionths INTEGER,
      -- Whether the amount has more digits than fit.
      ${side}_long INTEGER NOT NULL,`,
      )}
      -- The row of the list, but for the customer's name.
      view TEXT NOT NULL
    ) STRICT;
    ${['created', 'updated', 'received']
      .map(
        (time) => `CREATE INDEX payouts_by_${time} ON payout_columns
      (${time}_at, id, cell, is_open, since_at, ${sums.join(', ')});`,
      )
      .join('\n')}
    CREATE INDEX payouts_by_since ON payout_columns
      (since_at, id, cell, is_open, ${sums.join(', ')});
    CREATE INDEX payouts_by_customer ON payout_columns (customer_id, created_at, customer_name);
    CREATE INDEX payouts_by_account ON payout_columns (virtual_account_id, created_at);
    CREATE INDEX payouts_by_name ON payout_columns (customer_name_sort, id);
    CREATE INDEX payouts_by_network ON payout_columns (network, id);
    CREATE INDEX payouts_by_state ON payout_columns (state_sort, id);
    CREATE INDEX payouts_long ON payout_columns (cell) WHERE in_long + out_long + fee_long > 0;
    CREATE INDEX payouts_by_learned ON payout_columns (last_learned_at);
    ${columns((side) => `CREATE INDEX payouts_by_${side} ON payout_columns (${side}_sort, id);`)}

    CREATE TABLE payout_cells (
      cell INTEGER PRIMARY KEY,
      -- Empty where they were not found.
      state TEXT NOT NULL,
      network TEXT NOT NULL,
      is_received INTEGER NOT NULL,
      -- Bits, as payout-table.ts has them.
      flags INTEGER NOT NULL,
      in_currency TEXT NOT NULL,
      out_currency TEXT NOT NULL,
      fee_currency TEXT NOT NULL,
      rows INTEGER NOT NULL DEFAULT 0,
      ${columns(
        (side) => `
      -- Rows whose amount fits, and their sum; and rows whose amount does not.
      ${side}_rows INTEGER NOT NULL DEFAULT 0,
      ${side}_whole INTEGER NOT NULL DEFAULT 0,
      ${side}_billionths INTEGER NOT NULL DEFAULT 0,
      ${side}_long INTEGER NOT NULL DEFAULT 0,`,
      )}
      UNIQUE (state, network, is_received, flags, in_currency, out_currency, fee_currency)
    ) STRICT;
  `);

/** Indexes by which the rows of few cells, and those that stay open, are found and sorted without reading them. */
export const layOutIndexes = (sqlite: Pick<Sqlite, 'exec'>): void =>
  sqlite.exec(`
    CREATE INDEX payouts_by_cell ON payout_columns (cell, created_at, since_at, id);
    CREATE INDEX payouts_open ON payout_columns (since_at, id, cell, ${sums.join(', ')})
      WHERE is_open = 1;
  `);

/** By which those of a virtual account are found that have another customer than it has, without reading any. */
export const layOutAccounts = (sqlite: Pick<Sqlite, 'exec'>): void =>
  sqlite.exec(
    'CREATE INDEX payouts_of_account ON payout_columns (virtual_account_id, customer_id)',
  );

const payouts1: Migration = {
  id: '2026-11-23-payouts-1',
  up(sqlite) {
    sqlite.exec(`
      -- How far the observations were gone through, and by which rules.
      CREATE TABLE payout_cursor (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        arrival INTEGER NOT NULL,
        derivation INTEGER NOT NULL,
        -- Rows up to this number were read again after a person chose a field; null: all.
        reread INTEGER,
        -- Up to which observation, and which name that a person gave, rows have the names of their customers; and
        -- by which rules names were derived.
        named INTEGER NOT NULL DEFAULT 0,
        named_by_person INTEGER NOT NULL DEFAULT 0,
        names_derivation INTEGER NOT NULL DEFAULT 0
      ) STRICT;

      -- Payouts of which an event was noted that was not read yet.
      CREATE TABLE payout_pending (payout TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

      -- Which observations tell of which payout; of none where the event names none ('').
      CREATE TABLE payout_events (
        payout TEXT NOT NULL,
        effective_at INTEGER NOT NULL,
        event TEXT NOT NULL,
        arrival INTEGER NOT NULL,
        observed_at TEXT NOT NULL,
        PRIMARY KEY (payout, effective_at, event, arrival)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX payout_events_by_arrival ON payout_events (arrival);

      -- Every choice, in that order; an empty pointer goes back to likely names.
      CREATE TABLE payout_field_choices (
        sequence INTEGER PRIMARY KEY,
        notion TEXT NOT NULL,
        pointer TEXT NOT NULL,
        chosen_at TEXT NOT NULL,
        -- Of an amount in minor units; 0: main units; null: as the record says, else main units.
        decimals INTEGER
      ) STRICT;
      CREATE TRIGGER payout_field_choices_never_change BEFORE UPDATE ON payout_field_choices
        BEGIN SELECT RAISE(ABORT, 'a choice never changes'); END;
      CREATE TRIGGER payout_field_choices_never_go BEFORE DELETE ON payout_field_choices
        BEGIN SELECT RAISE(ABORT, 'a choice is never deleted'); END;

      CREATE VIRTUAL TABLE payout_search USING fts5 (text, tokenize = 'trigram case_sensitive 1');
    `);
    layOutRows(sqlite);
  },
};

const payouts2: Migration = {
  id: '2026-11-25-payouts-2',
  up: (sqlite) => addColumns(sqlite, 'payout_field_choices', 'decimals INTEGER'),
};

const payouts3: Migration = {
  id: '2026-11-26-payouts-3',
  up(sqlite) {
    // All of it is derived, and found again from the observations (follow.ts).
    sqlite.exec('DROP TABLE payout_columns; DROP TABLE payout_cells;');
    layOutRows(sqlite);
  },
};

const payouts4: Migration = {
  id: '2026-11-26-payouts-4',
  up(sqlite) {
    const names = ['named', 'named_by_person', 'names_derivation'];
    addColumns(sqlite, 'payout_cursor', ...names.map((one) => `${one} INTEGER NOT NULL DEFAULT 0`));
    sqlite.exec('DROP INDEX IF EXISTS payouts_by_cell');
    layOutIndexes(sqlite);
  },
};

const payouts5: Migration = { id: '2026-11-29-payouts-5', up: layOutAccounts };

export const payoutsMigrations: readonly Migration[] = [
  payouts1,
  payouts2,
  payouts3,
  payouts4,
  payouts5,
];
