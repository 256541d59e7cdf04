import { z } from 'zod';
import type { Sqlite, SqlValue } from './sqlite.ts';

const countRow = z.object({ count: z.int() });

/** What a query of one row gives as its column `count`. */
export const readCount = (
  sqlite: Pick<Sqlite, 'first'>,
  sql: string,
  parameters: readonly SqlValue[] = [],
): number => countRow.parse(sqlite.first(sql, parameters)).count;
