/** Schema of bulk runs. */
import { addColumns, type Migration } from '../../../../platform/migrations.ts';

const standingRows = `
  -- A row whose outcome is unknown follows its intent: what a person settled, what was kept of
  -- its answer later (nothing was sent that was one too many, or without a good token: it may be
  -- sent again, where a person still says that what it repeats was not created), and the newest of
  -- those that send it again. \`key\` is the one that stands.
  -- Not over standing_intents: joined from the right, that view is worked out whole each time.
  CREATE VIEW bulk_standing_rows AS
    SELECT bulk_rows.run, bulk_rows.row, bulk_rows.input,
      coalesce(intents.key, bulk_rows.key) AS key, bulk_rows.reason, has_mismatch,
      bulk_rows.name, bulk_rows.reference, bulk_rows.own_name,
      CASE coalesce(settlements.verdict, intents.state)
        WHEN 'created' THEN 'created' WHEN 'exists' THEN 'created'
        WHEN 'refused' THEN CASE WHEN intents.cause IN ('rate-limited', 'unauthorized')
          AND (intents.key = bulk_rows.key OR 'absent' =
            (SELECT verdict FROM settlements AS said WHERE said.intent_key = intents.repeats
              ORDER BY said.sequence DESC LIMIT 1)) THEN 'unsent' ELSE 'refused' END
        WHEN 'absent' THEN 'unsent' WHEN 'not-sent' THEN 'unsent'
        ELSE bulk_rows.state END AS state,
      coalesce(bulk_rows.resource_id, intents.resource_id, settlements.resource_id)
        AS resource_id
    FROM bulk_rows
    LEFT JOIN intents ON intents.key = CASE bulk_rows.state WHEN 'unknown' THEN (
      WITH RECURSIVE chain (key, sequence) AS (
        SELECT sent.key, sent.sequence FROM intents AS sent WHERE sent.key = bulk_rows.key
        UNION
        SELECT sent.key, sent.sequence FROM intents AS sent JOIN chain
          ON sent.repeats = chain.key)
      SELECT chain.key FROM chain ORDER BY chain.sequence DESC LIMIT 1) END
    LEFT JOIN settlements ON settlements.sequence =
      (SELECT max(sequence) FROM settlements WHERE intent_key = intents.key);`;

export const bulkMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-bulk',
    replaces: [
      '2026-11-21-bulk-1',
      '2026-11-21-bulk-2',
      '2026-11-21-bulk-3',
      '2026-11-22-bulk-4',
      '2026-11-23-bulk-5',
    ],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE bulk_runs (
          number INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          kind TEXT NOT NULL CHECK (kind IN ('customer', 'virtualAccount')),
          file_name TEXT NOT NULL,
          sha256 TEXT NOT NULL,
          -- Headings of the file and what they were read as, as JSON.
          columns TEXT NOT NULL,
          created_at TEXT NOT NULL,
          -- \`preparing\`: its rows are being written, nothing of it was sent, it goes when found.
          state TEXT NOT NULL CHECK
            (state IN ('preparing', 'running', 'paused', 'interrupted', 'stopped', 'done')),
          cause TEXT,
          sentence TEXT,
          ended_at TEXT,
          -- Since when it is in its state; null of runs from before.
          state_at TEXT,
          -- How much was known when somebody looked at its rows; null of runs from before.
          known_intents INTEGER,
          known_records INTEGER,
          -- ID that its run is to have, of a file that waits for the team's approval: it stays \`preparing\`,
          -- with the rows that are left out.
          proposal TEXT
        ) STRICT;
        CREATE INDEX bulk_runs_by_file ON bulk_runs (sha256, number);

        CREATE TABLE bulk_rows (
          run INTEGER NOT NULL REFERENCES bulk_runs (number),
          -- As the file numbers it.
          row INTEGER NOT NULL,
          state TEXT NOT NULL CHECK (state IN
            ('waiting', 'sending', 'created', 'refused', 'unknown', 'unsent', 'left-out')),
          -- What is sent, and what makes it like another; null for what was left out.
          input TEXT,
          fingerprint TEXT,
          -- Of the intent that stands for the row now, minted before it is journalled.
          key TEXT UNIQUE,
          resource_id TEXT,
          -- Why it was left out.
          reason TEXT,
          has_mismatch INTEGER NOT NULL DEFAULT 0,
          -- A person included it although something like it is known.
          is_second INTEGER NOT NULL DEFAULT 0,
          -- The company's own reference, kept beside what is created; and of what was left out, of whom
          -- the row was, so that the list of such rows can be read.
          reference TEXT,
          name TEXT,
          -- Of an unknown row: its reference stands beside what it was settled to, or a person took it away.
          is_reference_kept INTEGER NOT NULL DEFAULT 0,
          -- The company's own name for a customer, kept beside it as the reference is.
          own_name TEXT,
          PRIMARY KEY (run, row)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bulk_rows_by_state ON bulk_rows (run, state, row);

        -- Intents of a row before the present one: refused for being too many, or never sent.
        CREATE TABLE bulk_attempts (
          key TEXT PRIMARY KEY,
          run INTEGER NOT NULL,
          row INTEGER NOT NULL,
          attempt INTEGER NOT NULL,
          was_refused INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX bulk_attempts_of_row ON bulk_attempts (run, row, attempt);
        -- What every view of a run counts, and what the included seconds of a run are.
        CREATE INDEX bulk_rows_departing ON bulk_rows (run) WHERE has_mismatch = 1;
        CREATE INDEX bulk_attempts_refused ON bulk_attempts (run) WHERE was_refused = 1;
        CREATE INDEX bulk_rows_seconds ON bulk_rows (run, fingerprint) WHERE is_second = 1;
        CREATE INDEX bulk_rows_own_to_keep ON bulk_rows (run, row)
          WHERE state = 'unknown' AND coalesce(reference, own_name) IS NOT NULL
            AND is_reference_kept = 0;
        ${standingRows}
      `),
  },
  {
    id: '2026-11-24-bulk-2',
    up: (sqlite) => addColumns(sqlite, 'bulk_runs', 'state_at TEXT'),
  },
  {
    id: '2026-11-29-bulk-3',
    up: (sqlite) =>
      addColumns(sqlite, 'bulk_runs', 'known_intents INTEGER', 'known_records INTEGER'),
  },
  {
    id: '2026-11-29-bulk-4',
    up: (sqlite) => addColumns(sqlite, 'bulk_runs', 'proposal TEXT'),
  },
  {
    id: '2026-11-29-bulk-5',
    // Arrival of an observation in place of a record's number, which a rebuild changes: the last that came
    // before any of a record with a higher number.
    up: (sqlite) =>
      sqlite.exec(`
        ALTER TABLE bulk_runs RENAME COLUMN known_records TO known_arrival;
        UPDATE bulk_runs SET known_arrival = coalesce(
          (SELECT min(arrival) - 1 FROM records JOIN observations USING (kind, id)
            WHERE record > known_arrival),
          (SELECT max(arrival) FROM observations), 0)
        WHERE known_arrival IS NOT NULL AND state NOT IN ('stopped', 'done');
      `),
  },
  {
    id: '2026-11-21-bulk-alike-1',
    up(sqlite) {
      sqlite.exec(`
        -- Rows are compared with what is known; customers without email by what is sent.
        CREATE INDEX bulk_rows_by_input ON bulk_rows (input)
          WHERE fingerprint IS NULL AND input IS NOT NULL;
        CREATE INDEX bulk_intents_by_input ON intents (operation, input)
          WHERE operation = 'createCustomer' AND fingerprint IS NULL;
      `);
    },
  },
  {
    id: '2026-11-30-bulk-6',
    // It made the view anew, as the next one does.
    up: () => undefined,
  },
  {
    id: '2026-11-30-bulk-7',
    up: (sqlite) => sqlite.exec(`DROP VIEW bulk_standing_rows; ${standingRows}`),
  },
];
