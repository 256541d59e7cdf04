/** A bulk run that a backup has unfinished sends nothing where the backup is restored. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { readBackupHead } from '../core/backup/check-backup.ts';
import { openSlots } from '../core/backup/key-slots.ts';
import { restoreBackup } from '../core/backup/restore.ts';
import { makeScryptCheap } from '../core/vault/testing/cheap-scrypt.ts';
import { bulkDraftOf, bulkOrder, bulkResultOf, restedRun } from './testing/bulk.ts';
import {
  createCustomer,
  createTestDirectory,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
let root = '';
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
  root = testFolder();
});
afterEach(async () => {
  await directory.remove();
});

const passphrase = 'seven quiet herons';
const profileId = 'built-in';

async function pausedRun(started: TestConsole, email: string): Promise<string> {
  const { id: customer } = await createCustomer(started, email);
  const rows = Array.from(
    { length: 300 },
    (_none, index) =>
      `${customer},usd,USDC,base,0x${'abcdef'.repeat(5)}${String(index).padStart(10, '0')},40`,
  );
  const heading =
    'Customer ID,Source currency,Destination currency,Network,Wallet address,Fee (bps)';
  const draft = await bulkDraftOf(started, [heading, ...rows].join('\n'));
  const { id } = await started.bridge.bulk.drafts.start(bulkOrder(draft));
  await started.bridge.bulk.runs.pause({ profileId, id });
  const { counts } = await restedRun(started, id);
  expect(counts.waiting).toBeGreaterThan(0);
  return id;
}

it('is stopped where it is restored, says what may have been sent, and other runs go on', async () => {
  const first = await directory.start();
  const id = await pausedRun(first, 'ada@example.com');
  const { counts } = await first.bridge.bulk.runs.get({ id });
  const folder = join(root, 'backups');
  mkdirSync(folder);
  const { path } = await first.bridge.backups.writeOne();
  await submitDocument(first, path, { folder, passphrase, again: passphrase });
  // On this computer it goes on.
  await first.bridge.bulk.runs.goOn({ profileId, id, knownAt: null });
  expect(await restedRun(first, id)).toMatchObject({ state: 'done' });
  await first.console.dispose();

  const file = join(folder, readdirSync(folder).at(-1) ?? '');
  const key = await openSlots(readBackupHead(file), { kind: 'passphrase', passphrase });
  const dataDir = join(root, 'laptop');
  await restoreBackup({ file, key, dataDir, passphrase, random: systemRandom });
  const open = () => directory.start({ dataDir, keychain: noKeychain, passphrase });
  const moved = await open();
  const restored = await moved.bridge.bulk.runs.get({ id });
  expect(restored).toMatchObject({ state: 'stopped', cause: 'restored' });
  expect(restored.sentence).toContain('may have been sent since');
  expect(restored.counts).toMatchObject({
    created: counts.created,
    unsent: counts.waiting,
    waiting: 0,
  });
  const { error } = await safe(moved.bridge.bulk.runs.goOn({ profileId, id, knownAt: null }));
  expect(error?.message).toContain('This run has ended');
  const unsent = (await bulkResultOf(moved, id)).filter(({ state }) => state === 'unsent');
  expect(unsent).toHaveLength(counts.waiting);
  expect(unsent[0]?.['reason']).toContain('may have been sent since');

  // Those that begin here are its own.
  const own = await pausedRun(moved, 'grace@example.com');
  await moved.console.dispose();
  const again = await open();
  expect(await again.bridge.bulk.runs.get({ id: own })).toMatchObject({ state: 'paused' });
}, 120_000);
