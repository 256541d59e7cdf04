/** Schema of what relays took for a team, and of what the team was told of webhooks. */
import type { Migration } from '../../../../platform/migrations.ts';

/** All of them, for leaving. */
export const teamDeliveriesTables = [
  'team_relayed',
  'team_webhooks',
  'team_paths',
  'team_shared',
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
          told TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Paths that this computer named to the relays, and those that its secret was sealed to.
        CREATE TABLE team_paths (path TEXT PRIMARY KEY, told TEXT NOT NULL) STRICT, WITHOUT ROWID;
        -- Webhooks that others shared, until they are kept here.
        CREATE TABLE team_shared (path TEXT PRIMARY KEY, webhook_id TEXT NOT NULL, content BLOB NOT NULL)
          STRICT, WITHOUT ROWID;
      `),
  },
];
