/** A backup of a small data directory, and restoring it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup } from '../../../src/main/core/backup/restore.ts';
import { backupSources } from '../../../src/main/core/backup/sources.ts';
import { writeBackup } from '../../../src/main/core/backup/write-backup.ts';
import { dataKeyName } from '../../../src/main/core/vault/key-record.ts';
import { systemRandom } from '../../../src/platform/random.ts';
import { openSqlite } from '../../../src/platform/sqlite.ts';
import { makeScryptCheap } from '../data-keys/data.ts';

const key = Buffer.alloc(32, 7);
const dataKey = Buffer.alloc(32, 8);
export const passphrase = 'seven quiet herons';
const name = 'one.backup';
const slot = { kind: 'passphrase', salt: '', sealedKey: '' } as const;

export function makeBackup(directory: string): void {
  const dataDir = join(directory, 'before');
  for (const folder of ['anchors', 'profiles/one'])
    mkdirSync(join(dataDir, folder), { recursive: true });
  const id = 'ab'.repeat(16);
  writeFileSync(join(dataDir, 'installation.json'), JSON.stringify({ version: 1, id }));
  for (const file of ['profiles.json', 'people.json', 'anchors/one.json'])
    writeFileSync(join(dataDir, file), '{}');
  const sqlite = openSqlite({ file: join(dataDir, 'profiles/one/records.db'), key: dataKey });
  sqlite.exec('CREATE TABLE facts (fact TEXT)');
  sqlite.run('INSERT INTO facts VALUES (?)', ['there']);
  sqlite.close();
  const secrets = { [dataKeyName('one')]: dataKey.toString('hex') };
  writeBackup({
    folder: directory,
    name,
    key,
    secrets,
    profiles: [],
    head: {
      version: 1,
      id,
      createdAt: '2026-11-26T09:00:00.000Z',
      program: '0',
      installationId: id,
      cipher: 'aes-256-gcm',
      slots: [slot],
    },
    sources: backupSources(dataDir, new Map(Object.entries(secrets))),
  });
}

export async function restore(directory: string, dataDir: string): Promise<void> {
  makeScryptCheap();
  await restoreBackup({
    file: join(directory, name),
    key,
    dataDir,
    passphrase,
    random: systemRandom,
  });
}

/** What the restored database says. */
export function readBack(dataDir: string): readonly string[] {
  const sqlite = openSqlite({ file: join(dataDir, 'profiles/one/records.db'), key: dataKey });
  try {
    return sqlite.texts('SELECT fact FROM facts');
  } finally {
    sqlite.close();
  }
}
