/** Records in a folder of their own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../migrations.ts';
import { openRecords } from '../records.ts';
import type { Records } from '../types.ts';

export interface TestRecords {
  readonly sqlite: Sqlite;
  readonly records: Records;
  remove(): void;
}

export function openTestRecords(): TestRecords {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-records-'));
  const sqlite = openSqlite({
    file: join(directory, 'profile.db'),
    key: new Uint8Array(32).fill(7),
  });
  migrate(sqlite, recordsMigrations);
  return {
    sqlite,
    records: openRecords({ sqlite }),
    remove() {
      sqlite.close();
      rmSync(directory, { recursive: true });
    },
  };
}
