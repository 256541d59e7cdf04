/** A backup that is killed at any moment leaves what was there, or a whole new one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { checkBackup } from './check-backup.ts';

let root = '';
beforeEach(() => {
  root = testFolder();
});

const key = Buffer.alloc(32, 7);

/** Writes one backup after another, and says when each began. */
const program = (folder: string) => `
  import { writeBackup } from ${JSON.stringify(join(import.meta.dirname, 'write-backup.ts'))};
  const key = Buffer.alloc(32, 7);
  const head = {
    version: 1, id: 'ab'.repeat(16), createdAt: '2026-11-24T09:00:00.000Z', program: '0',
    installationId: 'x', cipher: 'aes-256-gcm',
    slots: [{ kind: 'passphrase', salt: '', sealedKey: '' }],
  };
  for (let index = 0; ; index += 1) {
    process.stdout.write('.');
    writeBackup({
      folder: ${JSON.stringify(folder)}, name: 'one.backup', head, key,
      sources: [{ path: 'records.db', file: ${JSON.stringify(join(folder, '../records.db'))}, key }],
      secrets: {}, profiles: [],
    });
  }
`;

it('whole or as before, at twelve moments', async () => {
  const folder = mkdtempSync(join(root, 'to-'));
  const sqlite = openSqlite({ file: join(root, 'records.db'), key });
  sqlite.exec('CREATE TABLE t (a)');
  sqlite.run(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT randomblob(2000) FROM n',
  );
  sqlite.close();
  let whole = 0;
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(
      process.execPath,
      ['--input-type=module-typescript', '-e', program(folder)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    // In the first of them or, however slow the machine, in one after the first.
    let begun = 0;
    while (begun < (round < 6 ? 1 : 2)) {
      const [dots] = (await once(child.stdout, 'data')) as [Buffer];
      begun += dots.length;
    }
    await after(round * 9);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const names = readdirSync(folder);
    expect(names.filter((name) => !['one.backup', 'one.backup.part'].includes(name))).toEqual([]);
    if (!names.includes('one.backup')) continue;
    expect(checkBackup(join(folder, 'one.backup'), key).bytes).toBeGreaterThan(4_000_000);
    whole += 1;
  }
  expect(whole).toBeGreaterThan(0);
}, 60_000);
