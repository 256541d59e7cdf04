/** Schema changes, each applied once, in order, in its own transaction; those of a new database in one. */
import { z } from 'zod';
import type { Sqlite } from './sqlite.ts';

export interface Migration {
  /** Date, module and number: `2026-11-20-records-1`. Never changed once released. */
  readonly id: string;
  /** Those that it came of before the first release: where all of them are applied, it is. */
  readonly replaces?: readonly string[];
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

/** The database stopped in the middle of what one migration replaces. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
  constructor(missing: readonly string[]) {
    super(
      `This data was written by an early version of Causeway (without ${missing.join(', ')}). ` +
        'Nothing was changed. Open it with the version of 22 November 2026 first.',
    );
  }
}

const appliedRow = z.object({ id: z.string() });

/**
 * Adds columns to a table that an earlier version made without them. A new database has them from its CREATE TABLE, as
 * each that is added has SQLite read the whole schema anew.
 * @param columns as ALTER TABLE takes them, each by its name first
 */
export function addColumns(
  sqlite: Pick<Sqlite, 'texts' | 'exec'>,
  table: string,
  ...columns: readonly string[]
): void {
  const present = sqlite.texts('SELECT name FROM pragma_table_info(?)', [table]);
  const missing = columns.filter((column) => !present.includes(column.split(' ')[0] ?? ''));
  sqlite.exec(missing.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column};`).join('\n'));
}

/** Applies missing migrations, in the given order. Throws DatabaseTooNew or DatabaseTooOld before any change. */
export function migrate(sqlite: Sqlite, migrations: readonly Migration[]): void {
  const ids = migrations.flatMap(({ id, replaces = [] }) => [id, ...replaces]);
  const known = new Set(ids);
  if (known.size !== ids.length) throw new TypeError('Two migrations share an id.');
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
  const left = migrations.filter(({ id }) => !done.has(id));
  for (const { replaces = [] } of left) {
    const missing = replaces.filter((old) => !done.has(old));
    if (missing.length > 0 && missing.length < replaces.length) throw new DatabaseTooOld(missing);
  }
  const apply = ({ id, replaces = [], up }: Migration): void =>
    sqlite.join(() => {
      if (!replaces.some((old) => done.has(old))) up(sqlite);
      for (const old of replaces) sqlite.run('DELETE FROM migrations WHERE id = ?', [old]);
      sqlite.run('INSERT INTO migrations (id) VALUES (?)', [id]);
    });
  const applyAll = (): void => left.forEach(apply);
  // A new database has nothing to keep between them.
  if (applied.length === 0) sqlite.join(applyAll);
  else applyAll();
}
