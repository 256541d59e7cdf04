/** Schema of a profile's place in a team: its membership, where every author's chain stands, and what waits to go. */
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import { claimMigrations, claimTables } from './claims/claims-table.ts';
import { teamDeliveriesMigrations, teamDeliveriesTables } from './deliveries/migrations.ts';
import { teamForwardingMigrations, teamForwardingTables } from './forwards/team-forwarding.ts';

/** All that are emptied on leaving. Nothing in them is anybody's record. */
export const teamTables: readonly string[] = [
  'team_state',
  'team_cursors',
  'team_heads',
  'team_chains',
  'team_membership',
  'team_outbox',
  'team_published',
  'team_under_way',
  'team_problems',
  'team_acknowledged',
  'team_tokens',
  'team_audit_heads',
  'team_audit_alarms',
  ...teamDeliveriesTables,
  ...claimTables,
  ...teamForwardingTables,
];

export const teamMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-team',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE team_state (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          team TEXT NOT NULL,
          stream TEXT NOT NULL,
          -- Without the password.
          url TEXT NOT NULL,
          ca TEXT,
          -- This computer's key in the team. Its private half is in the vault and in no backup.
          author TEXT NOT NULL,
          -- That was taken up, and until when a request under it counts; null where this computer founded the team.
          invitation TEXT,
          asked_at TEXT NOT NULL,
          -- When an owner admitted it, and when something was exchanged last.
          joined_at TEXT,
          exchanged_at TEXT,
          -- Why nothing is exchanged any more: removed, conflict.
          ended TEXT,
          name TEXT
        ) STRICT;

        -- How far each stream of the database was read, as JSON.
        CREATE TABLE team_cursors (stream TEXT PRIMARY KEY, cursor TEXT NOT NULL)
          STRICT, WITHOUT ROWID;

        -- The last entry of each author that was taken, and the hashes of all of them.
        CREATE TABLE team_heads (
          stream TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          hash TEXT NOT NULL,
          PRIMARY KEY (stream, author)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_hashes (
          stream TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          hash TEXT NOT NULL,
          PRIMARY KEY (stream, author, sequence)
        ) STRICT, WITHOUT ROWID;

        -- Entries of the membership, whole, to be added up again.
        CREATE TABLE team_membership (
          hash TEXT PRIMARY KEY,
          header TEXT NOT NULL,
          signature TEXT NOT NULL,
          bytes BLOB NOT NULL
        ) STRICT;

        -- Signed, and not known to be in the database yet: sent again as they are.
        CREATE TABLE team_outbox (
          number INTEGER PRIMARY KEY,
          header TEXT NOT NULL,
          signature TEXT NOT NULL,
          bytes BLOB NOT NULL
        ) STRICT;

        -- Rows of each table up to this one are in signed entries.
        CREATE TABLE team_published (what TEXT PRIMARY KEY, up_to INTEGER NOT NULL)
          STRICT, WITHOUT ROWID;
        -- Requests up to it whose outcome is still to come.
        CREATE TABLE team_under_way (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TABLE team_problems (
          number INTEGER PRIMARY KEY,
          kind TEXT NOT NULL,
          stream TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          until INTEGER NOT NULL,
          sentence TEXT NOT NULL,
          at TEXT NOT NULL,
          -- Put aside by a person.
          aside_at TEXT,
          note TEXT,
          -- Key of the owner who put it aside on another computer; null here.
          aside_by TEXT,
          UNIQUE (kind, stream, author, sequence)
        ) STRICT;
      `),
  },
  ...teamDeliveriesMigrations,
  ...claimMigrations,
  {
    id: '2026-11-26-team-owners',
    up(sqlite) {
      addColumns(sqlite, 'team_problems', 'aside_by TEXT');
      sqlite.exec(`
        -- What owners said of problems, also of those that are found here later.
        CREATE TABLE team_acknowledged (
          kind TEXT NOT NULL,
          stream TEXT NOT NULL,
          author TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          until INTEGER NOT NULL,
          note TEXT NOT NULL,
          aside_by TEXT NOT NULL,
          at TEXT NOT NULL,
          -- This computer had heard of the entries that it is about.
          is_heard INTEGER NOT NULL DEFAULT 1,
          PRIMARY KEY (kind, stream, author, sequence)
        ) STRICT, WITHOUT ROWID;

        -- The last that each owner said of the service's token, sealed to each who may use it.
        CREATE TABLE team_token (
          author TEXT PRIMARY KEY,
          -- Hash of the entry.
          entry TEXT NOT NULL,
          at TEXT NOT NULL,
          content TEXT NOT NULL,
          -- A person put it into the vault here.
          is_used INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        -- How far the audit log of each computer went when it said so last.
        CREATE TABLE team_audit_heads (
          author TEXT PRIMARY KEY,
          sequence INTEGER NOT NULL,
          hash TEXT NOT NULL,
          at TEXT NOT NULL,
          -- Signing key and profile of the log; null for what was taken before.
          log TEXT
        ) STRICT, WITHOUT ROWID;
      `);
    },
  },
  {
    id: '2026-11-26-team-computer-name',
    up: (sqlite) => addColumns(sqlite, 'team_state', 'name TEXT'),
  },
  ...teamForwardingMigrations,
  {
    id: '2026-11-26-team-tokens',
    up: (sqlite) =>
      sqlite.exec(`
        -- All that owners said of the service's token, in the place of the last of each.
        CREATE TABLE team_tokens (
          -- Hash of the entry.
          entry TEXT PRIMARY KEY,
          author TEXT NOT NULL,
          -- In the author's chain; 0 for what was kept before.
          sequence INTEGER NOT NULL,
          at TEXT NOT NULL,
          content TEXT NOT NULL,
          -- A person put it into the vault here.
          is_used INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        INSERT INTO team_tokens SELECT entry, author, 0, at, content, is_used FROM team_token;
        DROP TABLE team_token;
      `),
  },
  {
    id: '2026-11-26-team-acknowledged',
    up(sqlite) {
      addColumns(sqlite, 'team_acknowledged', 'is_heard INTEGER NOT NULL DEFAULT 1');
      sqlite.exec(`
        -- What each computer said last to be wrong with its audit log.
        CREATE TABLE team_audit_alarms (author TEXT PRIMARY KEY, alarm TEXT NOT NULL)
          STRICT, WITHOUT ROWID;
      `);
    },
  },
  {
    id: '2026-11-27-team-chains',
    up: (sqlite) =>
      sqlite.exec(`
        -- Hashes of all entries that were taken of an author, in the place of a row each: 16 in one, the first of
        -- which has the sequence 16 * number + 1, as bytes one behind the other.
        CREATE TABLE team_chains (
          stream TEXT NOT NULL,
          author TEXT NOT NULL,
          number INTEGER NOT NULL,
          hashes BLOB NOT NULL,
          PRIMARY KEY (stream, author, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO team_chains
          SELECT stream, author, (sequence - 1) / 16, unhex(group_concat(hash, '' ORDER BY sequence))
          FROM team_hashes GROUP BY 1, 2, 3;
        DROP TABLE team_hashes;
      `),
  },
  {
    id: '2026-11-29-team-audit-logs',
    up: (sqlite) => addColumns(sqlite, 'team_audit_heads', 'log TEXT'),
  },
];
