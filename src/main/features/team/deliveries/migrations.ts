/** Schema of what relays took for a team, and of what the team was told of webhooks. */
import { addColumns, type Migration } from '../../../../platform/migrations.ts';

/** All of them, for leaving. */
export const teamDeliveriesTables = [
  'team_relayed',
  'team_webhooks',
  'team_paths',
  'team_shared',
  'team_told_deliveries',
  'team_judged',
  'team_unjudged',
  'team_coverage',
  'team_told_coverage',
] as const;

export const teamDeliveriesMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-team-deliveries',
    up: (sqlite) =>
      sqlite.exec(`
        -- Deliveries of one path out of one entry, on their way into the inbox.
        CREATE TABLE team_relayed (
          number INTEGER PRIMARY KEY,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          path TEXT NOT NULL,
          content BLOB NOT NULL
        ) STRICT;
        CREATE INDEX team_relayed_by_path ON team_relayed (path, number);

        -- Webhooks that the team knows: who shared each first, and whom its secret was sealed to.
        CREATE TABLE team_webhooks (
          path TEXT PRIMARY KEY,
          author TEXT NOT NULL,
          told TEXT NOT NULL,
          -- Who shared it after the first, in order.
          later TEXT NOT NULL DEFAULT '[]'
        ) STRICT, WITHOUT ROWID;
        -- Paths that this computer named to the relays, and those that its secret was sealed to, with the secret's fingerprint.
        CREATE TABLE team_paths (path TEXT PRIMARY KEY, told TEXT NOT NULL) STRICT, WITHOUT ROWID;
        -- Webhooks that others shared, until they are kept here.
        CREATE TABLE team_shared (path TEXT PRIMARY KEY, webhook_id TEXT NOT NULL, content BLOB NOT NULL)
          STRICT, WITHOUT ROWID;
      `),
  },
  {
    id: '2026-11-26-team-timeline',
    up: (sqlite) =>
      sqlite.exec(`
        -- Arrivals of this computer's inbox up to this one are told to the team.
        CREATE TABLE team_told_deliveries (inbox TEXT PRIMARY KEY, up_to INTEGER NOT NULL)
          STRICT, WITHOUT ROWID;
        -- What was judged of a relay's deliveries: here, to be told; or by another computer, for this one.
        CREATE TABLE team_judged (
          number INTEGER PRIMARY KEY,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          path TEXT NOT NULL,
          kinds TEXT NOT NULL,
          by TEXT,
          is_ours INTEGER NOT NULL GENERATED ALWAYS AS (by IS NULL),
          UNIQUE (author, sequence, path)
        ) STRICT;
        CREATE INDEX team_judged_ours ON team_judged (is_ours, number);
        -- When deliveries could arrive elsewhere; no address: of a relay. Milliseconds since 1970.
        CREATE TABLE team_coverage (
          author TEXT NOT NULL,
          address TEXT,
          began INTEGER NOT NULL,
          ended INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX team_coverage_by_end ON team_coverage (ended);
        CREATE INDEX team_coverage_of ON team_coverage (author, address, began);
        CREATE TABLE team_told_coverage (only INTEGER PRIMARY KEY CHECK (only = 1), up_to INTEGER NOT NULL)
          STRICT;
      `),
  },
  {
    id: '2026-11-26-team-unjudged',
    up: (sqlite) =>
      sqlite.exec(`
        -- Since when rows of team_relayed wait for another computer's verdict. Milliseconds since 1970.
        CREATE TABLE team_unjudged (number INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
      `),
  },
  {
    id: '2026-11-30-team-sharers',
    up: (sqlite) => addColumns(sqlite, 'team_webhooks', "later TEXT NOT NULL DEFAULT '[]'"),
  },
];
