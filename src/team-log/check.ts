/** Whether a database may hold a team's log: it must not lose what it acknowledged, and nobody may change the log. */
import { type ConnectOptions, connectDatabase, type Database, within } from './database.ts';
import { TeamDatabaseRefused } from './errors.ts';
import { databaseVersion } from './migrations.ts';
import { foundParts, schemaParts } from './schema.ts';

/** What the database says of itself. */
export interface DatabaseFacts {
  readonly server: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly isSetUp: boolean;
}

/** Whose login: a computer's or a relay's. */
export type LoginKind = 'desk' | 'relay';

interface RoleFacts {
  readonly role: string;
  readonly mayDestroy: boolean;
  readonly isDesk: boolean;
  readonly isRelay: boolean;
  readonly version: number;
}

type Rule = readonly [isBroken: boolean, problem: string, change: string];

/** Durable, and whole. */
export const databaseRules = (facts: DatabaseFacts): readonly Rule[] => [
  [
    facts.server < 140_000,
    `The server is PostgreSQL ${Math.floor(facts.server / 10_000)}.`,
    'Use PostgreSQL 14 or a later version.',
  ],
  [
    facts.isStandby,
    'The server is a standby: it takes no writes.',
    'Enter the address of the primary, or all hosts separated by commas.',
  ],
  [
    facts.isReadOnly,
    'The database takes no writes (default_transaction_read_only).',
    'Set default_transaction_read_only = off for this database.',
  ],
  [
    facts.fsync !== 'on',
    'The server has fsync off: a power cut would lose or damage what it acknowledged.',
    'Set fsync = on in postgresql.conf and restart the server.',
  ],
  [
    facts.fullPageWrites !== 'on',
    'The server has full_page_writes off: a power cut could damage its files.',
    'Set full_page_writes = on in postgresql.conf and reload.',
  ],
  [
    facts.synchronousCommit === 'off' || facts.synchronousCommit === 'local',
    `The server has synchronous_commit = ${facts.synchronousCommit}: it acknowledges what it may still lose.`,
    'Set synchronous_commit = on for this database, or remove the setting from its roles.',
  ],
];

const roleRules = (facts: RoleFacts, kind: LoginKind): readonly Rule[] => [
  [
    facts.version < databaseVersion,
    'This database was set up by an earlier version of Causeway.',
    'Whoever runs the database has to run: npm run team -- init --database-url URL',
  ],
  [
    facts.mayDestroy,
    `The login ${facts.role} may change or delete entries.`,
    'Use a login that is a member of causeway_desk or causeway_relay alone, and not a superuser.',
  ],
  [
    kind === 'desk' ? !facts.isDesk : !facts.isRelay,
    `The login ${facts.role} is not a member of causeway_${kind}.`,
    `Use another one: npm run team -- login NAME --as ${kind}`,
  ],
];

/** Throws TeamDatabaseRefused for the first that is broken. */
export function requireAll(rules: readonly Rule[]): void {
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken !== undefined) throw new TeamDatabaseRefused(broken[1], broken[2]);
}

export async function factsOf(sql: Database): Promise<DatabaseFacts> {
  const [facts] = await within(sql<DatabaseFacts[]>`
    SELECT current_setting('server_version_num')::int AS server, pg_is_in_recovery() AS "isStandby",
      current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
      current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
      current_setting('synchronous_commit') AS "synchronousCommit",
      to_regclass('causeway.migrations') IS NOT NULL AS "isSetUp"`);
  if (facts === undefined) throw new TypeError('The database gave no row.');
  return facts;
}

/** @param version of the database's schema; of a later one what this version of Causeway knows is looked for */
export async function schemaRules(sql: Database, version: number): Promise<readonly Rule[]> {
  const found = new Set(await foundParts(sql));
  return [...schemaParts(version)].map(([part, change]) => [
    !found.has(part),
    `The database lacks a part of its schema, or does not apply it: ${part}.`,
    part.startsWith('table ') && !found.has(`unlogged ${part}`)
      ? 'Nothing can take its place: restore all of the database.'
      : `If it was restored in parts, restore all of it. Else run as an owner of the database: ${change};`,
  ]);
}

/** On a connection of its own, with the server's settings as they are. */
export async function checkDatabase(
  options: Pick<ConnectOptions, 'address' | 'ca'>,
  kind: LoginKind,
): Promise<void> {
  const sql = connectDatabase({ ...options, connections: 1, asItIs: true });
  try {
    const facts = await factsOf(sql);
    requireAll(databaseRules(facts));
    if (!facts.isSetUp) {
      throw new TeamDatabaseRefused(
        'This database is not set up for a team.',
        'Whoever runs the database has to run: npm run team -- init --database-url URL',
      );
    }
    const [role] = await within(sql<RoleFacts[]>`
      SELECT current_user AS role,
        has_table_privilege('causeway.entries', 'UPDATE') OR
        has_table_privilege('causeway.entries', 'DELETE') OR
        has_table_privilege('causeway.entries', 'TRUNCATE') OR
        pg_has_role('causeway_owner', 'MEMBER') AS "mayDestroy",
        pg_has_role('causeway_desk', 'USAGE') AS "isDesk",
        pg_has_role('causeway_relay', 'USAGE') AS "isRelay",
        (SELECT coalesce(max(version), 0) FROM causeway.migrations) AS version`);
    if (role === undefined) throw new TypeError('The database gave no row.');
    requireAll(roleRules(role, kind));
    requireAll(await schemaRules(sql, role.version));
  } finally {
    await sql.end({ timeout: 5 });
  }
}
