/** Triggers and views of a backup's database: anybody may have written them, and they act on all that comes later. */
import { z } from 'zod';
import { type Migration, migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';

const partRows = z.array(
  z.object({ type: z.enum(['trigger', 'view']), name: z.string(), sql: z.string() }),
);
type Parts = z.infer<typeof partRows>;

/** Views first: some triggers are of one. */
const partsOf = (sqlite: Sqlite): Parts =>
  partRows.parse(
    sqlite.all(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view') ORDER BY type DESC, name",
    ),
  );

/** As the migrations make them. */
export function ownParts(migrations: readonly Migration[]): Parts {
  const sqlite = openMemorySqlite(null);
  try {
    migrate(sqlite, migrations);
    return partsOf(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Leaves those alone. The database has the schema of now. */
export function takeParts(sqlite: Sqlite, own: Parts): void {
  const isAmong = (parts: Parts, { name, sql }: Parts[number]): boolean =>
    parts.some((part) => part.name === name && part.sql === sql);
  sqlite.transaction(() => {
    for (const part of partsOf(sqlite).toReversed())
      if (!isAmong(own, part))
        sqlite.exec(`DROP ${part.type} "${part.name.replaceAll('"', '""')}"`);
    const left = partsOf(sqlite);
    for (const part of own) if (!isAmong(left, part)) sqlite.exec(part.sql);
  });
}
