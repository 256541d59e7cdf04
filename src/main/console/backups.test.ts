import { copyFileSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackupsView } from '../../bridge/backups.ts';
import { systemRandom } from '../../platform/random.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { checkBackup, readBackupHead } from '../core/backup/check-backup.ts';
import { openSlots } from '../core/backup/key-slots.ts';
import { restoreBackup } from '../core/backup/restore.ts';
import { backupNameOf } from '../core/backup/thinning.ts';
import { recoveryKeyOf } from '../core/vault/recovery-words.ts';
import { makeScryptCheap } from '../core/vault/testing/cheap-scrypt.ts';
import {
  addProfile,
  createCustomer,
  createTestDirectory,
  documentAt,
  makeRecoveryKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from './testing/console.ts';

let directory: TestDirectory;
let root = '';
let folder = '';
beforeEach(() => {
  makeScryptCheap();
  directory = createTestDirectory();
  root = testFolder();
  folder = join(root, 'synced');
  mkdirSync(folder);
});
afterEach(async () => {
  await directory.remove();
});

const passphrase = 'seven quiet herons';

/** Waits until something is so of the backups. */
async function until(
  { bridge }: TestConsole,
  isSo: (view: BackupsView) => boolean,
): Promise<BackupsView> {
  const stop = new AbortController();
  const notices = await bridge.updates.watch(undefined, { signal: stop.signal });
  try {
    for (;;) {
      const view = await bridge.backups.get();
      if (isSo(view)) return view;
      await notices.next();
    }
  } finally {
    stop.abort();
  }
}

/** What the overview says of backups. */
async function needOf({ bridge }: TestConsole): Promise<string> {
  const { needs, pending } = await bridge.overview.needs({ knownAt: null });
  const found = needs.find(({ kind }) => kind === 'backups');
  return found === undefined && pending.length === 0 ? 'none' : JSON.stringify(found ?? pending);
}

const isDone = ({ running, last, failure }: BackupsView) =>
  running === null && (last !== null || failure !== null);

async function chooseFolder(started: TestConsole, every = ''): Promise<string> {
  const { path } = await started.bridge.backups.chooseFolder();
  return await submitDocument(started, path, { folder, every });
}

describe('backups', () => {
  it('go to the folder that a person chose, and bring everything back elsewhere', async () => {
    const first = await directory.start();
    const { id } = await createCustomer(first, 'ada@example.com');
    const words = await makeRecoveryKey(first);
    expect(await chooseFolder(first)).toContain('Backups go to this folder');
    const { last, failure } = await until(first, isDone);
    expect(failure).toBeNull();
    const file = last?.file ?? '';
    expect(readdirSync(folder)).toEqual([file.split('/').at(-1)]);
    const { rows } = await first.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toContain('backup.written');
    await first.console.dispose();

    const key = await openSlots(readBackupHead(file), {
      kind: 'recovery-key',
      recoveryKey: recoveryKeyOf(words.join(' ')),
    });
    const { contents, secrets } = checkBackup(file, key);
    expect(contents.profiles).toMatchObject([{ id: 'built-in', records: { customer: 1 } }]);
    expect([...secrets.keys()].filter((name) => /token|tunnel/.test(name))).toEqual([]);
    const dataDir = join(root, 'laptop');
    await restoreBackup({ file, key, dataDir, passphrase, random: systemRandom });
    expect(readdirSync(dataDir)).toContain('recovery.sealed');
    const moved = await directory.start({ dataDir, keychain: noKeychain, passphrase });
    expect((await moved.bridge.customers.get({ id })).email).toBe('ada@example.com');
    expect(await verifiedAudit(moved)).toMatchObject({ state: 'intact' });
    expect((await moved.bridge.audit.state()).alarm).toBeNull();
    // The recovery key stays the same on the new computer.
    expect(await moved.bridge.vault.recovery()).toEqual({ madeAt: expect.any(String) });
    await createCustomer(moved, 'grace@example.com');
  });

  it('bring back the mode of a profile, and when Causeway locks', async () => {
    const first = await directory.start();
    const { path: changing } = await first.bridge.profiles.changeMode({ id: 'built-in' });
    await submitDocument(first, changing, { mode: 'review' });
    const settings = { idleMinutes: 3, withSystem: false };
    await first.bridge.lock.save(settings);
    const { path } = await first.bridge.backups.writeOne();
    await submitDocument(first, path, { folder, passphrase, again: passphrase });
    const file = join(folder, readdirSync(folder)[0] ?? '');
    const key = await openSlots(readBackupHead(file), { kind: 'passphrase', passphrase });
    const dataDir = join(root, 'laptop');
    await restoreBackup({ file, key, dataDir, passphrase, random: systemRandom });
    const { bridge } = await directory.start({ dataDir, keychain: noKeychain, passphrase });
    expect((await bridge.connection.get()).mode).toBe('review');
    expect((await bridge.lock.view()).settings).toEqual(settings);
  });

  it('need a recovery key and a folder outside the data, and say what is wrong', async () => {
    const started = await directory.start();
    const { error } = await safe(started.bridge.backups.chooseFolder());
    expect(error?.message).toContain('Set the recovery key first');
    await makeRecoveryKey(started);
    mkdirSync(join(directory.path, '..x'));
    for (const [typed, problem] of [
      ['synced', 'full path'],
      [join(root, 'nowhere'), 'an existing folder'],
      [directory.path, 'outside the data folder'],
      [join(directory.path, 'profiles'), 'outside the data folder'],
      [join(directory.path, '..x'), 'outside the data folder'],
    ] as const) {
      const { path } = await started.bridge.backups.chooseFolder();
      expect(await submitDocument(started, path, { folder: typed })).toContain(problem);
    }
    expect((await started.bridge.backups.get()).folder).toBeNull();
    expect(await safe(started.bridge.backups.start())).toMatchObject({
      error: { message: expect.stringContaining('Set a backup folder first') },
    });
  });

  it('are turned off by a person alone', async () => {
    const started = await directory.start();
    await makeRecoveryKey(started);
    await chooseFolder(started);
    await until(started, isDone);
    const { path } = await started.bridge.backups.turnOff();
    expect(documentAt(started, path)).toContain(folder);
    expect((await started.bridge.backups.get()).folder).toBe(folder);
    expect(await submitDocument(started, path)).toContain('Backups are turned off.');
    expect((await started.bridge.backups.get()).folder).toBeNull();
    const { rows } = await started.bridge.audit.list({});
    expect(rows[0]).toMatchObject({ action: 'backup.turned-off' });
    const { error } = await safe(started.bridge.backups.turnOff());
    expect(error?.message).toContain('turned off already');
  });

  it('begin in a folder that was chosen meanwhile after the one under way', async () => {
    const started = await directory.start();
    await makeRecoveryKey(started);
    const { path } = await started.bridge.backups.writeOne();
    const other = join(root, 'other');
    mkdirSync(other);
    const typed = { folder: other, passphrase, again: passphrase };
    const one = submitDocument(started, path, typed);
    await until(started, ({ running }) => running !== null);
    expect(await chooseFolder(started)).toContain(
      'Another backup is being written. The first one here begins after it.',
    );
    expect(await one).toContain('read back');
    const { last } = await until(started, isDone);
    expect(readdirSync(folder)).toEqual([last?.file.split('/').at(-1)]);
  });

  it('that fail are told with the reason, and the old ones stay', async () => {
    const started = await directory.start();
    await makeRecoveryKey(started);
    await chooseFolder(started);
    await until(started, isDone);
    rmSync(folder, { recursive: true });
    await started.bridge.backups.start();
    const { failure, last } = await until(started, (view) => view.failure !== null);
    expect(failure?.message).toContain('The backup folder is not there');
    expect(last).not.toBeNull();
    const { rows } = await started.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toContain('backup.failed');
  });

  it('are made after so many requests, and thinned', async () => {
    const started = await directory.start();
    await makeRecoveryKey(started);
    const { installationId } = readBackupHeadOf(await firstBackup(started, '2'));
    const old = Array.from({ length: 20 }, (_, day) =>
      backupNameOf(installationId, new Date(Date.UTC(2024, 2, day + 1)).toISOString()),
    );
    const [newest = ''] = readdirSync(folder);
    for (const name of old) copyFileSync(join(folder, newest), join(folder, name));
    const before = (await started.bridge.backups.get()).last?.at;
    await createCustomer(started, 'a@example.com');
    await createCustomer(started, 'b@example.com');
    const isNewer = ({ last, running }: BackupsView) => running === null && last?.at !== before;
    const { last } = await until(started, isNewer);
    const names = readdirSync(folder);
    expect(names).toContain(basename(last?.file ?? ''));
    // Of one day the newest stays.
    expect(names).not.toContain(newest);
    expect(names.length).toBeLessThan(20);
  });

  it.each([true, false])('stay while a database is missing, open or not: %s', async (isOpen) => {
    const first = await directory.start();
    await makeRecoveryKey(first);
    await createCustomer(first, 'ada@example.com');
    const { id } = await addProfile(first, {
      name: 'Hosted',
      environment: 'sandbox',
      baseUrl: 'https://service.example.com',
    });
    await first.bridge.profiles.select({ id });
    if (!isOpen) await first.bridge.profiles.select({ id: 'built-in' });
    await chooseFolder(first);
    await until(first, isDone);
    await first.console.dispose();
    const before = readdirSync(folder);
    truncateSync(join(directory.path, 'profiles', id, 'records.db'));
    const second = await directory.start();
    const { last } = await second.bridge.backups.get();
    await second.bridge.backups.start();
    await until(second, (view) => isDone(view) && view.last?.file !== last?.file);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(before));
    expect(readdirSync(folder).length).toBe(before.length + 1);
    if (!isOpen) await second.bridge.profiles.select({ id }).catch(() => undefined);
    await second.console.dispose();
    // A backup reads it, and makes no new one of it.
    const { writesBlocked } = await (await directory.start()).bridge.connection.get();
    expect(writesBlocked).toContain('is missing or empty');
  });

  it('are made once a day, again in an hour where one failed, and the overview says what is wrong', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let ahead = 0;
    const clock = { now: () => Date.now() + ahead };
    try {
      const started = await directory.start({ clock });
      const { bridge } = started;
      await bridge.lock.save({ idleMinutes: null, withSystem: false });
      const live = { name: 'Live', baseUrl: 'https://ramp.example.com' } as const;
      const { id } = await addProfile(started, { ...live, environment: 'production' });
      await bridge.profiles.select({ id });
      await expect.poll(() => needOf(started)).toContain('no-backup');
      await makeRecoveryKey(started);
      const { last } = await firstBackup(started, '');
      await expect.poll(() => needOf(started)).toBe('none');
      const pass = (hours: number): void => {
        ahead += hours * 3_600_000;
        vi.advanceTimersByTime(10 * 60_000);
      };
      pass(23);
      expect(await bridge.backups.get()).toMatchObject({ running: null, last });
      rmSync(folder, { recursive: true });
      pass(1.1);
      await until(started, ({ failure, running }) => failure !== null && running === null);
      await expect.poll(() => needOf(started)).toContain('backup-failed');
      mkdirSync(folder);
      pass(0.5);
      expect(await bridge.backups.get()).toMatchObject({ running: null, last });
      pass(0.6);
      const next = await until(started, (view) => view.running === null && view.failure === null);
      expect(readdirSync(folder)).toEqual([basename(next.last?.file ?? '')]);
      expect(next.last?.file).not.toBe(last?.file);
      // The clock was ahead, and is set right.
      pass(-26);
      const back = await until(
        started,
        (view) => view.running === null && view.last?.at !== next.last?.at,
      );
      expect(readdirSync(folder)).toContain(basename(back.last?.file ?? ''));
      await started.console.dispose();
      ahead += 4 * 24 * 3_600_000;
      const later = await directory.start({ clock });
      await expect.poll(() => needOf(later)).toContain('backup-old');
    } finally {
      vi.useRealTimers();
    }
  });

  it('are cut off by a lock, leave nothing, say so, and are begun again once it is unlocked', async () => {
    const started = await directory.start();
    await makeRecoveryKey(started);
    await firstBackup(started, '');
    const [whole = ''] = readdirSync(folder);
    const before = (await started.bridge.backups.get()).last?.at;
    await started.bridge.backups.start();
    await started.bridge.vault.lock();
    await expect.poll(() => readdirSync(folder)).toEqual([whole]);
    await started.bridge.vault.unlock();
    const again = await until(started, ({ last }) => last?.at !== before);
    expect(readdirSync(folder)).toEqual([basename(again.last?.file ?? '')]);
    const { rows } = await started.bridge.audit.list({});
    expect(rows.find(({ action }) => action === 'backup.failed')?.facts).toMatchObject({
      message: expect.stringContaining('Causeway was locked while the backup was written'),
    });
    expect(again.failure).toBeNull();
  });

  it('can be written once under a passphrase, without a recovery key', async () => {
    const started = await directory.start();
    await createCustomer(started, 'ada@example.com');
    const { path } = await started.bridge.backups.writeOne();
    const html = await submitDocument(started, path, { folder, passphrase, again: passphrase });
    expect(html).toContain('was written and read back');
    const [name = ''] = readdirSync(folder);
    const head = readBackupHead(join(folder, name));
    expect(head.slots.map(({ kind }) => kind)).toEqual(['passphrase']);
    await openSlots(head, { kind: 'passphrase', passphrase });

    // Nobody keeps the passphrase, so one that was cut off is not written by itself.
    const again = await started.bridge.backups.writeOne();
    const cut = submitDocument(started, again.path, { folder, passphrase, again: passphrase });
    await until(started, ({ running }) => running !== null);
    await started.bridge.vault.lock();
    const said = await cut;
    expect(said).toContain('so it was cut off. Write it again once Causeway is unlocked.');
    expect(readdirSync(folder)).toEqual([name]);
  });
});

const readBackupHeadOf = ({ last }: BackupsView) => readBackupHead(last?.file ?? '');

async function firstBackup(started: TestConsole, every: string): Promise<BackupsView> {
  await chooseFolder(started, every);
  return await until(started, isDone);
}
