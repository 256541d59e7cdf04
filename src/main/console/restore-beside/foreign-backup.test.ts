import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { writeBackup } from '../../core/backup/write-backup.ts';
import { openRecords } from '../../core/records/records.ts';
import { createTargets } from '../../features/webhooks/forwarding/targets.ts';
import { profileMigrations } from '../profile-session.ts';
import { mergeProfile, stampProfile } from './merge-profile.ts';
import { ownParts } from './own-parts.ts';
import { stageBackup } from './stage.ts';

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

const account = (bankName: string, updated: string) => ({
  kind: 'virtualAccount' as const,
  id: 'virtualAccount_1',
  source: 'read' as const,
  body: { id: 'virtualAccount_1', depositInstructions: { bankName }, updated },
});

it('what a backup tells of a time to come outranks nothing, and only columns of here are written', () => {
  const databases = [1, 2].map((number) => {
    const key = new Uint8Array(32).fill(number);
    const database = { file: join(folder, `${number}.db`), key, sealKey: key };
    const sqlite = openSqlite(database);
    migrate(sqlite, profileMigrations);
    return { database, sqlite, records: openRecords({ sqlite }) };
  });
  const [there, here] = databases;
  if (there === undefined || here === undefined) throw new Error('unreachable');
  const day = (number: number) => `2026-11-${number}T12:00:00.000Z`;
  there.records.observe({ ...account('Thief Bank', '2099-01-01T00:00:00Z'), observedAt: day(20) });
  there.sqlite.exec('DROP TRIGGER observations_never_change');
  there.sqlite.run('UPDATE observations SET rank = 99, effective_at = 9e15');
  there.sqlite.exec('ALTER TABLE observations ADD COLUMN "id) VALUES (1); --" TEXT');
  there.sqlite.exec(`UPDATE observations SET "id) VALUES (1); --" = 'x'`);
  here.records.observe({ ...account('Lead Bank', day(21)), observedAt: day(21) });
  for (const { sqlite } of databases) sqlite.close();

  const order = { from: there.database, into: here.database, person: null, ledger: [] };
  const merged = mergeProfile({ ...order, backup: { id: 'b', createdAt: '-' } });
  expect(merged.brought.observations).toBe(1);
  const sqlite = openSqlite(here.database);
  expect(openRecords({ sqlite }).get('virtualAccount', 'virtualAccount_1')?.body).toMatchObject({
    depositInstructions: { bankName: 'Lead Bank' },
  });
  sqlite.close();
});

function wholeProfile() {
  const key = new Uint8Array(32).fill(1);
  const into = { file: join(folder, 'whole.db'), key, sealKey: key };
  const sqlite = openSqlite(into);
  migrate(sqlite, profileMigrations);
  const order = { into, person: null, ledger: [], backup: { id: 'b', createdAt: '-' } };
  return { sqlite, stamp: () => stampProfile({ ...order, parts: ownParts(profileMigrations) }) };
}

it('no delivery goes to a target of a backup, which nobody confirmed here', () => {
  const { sqlite, stamp } = wholeProfile();
  const targets = createTargets(sqlite);
  targets.insert({
    id: 'target_1',
    name: 'Ledger',
    url: 'https://thief.example/',
    webhookId: null,
    events: [],
    isPaused: false,
    isLent: false,
    isForTeam: false,
    createdAt: '',
    sourceId: 'another',
    cursor: 0,
  });
  stamp();
  expect(targets.list()).toEqual([]);
  sqlite.close();
});

it('no trigger and no view of a backup acts here, and those of here are there', () => {
  const { sqlite, stamp } = wholeProfile();
  const schema = () => sqlite.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name');
  const before = schema();
  sqlite.exec(`
    DROP TRIGGER observations_never_change;
    DROP VIEW audit_shown;
    CREATE VIEW audit_shown AS SELECT sequence, at, action, hash, facts FROM audit_log;
    CREATE TRIGGER "a ""thief""" AFTER INSERT ON records BEGIN
      UPDATE records SET body = replace(body, 'Lead Bank', 'Thief Bank') WHERE record = NEW.record;
    END;`);
  stamp();
  expect(schema()).toEqual(before);
  const records = openRecords({ sqlite });
  const at = '2026-11-20T12:00:00.000Z';
  records.observe({ ...account('Lead Bank', at), observedAt: at });
  expect(records.get('virtualAccount', 'virtualAccount_1')?.body).toMatchObject({
    depositInstructions: { bankName: 'Lead Bank' },
  });
  sqlite.close();
});

it('brings what a person was shown, and no other file that took its place', () => {
  const key = new Uint8Array(32).fill(1);
  const write = (secret: string): void => {
    const id = 'ab'.repeat(16);
    writeBackup({
      folder,
      name: 'one.backup',
      key,
      sources: [],
      profiles: [],
      secrets: { 'data-key:one': secret },
      head: {
        version: 1,
        id,
        createdAt: '2026-11-24T09:00:00.000Z',
        program: '0.1.0',
        installationId: id,
        cipher: 'aes-256-gcm',
        slots: [{ kind: 'passphrase', salt: '', sealedKey: '' }],
      },
    });
  };
  const stage = (shown: string | null) =>
    stageBackup({ file: join(folder, 'one.backup'), key, folder, shown }, () => undefined);
  write('one');
  const { digest } = stage(null);
  expect(stage(digest).secrets).toEqual({ 'data-key:one': 'one' });
  rmSync(join(folder, 'one.backup'));
  write('other');
  expect(() => stage(digest)).toThrow('Another file is in the place of this backup');
});
