/** Changing what triggers protect, where a person said so. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';

const guardRows = z.array(z.object({ name: z.string(), tbl_name: z.string(), sql: z.string() }));

/**
 * Lifts what forbids that rows change, in the running transaction; never of the audit log. Changes of the
 * schema are undone with it.
 *
 * @param tables whose guards are lifted; null: of all
 */
export function withoutGuards<Result>(
  sqlite: Sqlite,
  tables: readonly string[] | null,
  work: () => Result,
): Result {
  const guards = guardRows
    .parse(
      sqlite.all(
        `SELECT name, tbl_name, sql FROM sqlite_schema
         WHERE type = 'trigger' AND tbl_name <> 'audit_log' AND instr(sql, 'RAISE(ABORT') > 0`,
      ),
    )
    .filter(({ tbl_name: table }) => tables?.includes(table) ?? true);
  for (const { name } of guards) sqlite.exec(`DROP TRIGGER ${name}`);
  const result = work();
  for (const { sql } of guards) sqlite.exec(sql);
  return result;
}
