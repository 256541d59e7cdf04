/** Values that occur in a column. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';

const valueRows = z.array(z.object({ value: z.string() }));

/**
 * Sorted. From each to the next by a seek, so where an index begins with the column, its rows are not gone over:
 * there are few values, and many rows of each.
 */
export const distinctValues = (
  sqlite: Pick<Sqlite, 'all'>,
  table: string,
  column: string,
): string[] =>
  valueRows
    .parse(
      sqlite.all(`
     WITH RECURSIVE found (value) AS (
       SELECT min(${column}) FROM ${table}
       UNION ALL
       SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > value) FROM found
         WHERE value IS NOT NULL)
     SELECT value FROM found WHERE value IS NOT NULL`),
    )
    .map(({ value }) => value);
