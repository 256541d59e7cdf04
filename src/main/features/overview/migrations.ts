/** Schema of the overview. */
import { addColumns, type Migration } from '../../../platform/migrations.ts';

export const overviewMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-overview-1',
    up: (sqlite) =>
      sqlite.exec(`
        -- What a person put aside, and whether it was brought back.
        CREATE TABLE overview_handled (
          sequence INTEGER PRIMARY KEY,
          kind TEXT NOT NULL,
          handled_as TEXT NOT NULL CHECK (handled_as IN ('done', 'snoozed')),
          -- Each item as id@moment, a JSON list; of very many, the newest alone.
          items TEXT NOT NULL,
          count INTEGER NOT NULL,
          note TEXT NOT NULL,
          at TEXT NOT NULL,
          until TEXT,
          brought_back_at TEXT,
          -- Who put it aside; null where that is not known.
          put_by TEXT
        ) STRICT;
        CREATE INDEX overview_handled_by_kind ON overview_handled (kind)
          WHERE brought_back_at IS NULL;

        CREATE TABLE overview_state (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          kyc_hours INTEGER,
          seen_at TEXT,
          last_visit_at TEXT,
          payout_hours INTEGER,
          -- JSON; null while nobody has answered the first steps. Who has worked here needs none.
          first_steps TEXT
        ) STRICT;
        INSERT INTO overview_state (only) VALUES (1);

        -- Derived: virtual accounts with a mismatch, as far as the observations were gone through.
        CREATE TABLE overview_mismatches (
          virtual_account_id TEXT PRIMARY KEY,
          at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE overview_cursor (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          arrival INTEGER NOT NULL
        ) STRICT;
        INSERT INTO overview_cursor (only, arrival) VALUES (1, 0);
      `),
  },
  {
    id: '2026-11-23-overview-2',
    up: (sqlite) => addColumns(sqlite, 'overview_state', 'payout_hours INTEGER'),
  },
  {
    id: '2026-11-24-overview-3',
    up(sqlite) {
      addColumns(sqlite, 'overview_state', 'first_steps TEXT');
      sqlite.exec(`
        UPDATE overview_state SET first_steps = '{"skipped":[],"isOver":true}'
          WHERE seen_at IS NOT NULL;
      `);
    },
  },
  {
    id: '2026-11-24-overview-4',
    up: (sqlite) => addColumns(sqlite, 'overview_handled', 'put_by TEXT'),
  },
];
