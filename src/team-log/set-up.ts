/** What an owner of the database does once: group roles, schema, logins; and what it shows later. */
import { type BlockedTeam, readTeams } from './blocked-teams.ts';
import { databaseRules, factsOf, type LoginKind, requireAll, schemaRules } from './check.ts';
import {
  type ConnectOptions,
  connectDatabase,
  type Database,
  NotPermitted,
  within,
} from './database.ts';
import { TeamDatabaseRefused } from './errors.ts';
import type { MemberRole } from './membership-payload.ts';
import { databaseVersion, groupRoles, migrations } from './migrations.ts';
import type { Problem } from './problems.ts';

type Where = Pick<ConnectOptions, 'address' | 'ca'>;

export interface SetUpResult {
  /** Group roles that were created. */
  readonly created: readonly string[];
  /** Version of the schema before (0: none) and now. */
  readonly before: number;
  readonly now: number;
}

/** The administrator has to run `sql` first. */
export class NeedsAdministrator extends TeamDatabaseRefused {
  readonly sql: string;
  constructor(sql: string) {
    super(
      'This user may not create the group roles or the schema.',
      'Have an administrator run this, then run init again:',
    );
    this.sql = sql;
  }
}

async function withDatabase<Result>(
  where: Where,
  work: (sql: Database) => Promise<Result>,
): Promise<Result> {
  const sql = connectDatabase({ ...where, connections: 1, asItIs: true });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates what is missing; may be run again. Throws NeedsAdministrator, TeamDatabaseRefused, TeamDatabaseAway. */
export const setUpDatabase = (where: Where): Promise<SetUpResult> =>
  withDatabase(where, async (sql) => {
    requireAll(databaseRules(await factsOf(sql)));
    const created = await createRoles(sql);
    const before = await versionOf(sql);
    await migrate(sql, before);
    requireAll(await schemaRules(sql, await versionOf(sql)));
    return { created, before, now: Math.max(before, databaseVersion) };
  });

async function createRoles(sql: Database): Promise<readonly string[]> {
  const { user, there } = await rolesOf(sql);
  const created = groupRoles.filter((role) => !there.includes(role));
  try {
    for (const role of created) await within(sql.unsafe(`CREATE ROLE ${role} NOLOGIN`));
    if (!(await maySetOwner(sql))) {
      await within(sql.unsafe(`GRANT causeway_owner TO ${quoted(user)}`));
    }
    const schema = await within(sql`SELECT FROM pg_namespace WHERE nspname = 'causeway'`);
    if (schema.length === 0) {
      await within(sql`CREATE SCHEMA causeway AUTHORIZATION causeway_owner`);
    }
    return created;
  } catch (error) {
    if (!(error instanceof NotPermitted)) throw error;
    throw new NeedsAdministrator(await administratorSql(sql));
  }
}

/** Being a member is not enough from PostgreSQL 16 on. */
async function maySetOwner(sql: Database): Promise<boolean> {
  try {
    await within(sql.unsafe('SET ROLE causeway_owner; RESET ROLE'));
    return true;
  } catch (error) {
    if (error instanceof NotPermitted) return false;
    throw error;
  }
}

async function rolesOf(sql: Database) {
  const rows = await within(
    sql<{ user: string; role: string | null }[]>`
      SELECT current_user AS user, rolname AS role FROM (VALUES (1)) AS one
      LEFT JOIN pg_roles ON rolname = ANY (${sql.typed.textList(groupRoles)})`,
  );
  return {
    user: rows[0]?.user ?? '',
    there: rows.flatMap(({ role }) => role ?? []),
  };
}

/** For psql. */
async function administratorSql(sql: Database): Promise<string> {
  const { user, there } = await rolesOf(sql);
  const missing = groupRoles.filter((role) => !there.includes(role));
  return [
    ...missing.map((role) => `CREATE ROLE ${role} NOLOGIN;`),
    `GRANT causeway_owner TO ${quoted(user)};`,
    'CREATE SCHEMA IF NOT EXISTS causeway AUTHORIZATION causeway_owner;',
  ].join('\n');
}

async function migrate(sql: Database, before: number): Promise<void> {
  for (const { version, sql: text } of migrations.slice(before)) {
    await within(
      sql.begin(async (step) => {
        await step`SET LOCAL ROLE causeway_owner`;
        await step`SELECT pg_advisory_xact_lock(${lockNumber})`;
        if ((await versionOf(step)) >= version) return;
        await step.unsafe(text);
        await step`INSERT INTO causeway.migrations (version) VALUES (${version})`;
      }),
    );
  }
}

/** Number of an advisory lock: when two people set up at once, one waits. */
const lockNumber = 7_220_113;

/** 0 where nothing is set up. */
async function versionOf(sql: Pick<Database, 'unsafe'>): Promise<number> {
  const [there] = await sql.unsafe(`SELECT to_regclass('causeway.migrations') IS NOT NULL AS is`);
  if (there?.['is'] !== true) return 0;
  const [row] = await sql.unsafe(
    'SELECT coalesce(max(version), 0) AS version FROM causeway.migrations',
  );
  return Number(row?.['version'] ?? 0);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * For psql, whose `\password` asks for the password and sends no clear text. All or nothing: without a password that
 * was typed twice there is no login.
 */
export const loginSql = (name: string, as: LoginKind): string =>
  [
    '\\set ON_ERROR_STOP on',
    'BEGIN;',
    `CREATE ROLE ${quoted(name)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION;`,
    `GRANT causeway_${as} TO ${quoted(name)};`,
    `GRANT CONNECT ON DATABASE :"DBNAME" TO ${quoted(name)};`,
    `\\password ${quoted(name)}`,
    // Without a terminal psql takes an empty password, which clears the one that was set.
    `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_authid WHERE rolname = '${name}' AND rolpassword IS NULL) THEN
    RAISE EXCEPTION 'No password was entered. Run this in a terminal.';
  END IF;
EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;`,
    'COMMIT;',
  ].join('\n');

export interface DatabaseStatus {
  /** PostgreSQL's, as 150018. */
  readonly server: number;
  /** Version of the schema; 0 where nothing is set up. */
  readonly version: number;
  /** What is wrong, each with what to change. */
  readonly problems: readonly { readonly problem: string; readonly change: string }[];
  /** Group roles, the logins in each, and those of them that may not log in. */
  readonly roles: readonly {
    readonly role: string;
    readonly logins: readonly string[];
    readonly off: readonly string[];
  }[];
  /** Logins that are connected to the database, beside this look. */
  readonly connected: readonly string[];
  readonly authors: readonly AuthorCount[];
  /** Whether this user sees every entry; a relay's login does not. */
  readonly seesAll: boolean;
  /** What keeps teams from changing their members, or from sending a request. */
  readonly blocked: readonly BlockedTeam[];
  /** Why the members of teams can't be told; then what is in the place of their claims is not in `blocked`. */
  readonly unclear: readonly (Pick<Problem, 'author' | 'sentence'> & { readonly team: string })[];
}

export interface AuthorCount {
  readonly team: string;
  readonly author: string;
  /** Role by what the team's members say; null for nobody of the team. */
  readonly role: MemberRole | 'removed' | null;
  /** Logins that wrote these entries. */
  readonly logins: readonly string[];
  readonly entries: number;
  readonly bytes: number;
  /** When the latest entry was written, by the author's clock. */
  readonly at: string;
}

/** Status as far as the user may see it. Throws TeamDatabaseAway, TeamDatabaseRefused. */
export const readStatus = (where: Where): Promise<DatabaseStatus> =>
  withDatabase(where, async (sql) => {
    const facts = await factsOf(sql);
    const version = await versionOf(sql);
    const rules = [
      ...databaseRules(facts),
      ...(version === 0 ? [] : await schemaRules(sql, version)),
    ];
    const roles = await within(
      sql<{ role: string; logins: string[]; off: string[] }[]>`
        SELECT groups.rolname AS role,
          array_to_json(array_remove(array_agg(DISTINCT members.rolname ORDER BY members.rolname), NULL)) AS logins,
          array_to_json(coalesce(array_agg(DISTINCT members.rolname) FILTER (WHERE NOT members.rolcanlogin), '{}')) AS off
        FROM pg_roles AS groups
        LEFT JOIN pg_auth_members ON roleid = groups.oid
        -- From PostgreSQL 16 on, who created a role is a member that may give it to others, and no more.
        LEFT JOIN pg_roles AS members ON members.oid = member AND pg_has_role(member, roleid, 'USAGE')
        WHERE groups.rolname = ANY (${sql.typed.textList(groupRoles)})
        GROUP BY groups.rolname ORDER BY groups.rolname`,
    );
    const connected = await within(
      sql<{ login: string }[]>`SELECT DISTINCT usename::text AS login FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL`,
    );
    const counts = version === 0 ? [] : await countAuthors(sql);
    const teams = await readTeams(where, [...new Set(counts.map(({ team }) => team))]);
    const roleOf = (team: string, author: string) =>
      teams.find((one) => one.team === team)?.roles.get(author) ?? null;
    return {
      server: facts.server,
      version,
      roles: [...roles],
      connected: connected.map(({ login }) => login),
      authors: counts.map((count) => ({ ...count, role: roleOf(count.team, count.author) })),
      seesAll: version === 0 || (await seesAllOf(sql)),
      blocked: teams.flatMap(({ blocked }) => blocked),
      unclear: teams.flatMap(({ team, unclear }) =>
        unclear.map((problem) => ({ ...problem, team })),
      ),
      problems: rules.flatMap(([isBroken, problem, change]) =>
        isBroken ? [{ problem, change }] : [],
      ),
    };
  });

async function seesAllOf(sql: Database): Promise<boolean> {
  const [row] = await within(
    sql<{ is: boolean }[]>`SELECT NOT row_security_active('causeway.entries')
      OR pg_has_role('causeway_desk', 'USAGE') AS is`,
  );
  return row?.is ?? false;
}

type Counted = Omit<AuthorCount, 'role'>;

async function countAuthors(sql: Database): Promise<readonly Counted[]> {
  const rows = await within(
    sql<(Omit<Counted, 'entries' | 'bytes'> & { entries: string; bytes: string })[]>`
      SELECT encode(team, 'hex') AS team, encode(author, 'hex') AS author, count(*) AS entries,
        sum(octet_length(bytes)) AS bytes, max(at) AS at,
        array_to_json(array_agg(DISTINCT login ORDER BY login)) AS logins
      FROM causeway.entries GROUP BY team, author ORDER BY team, author`,
  );
  return rows.map((row) => ({ ...row, entries: Number(row.entries), bytes: Number(row.bytes) }));
}
