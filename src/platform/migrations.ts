/** Schema changes, each applied once, in order, in its own transaction. */
import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export interface Migration {
  /** Date, module and number: `2026-11-20-records-1`. Never changed once released. */
  readonly id: string;
  up(sqlite: Sqlite): void;
}

/** A newer version wrote the database, with changes that this one does not know. */
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

/** Applies missing migrations, in the given order. Throws DatabaseTooNew before any change. */
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
