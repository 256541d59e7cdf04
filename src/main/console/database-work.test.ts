/** A lock in the midst of every kind of work on a database: it is cut at once, and what it leaves is whole. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { createDatabaseWork } from './database-work.ts';
import {
  addProfile,
  createTestDirectory,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

const directories: TestDirectory[] = [];
let root = '';
beforeEach(() => {
  root = testFolder();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const directory of directories.splice(0)) await directory.remove();
});

const passphrase = 'seven quiet herons';
const customerId = 'customer_a';

interface Desk extends TestConsole {
  readonly profileId: string;
  readonly dataDir: string;
  readonly restart: () => Promise<Desk>;
}

async function openDesk(directory = createTestDirectory()): Promise<Desk> {
  directories.push(directory);
  const started = await directory.start();
  const [known] = (await started.bridge.profiles.list()).filter(({ name }) => name === 'Hosted');
  const { id } =
    known ??
    (await addProfile(started, {
      name: 'Hosted',
      environment: 'sandbox',
      baseUrl: 'https://service.example.com',
    }));
  await started.bridge.profiles.select({ id });
  return {
    ...started,
    profileId: id,
    dataDir: directory.path,
    restart: async () => {
      await started.console.dispose();
      return await openDesk(directory);
    },
  };
}

async function bring({ bridge, profileId }: Desk, id: string): Promise<void> {
  const text = JSON.stringify({ id, type: 'individual', email: `${id}@example.com` });
  const { id: uploadId } = await bridge.imports.upload({ id: null, text });
  const preview = await bridge.imports.preview({ uploadId, form: 'json' });
  await bridge.imports.keep({ id: preview.id, profileId });
}

const emails = async ({ bridge }: Desk): Promise<(string | null)[]> =>
  (await bridge.customers.list({})).rows.map(({ email }) => email);

/** Arrays of bytes anywhere in a value. */
const bytesIn = (value: unknown): Uint8Array[] => {
  if (value instanceof Uint8Array) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(bytesIn) : [];
};

/**
 * Locks as soon as a thread is told to do this, and gives what the document said. By then every key that a
 * thread was given is overwritten.
 */
async function cutAt(desk: Desk, method: string, run: () => Promise<string>): Promise<string> {
  const keys: Uint8Array[] = [];
  let locking: Promise<unknown> | null = null;
  const post = Worker.prototype.postMessage;
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function told(
    this: Worker,
    message: unknown,
    transfer?: readonly Transferable[],
  ) {
    post.call(this, message, transfer);
    const { method: called, values } = message as { method?: string; values?: unknown };
    if (
      ['begin', 'survey', 'erase', 'purge', 'merge', 'stage', 'stamp', 'fill', 'rekey'].includes(
        called ?? '',
      )
    )
      keys.push(...bytesIn(values));
    if (called === method) locking ??= desk.bridge.vault.lock();
  });
  const done = await run();
  expect(locking).not.toBeNull();
  expect(await locking).toMatchObject({ state: 'locked' });
  spy.mockRestore();
  expect(keys.length).toBeGreaterThan(1);
  expect(keys.filter((key) => key.some((byte) => byte !== 0))).toEqual([]);
  const { error } = await safe(desk.bridge.customers.list({}));
  expect(error).toMatchObject({ code: 'LOCKED' });
  await desk.bridge.vault.unlock();
  return done;
}

const lockedMeanwhile = 'Causeway was locked meanwhile';
const next = (html: string, path: string | null) => /action="([^"]+)"/.exec(html)?.[1] ?? path;

async function backUp(desk: Desk): Promise<string> {
  const folder = join(root, 'backups');
  mkdirSync(folder, { recursive: true });
  const { path } = await desk.bridge.backups.writeOne();
  await submitDocument(desk, path, { folder, passphrase, again: passphrase });
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.backup')) ?? '');
}

it('a restore brings all of a profile or nothing, and the rest when it is done again', async () => {
  const from = await openDesk();
  const desk = await openDesk();
  await bring(from, customerId);
  const file = await backUp(from);
  const restore = async () => {
    const { path } = await desk.bridge.backups.restore();
    const shown = await submitDocument(desk, path, { file, key: passphrase });
    return async () => await submitDocument(desk, next(shown, path));
  };
  const before = (await desk.bridge.profiles.list()).length;
  expect(await cutAt(desk, 'stamp', await restore())).toContain(lockedMeanwhile);
  expect((await desk.bridge.profiles.list()).length).toBe(before);
  expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('.restor'))).toEqual([]);
  expect(await (await restore())()).toContain('Restored');
  await desk.bridge.profiles.select({ id: from.profileId });
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
  // Beside what is here, which has the same profile now.
  expect(await cutAt(desk, 'merge', await restore())).toContain(lockedMeanwhile);
  expect(await (await restore())()).toContain('Restored');
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
}, 60_000);

it.each(['erase', 'purge'])(
  'an erasure, cut at %s, was not begun or is finished',
  async (method) => {
    const desk = await openDesk();
    await bring(desk, customerId);
    const { profileId } = desk;
    const erase = async () => {
      const { path } = await desk.bridge.erasures.erase({ profileId, customerId });
      const typed = { reason: 'Asked for', duty: 'none', name: `${customerId}@example.com` };
      return async () => await submitDocument(desk, path, typed);
    };
    expect(await cutAt(desk, method, await erase())).toContain(lockedMeanwhile);
    const [email] = await emails(desk);
    if (method === 'purge') expect(email).toBeNull();
    if (email !== null) expect(await (await erase())()).toContain('is erased from');
    expect(await emails(desk)).toEqual([null]);
    const again = await safe(desk.bridge.erasures.erase({ profileId, customerId }));
    expect(again.error).toMatchObject({ message: expect.stringContaining('erased already') });
    expect(readFileSync(join(desk.dataDir, 'erasures.json'), 'utf8')).toContain('"sealed"');
  },
  60_000,
);

it('a hand-over is merged whole or not, and again later', async () => {
  const from = await openDesk();
  const desk = await openDesk();
  await bring(from, customerId);
  const words = (await from.bridge.handover.get()).own?.words ?? [];
  const theirs = (await desk.bridge.handover.get()).own;
  const typed = (html: string, all: readonly string[]) =>
    Object.fromEntries(
      [...html.matchAll(/name="word-(\d+)"/g)].map(([, at]) => [`word-${at}`, all[Number(at) - 1]]),
    ) as Record<string, string>;
  const folder = join(root, 'files');
  mkdirSync(folder);
  const save = async () => {
    const profileIds = [from.profileId];
    const { path } = await from.bridge.handover.save({ profileIds, from: null, to: null });
    const shown = await submitDocument(from, path, {
      computer: 'another',
      card: theirs?.card ?? '',
    });
    return async () =>
      await submitDocument(from, path, { folder, ...typed(shown, theirs?.words ?? []) });
  };
  const merge = async () => {
    const file = join(folder, readdirSync(folder)[0] ?? '');
    const { path } = await desk.bridge.handover.open();
    const shown = await submitDocument(desk, path, { file });
    return async () => await submitDocument(desk, path, typed(shown, words));
  };
  expect(await cutAt(from, 'begin', await save())).toContain(lockedMeanwhile);
  expect(readdirSync(folder)).toEqual([]);
  expect(await (await save())()).toContain('Hand-over file saved');
  expect(await cutAt(desk, 'merge', await merge())).toContain(lockedMeanwhile);
  expect(await (await merge())()).toContain('Hand-over file merged');
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
}, 60_000);

it('a repair leaves the damaged files as they are, until it is done again', async () => {
  const first = await openDesk();
  await bring(first, customerId);
  await first.console.dispose();
  const file = join(first.dataDir, 'profiles', first.profileId, 'records.db');
  const bytes = readFileSync(file);
  bytes.fill(0, 3_000, 3_100);
  writeFileSync(file, bytes);
  const desk = await first.restart();
  const repair = async () => {
    const { path } = await desk.bridge.connection.repair();
    return async () => await submitDocument(desk, path);
  };
  expect(await cutAt(desk, 'fill', await repair())).toContain(lockedMeanwhile);
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('.repairing'))).toEqual([]);
  expect(await (await repair())()).toContain('were recovered');
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
}, 60_000);

it('a change of the data keys is ended or was never begun', async () => {
  const desk = await openDesk();
  await bring(desk, customerId);
  const change = async () => {
    const { path } = await desk.bridge.vault.changeDataKeys();
    return async () => await submitDocument(desk, path);
  };
  expect(await cutAt(desk, 'rekey', await change())).toContain(lockedMeanwhile);
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
  expect(await (await change())()).toContain('The data keys were changed');
  expect(await emails(desk)).toEqual([`${customerId}@example.com`]);
}, 60_000);

it('refuses a second job, tells how far the first one is, and reopens after an error', async () => {
  const told: string[] = [];
  const reasons: (() => string)[] = [];
  const work = createDatabaseWork({
    vault: () => ({
      status: () => ({ state: 'unlocked', backing: 'keychain' }),
      isDurable: () => true,
    }),
    sessions: () => ({
      whileClosed: async (why, job) => {
        reasons.push(why);
        return await job();
      },
    }),
    onChange: () => void told.push(reasons.at(-1)?.() ?? ''),
  });
  const job = { of: 'merge', is: 'A backup is being restored.', total: 200 } as const;
  const failed = work.run(job, async () => {
    expect(work.running()).toMatchObject({ of: 'merge', done: 0 });
    expect(() => work.requirePossible()).toThrow('A backup is being restored. Wait until');
    await expect(work.run(job, async () => 1)).rejects.toMatchObject({ code: 'INVALID' });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(work.running()).toBeNull();
  expect(reasons[0]?.()).toBe(
    'A backup is being restored. 0 % is done. The profile opens again when that is done.',
  );
  await work.close();
  await expect(work.run(job, async () => 1)).rejects.toMatchObject({ code: 'LOCKED' });
});
