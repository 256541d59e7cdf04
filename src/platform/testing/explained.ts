/** For unit tests: how SQLite goes about what is asked. */
import type { Sqlite, SqlValue } from '../sqlite.ts';

/** `all` and `first` of a handle, that note the steps of SQLite's plan for each query in `plans`. */
export function explained(sqlite: Pick<Sqlite, 'all' | 'first'>) {
  const plans: string[][] = [];
  const explain = (sql: string, values: readonly SqlValue[] = []): void => {
    if (sql.startsWith('PRAGMA')) return;
    const steps = sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, values) as { detail: string }[];
    plans.push(steps.map(({ detail }) => detail));
  };
  const all: Sqlite['all'] = (sql, values) => {
    explain(sql, values);
    return sqlite.all(sql, values);
  };
  const first: Sqlite['first'] = (sql, values) => {
    explain(sql, values);
    return sqlite.first(sql, values);
  };
  return { plans, all, first };
}
