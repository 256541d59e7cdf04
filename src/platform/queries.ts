/**
 * Kysely only as a typed query builder: it writes the SQL, the synchronous handle runs it. Rows are unknown,
 * because file content is parsed like anything else from outside.
 */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Sqlite, SqlValue } from './sqlite.ts';

export interface Queries<Schema> {
  /** For queries so frequent that building the SQL would cost more than running it. */
  readonly sqlite: Pick<Sqlite, 'all' | 'first' | 'texts' | 'run'>;
  /** Builds queries; it has no connection, so `execute` does nothing. */
  readonly build: Kysely<Schema>;
  all(query: Compilable): unknown[];
  first(query: Compilable): unknown;
  run(query: Compilable): { readonly changes: number };
}

/** Queries over the tables of `Schema`, run on this handle. */
export function createQueries<Schema>(sqlite: Sqlite): Queries<Schema> {
  const build = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const compiled = (query: Compilable) => {
    const { sql, parameters } = query.compile();
    return [sql, parameters as readonly SqlValue[]] as const;
  };
  return {
    sqlite,
    build,
    all: (query) => sqlite.all(...compiled(query)),
    first: (query) => sqlite.first(...compiled(query)),
    run: (query) => sqlite.run(...compiled(query)),
  };
}
