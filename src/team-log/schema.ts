/**
 * Whether a database still has what the steps of its schema made: after a partial restore, or a change by hand, nothing
 * else would say that two can claim the same, or that a power cut empties the log. By name, read out of the steps.
 */
import { type Database, within } from './database.ts';
import { migrations } from './migrations.ts';

/** By what it is, as `found` says it; with the SQL that brings it back. */
type Parts = Map<string, string>;

/** The first that fits a statement says what it adds, or takes away. */
const forms: readonly (readonly [
  RegExp,
  (parts: Parts, sql: string, ...names: string[]) => void,
])[] = [
  [
    /^CREATE TABLE causeway\.(\w+)/,
    (parts, sql, table) => {
      parts.set(`table ${table}`, `ALTER TABLE causeway.${table} SET LOGGED`);
      const [, column] = /[(,] *(\w+) [^,(]*\bPRIMARY KEY/.exec(sql) ?? [];
      const [, columns] = /PRIMARY KEY \(([^)]*)\)/.exec(sql) ?? [];
      addKey(parts, table, columns ?? column);
    },
  ],
  [
    /^ALTER TABLE causeway\.(\w+)\b.*\bADD (?:CONSTRAINT \w+ )?PRIMARY KEY \(([^)]*)\)/s,
    (parts, _sql, table, columns) => addKey(parts, table, columns),
  ],
  [
    /^ALTER TABLE causeway\.(\w+) ENABLE ROW LEVEL SECURITY/,
    (parts, sql, table) => parts.set(`row level security of ${table}`, sql),
  ],
  [
    /^CREATE (UNIQUE )?INDEX (\w+) ON causeway\.(\w+)/,
    (parts, sql, unique = '', name, table) =>
      parts.set(
        `${unique.toLowerCase()}index ${name} of ${table}`,
        `DROP INDEX IF EXISTS causeway.${name}; ${sql}`,
      ),
  ],
  [
    /^CREATE (TRIGGER|POLICY) (\w+)\b.*? ON causeway\.(\w+)/s,
    (parts, sql, what, name, table) =>
      parts.set(
        `${what?.toLowerCase()} ${name} of ${table}`,
        `DROP ${what} IF EXISTS ${name} ON causeway.${table}; ${sql}`,
      ),
  ],
  [
    /^DROP (TRIGGER|POLICY) (?:IF EXISTS )?(\w+) ON causeway\.(\w+)/,
    (parts, _sql, what, name, table) => parts.delete(`${what?.toLowerCase()} ${name} of ${table}`),
  ],
];

const addKey = (parts: Parts, table = '', columns = ''): void =>
  void parts.set(
    `unique index ${table}_pkey of ${table}`,
    `ALTER TABLE causeway.${table} ADD PRIMARY KEY (${columns})`,
  );

/** What the steps up to this one made, and have not taken away. */
export function schemaParts(version: number): ReadonlyMap<string, string> {
  const parts: Parts = new Map();
  for (const { sql } of migrations.slice(0, version)) {
    // A function's body is one part of its statement.
    const statements = sql.replaceAll(/--.*$/gm, '').match(/(?:\$\$.*?\$\$|[^;])+/gs) ?? [];
    for (const statement of statements.map((one) => one.trim())) {
      for (const [form, apply] of forms) {
        const names = form.exec(statement)?.slice(1);
        if (names === undefined) continue;
        apply(parts, statement.replaceAll(/\s+/g, ' '), ...names);
        break;
      }
    }
  }
  return parts;
}

/** What is there, whole and in force. */
export async function foundParts(sql: Database): Promise<readonly string[]> {
  const rows = await within(sql<{ part: string }[]>`
    WITH tables AS (
      SELECT * FROM pg_class WHERE relnamespace = 'causeway'::regnamespace AND relkind = 'r'
    )
    SELECT CASE WHEN relpersistence = 'p' THEN '' ELSE 'unlogged ' END || 'table ' || relname AS part
      FROM tables
    UNION ALL SELECT 'row level security of ' || relname FROM tables WHERE relrowsecurity
    UNION ALL SELECT CASE WHEN indisunique THEN 'unique ' ELSE '' END
        || 'index ' || indexes.relname || ' of ' || tables.relname
      FROM tables JOIN pg_index ON indrelid = tables.oid JOIN pg_class AS indexes ON indexes.oid = indexrelid
      WHERE indisvalid AND indisready
    UNION ALL SELECT 'trigger ' || tgname || ' of ' || relname
      FROM tables JOIN pg_trigger ON tgrelid = tables.oid
      -- Not one that was disabled, or is for a replica alone.
      WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
    UNION ALL SELECT 'policy ' || polname || ' of ' || relname
      FROM tables JOIN pg_policy ON polrelid = tables.oid`);
  return rows.map(({ part }) => part);
}
