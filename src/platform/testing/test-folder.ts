/** For unit tests: folders and databases that are gone with the test that began them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Migration, migrate } from '../migrations.ts';
import { openSqlite, type Sqlite } from '../sqlite.ts';

/** An empty folder. It goes after the hooks of the test, so these still find it. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database in a folder of its own. It closes after the hooks of the test. */
export function testDatabase(migrations: readonly Migration[] = []): Sqlite {
  const sqlite = openSqlite({
    file: join(testFolder(), 'test.db'),
    key: new Uint8Array(32).fill(7),
  });
  onTestFinished(() => sqlite.close());
  migrate(sqlite, migrations);
  return sqlite;
}
