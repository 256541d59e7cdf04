import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { noticeMigrations } from './store.ts';

it('a choice of failed payouts stays, with all that was told', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, noticeMigrations.slice(0, 1));
  sqlite.exec(`
    INSERT INTO notice_kinds VALUES ('failedPayouts', 1, NULL), ('token', 0, NULL);
    INSERT INTO notice_told VALUES ('failedPayouts', 'mark', '2026-11-23T12:00:00.000Z');
  `);
  migrate(sqlite, noticeMigrations);
  expect(sqlite.all('SELECT kind, is_known FROM notice_kinds ORDER BY kind')).toEqual([
    { kind: 'payoutsFailed', is_known: 1 },
    { kind: 'token', is_known: 0 },
  ]);
  expect(sqlite.texts('SELECT kind FROM notice_told', [])).toEqual(['payoutsFailed']);
  sqlite.close();
});
