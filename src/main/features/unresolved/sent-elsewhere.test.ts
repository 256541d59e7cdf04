import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite } from '../../../platform/sqlite.ts';
import { auditMigrations } from '../../core/audit/audit.ts';
import { handoverMigrations } from '../handover/migrations.ts';
import { sentElsewhere } from './sent-elsewhere.ts';

it('a request is this computer’s own unless somebody told it, also where it is lost who did', () => {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, [...handoverMigrations, ...auditMigrations]);
  sqlite.exec(`
    INSERT INTO handover_files VALUES ('f', 'c', NULL, '-', '-');
    INSERT INTO handover_computers VALUES ('c', 'Laptop');
    INSERT INTO handover_entries VALUES ('e', 'c', 'f', 'request', 'request', 'k', '', '-'),
      ('s', 'c', 'f', 'resolution', 'request', 'resolved', '', '-');
    INSERT INTO audit_log (at, action, facts, hash)
      VALUES ('-', 'customer.create.journalled', '{"intentKey":"resolved"}', '-')`);
  const of = (key: string) => sentElsewhere(sqlite, 'own', key);
  expect(['k', 'resolved', 'x'].map(of)).toEqual(['Laptop', null, null]);
  // The audit log is long, and asked only where it is lost whose a request is.
  const read = () => expect.fail('The audit log was read.');
  expect(sentElsewhere(sqlite, 'own', 'k', read)).toBe('Laptop');
  sqlite.run(
    `INSERT INTO handover_entries VALUES ('n', ?, 'f', 'request', 'request', 'n', '', '-')`,
    ['0'.repeat(64)],
  );
  expect(of('n')).toBe('not known any more');
  sqlite.exec(`
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_origins_never_go;
    DELETE FROM handover_origins`);
  // Of one that was sent from here what is left may be a colleague's resolution.
  expect(['k', 'x', 'resolved'].map(of)).toEqual(['not known any more', null, null]);
  sqlite.close();
});
