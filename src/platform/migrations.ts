/** Schema changes, each applied once, in order, in a transaction of its own. */
import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export interface Migration {
  /** Date, room and number: `2026-11-20-records-1`. Never changed once released. */
  readonly id: string;
  up(sqlite: Sqlite): void;
}

/** The database was written by a newer program, whose changes this one does not know. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
  readonly unknown: readonly string[];
  constructor(unknown: readonly string[]) {
    super(
      `This data was written by a newer version of Causeway (${unknown.join(', ')}). ` +
        'Nothing was changed. Install that version or a later one to open it.',
    );
    this.unknown = unknown;
  }
}

const appliedRow = z.object({ id: z.string() });

/** Applies what is missing, in the given order. Throws DatabaseTooNew before touching anything. */
export function migrate(sqlite: Sqlite, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.id));
  if (known.size !== migrations.length) throw new TypeError('Two migrations share an id.');
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS migrations (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT',
  );
  const applied = z
    .array(appliedRow)
    .parse(sqlite.all('SELECT id FROM migrations ORDER BY position'))
    .map((row) => row.id);
  const unknown = applied.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new DatabaseTooNew(unknown);

  const done = new Set(applied);
  for (const migration of migrations.filter(({ id }) => !done.has(id))) {
    sqlite.transaction(() => {
      migration.up(sqlite);
      sqlite.run('INSERT INTO migrations (id) VALUES (?)', [migration.id]);
    });
  }
}
