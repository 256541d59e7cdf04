/** What the intake derives from the inbox, in the profile's database. */
import type { Migration } from '../../../../platform/migrations.ts';

export const intakeMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-webhooks-intake',
    replaces: ['2026-11-20-webhooks-intake-1', '2026-11-21-webhooks-intake-2'],
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE intake (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          inbox_id TEXT NOT NULL,
          cursor INTEGER NOT NULL
        ) STRICT;

        -- Event ids that genuine deliveries occupy.
        CREATE TABLE delivered_events (
          event_id TEXT PRIMARY KEY,
          event_name TEXT NOT NULL,
          first_arrival INTEGER NOT NULL,
          is_mock INTEGER NOT NULL,
          -- SHA-256 of everything but what may change from one delivery to the next.
          sameness TEXT NOT NULL,
          repeats INTEGER NOT NULL,
          differing INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE read_deliveries (
          arrival INTEGER PRIMARY KEY,
          slot_path TEXT NOT NULL,
          received_at INTEGER NOT NULL,
          role TEXT NOT NULL,
          event_id TEXT,
          event_name TEXT,
          is_mock INTEGER NOT NULL,
          -- SHA-256 of the whole event, or null where there is none.
          content TEXT,
          deviations TEXT NOT NULL
        ) STRICT;
        CREATE INDEX read_deliveries_by_slot ON read_deliveries (slot_path, arrival);
        CREATE INDEX read_deliveries_by_name ON read_deliveries (event_name, arrival);
        CREATE INDEX read_deliveries_by_event ON read_deliveries (event_id, arrival);
        CREATE INDEX read_deliveries_by_role ON read_deliveries (role, arrival);

        -- Deliveries that are stored and can't be opened: set apart, so that the rest goes on.
        CREATE TABLE damaged_deliveries (arrival INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-24-webhooks-intake-others',
    // Deliveries are gone through again: those before told nothing of wallets, addresses and payment links.
    up: (sqlite) => sqlite.exec('DELETE FROM intake'),
  },
];
