import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from './audit.ts';
import { verifyLog } from './verify-log.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase();
});

const clock = { now: () => 0 };

it('comes to a database that other modules have filled already, and starts at one', () => {
  const other = { id: 'other', up: (database: Sqlite) => database.exec('CREATE TABLE other (x)') };
  migrate(sqlite, [other]);
  sqlite.exec('INSERT INTO other VALUES (1)');
  migrate(sqlite, [other, ...auditMigrations]);
  expect(openAudit({ sqlite, clock }).append({ action: 'a', facts: {} }).sequence).toBe(1);
  expect(sqlite.all('SELECT * FROM other')).toEqual([{ x: 1 }]);
});

it('goes along the log by its key, without sorting', () => {
  migrate(sqlite, auditMigrations);
  const { plans, all } = explained(sqlite);
  const spied = { ...sqlite, all };
  const audit = openAudit({ sqlite: spied, clock });
  audit.append({ action: 'a', facts: {} });
  audit.list({ offset: 0, limit: 10 });
  verifyLog(spied);
  expect([...new Set(plans.map((steps) => steps.join('; ')))]).toEqual([
    'SEARCH audit_log USING INTEGER PRIMARY KEY (rowid<?); SEARCH audit_words USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    'SEARCH audit_log USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH audit_words USING INTEGER PRIMARY KEY (rowid>?); SEARCH audit_log USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
  ]);
});
