/**
 * A process that writes one backup after another: `node write-backups.ts <folder> <source> <times>`. It says
 * on stdout `kept <name>` after each.
 */
import { writeSync } from 'node:fs';
import { writeBackup } from '../../../src/main/core/backup/write-backup.ts';

const [folder, source, times] = process.argv.slice(2);
if (folder === undefined || source === undefined || times === undefined)
  throw new TypeError('folder, source, times');

for (let number = 1; number <= Number(times); number += 1) {
  const { file } = writeBackup({
    folder,
    name: `${number}.backup`,
    key: Buffer.alloc(32, 7),
    secrets: {},
    profiles: [],
    head: {
      version: 1,
      id: 'ab'.repeat(16),
      createdAt: '2026-11-26T09:00:00.000Z',
      program: '0',
      installationId: 'x',
      cipher: 'aes-256-gcm',
      slots: [{ kind: 'passphrase', salt: '', sealedKey: '' }],
    },
    sources: [{ path: 'a', file: source, key: null }],
  });
  writeSync(1, `kept ${file.split('/').at(-1)}\n`);
}
