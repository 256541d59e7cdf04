/** Locking a whole console: what is open, what is under way, and what comes in meanwhile. */
import { readdirSync } from 'node:fs';
import { isContractProcedure } from '@orpc/contract';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bridgeContract } from '../../bridge/contract.ts';
import { sign } from '../../contract/signature.ts';
import { startBuiltInSandbox } from './built-in-sandbox.ts';
import { bulkDraftOf, bulkOrder } from './testing/bulk.ts';
import {
  addFault,
  createCustomer,
  createTestDirectory,
  documentAt,
  noKeychain,
  procedurePaths,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { createWebhook, until } from './testing/webhooks.ts';

const passphrase = 'seven quiet herons';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

async function unlockByPassphrase(running: TestConsole): Promise<void> {
  const { path } = await running.bridge.vault.openSecretEntry({ purpose: 'passphrase' });
  expect(await submitDocument(running, path, { passphrase })).toContain('Causeway is unlocked');
}

/** Until writes under way are stored and everything is closed. */
const waitFor = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe.each(['keychain', 'session'] as const)('locked with its keys in the %s', (backing) => {
  it('opens by a click, with everything where it was', async () => {
    const running = await directory.start({ ephemeral: backing === 'session' });
    const { id } = await createCustomer(running);
    expect(await running.bridge.vault.lock()).toEqual({ state: 'locked', backing });
    expect(running.console.sandbox()).toBeNull();
    expect((await safe(running.bridge.customers.get({ id }))).error).toMatchObject({
      code: 'LOCKED',
    });
    expect(await running.bridge.vault.unlock()).toEqual({ state: 'unlocked', backing });
    expect((await running.bridge.customers.get({ id })).email).toBe('ada@example.com');
  });

  it('has no recovery and no passphrase that would open it otherwise', async () => {
    const running = await directory.start({ ephemeral: backing === 'session' });
    await running.bridge.vault.lock();
    const { error } = await safe(running.bridge.vault.openSecretEntry({ purpose: 'passphrase' }));
    expect(error).toMatchObject({ code: 'INVALID' });
  });
});

describe('the system’s own prompt', () => {
  const start = (answer: boolean, isAvailable = true) =>
    directory.start({
      systemPrompt: { isAvailable: () => isAvailable, ask: () => Promise.resolve(answer) },
    });

  it('has to be answered where the host has one', async () => {
    const { bridge } = await start(false);
    expect(await bridge.lock.view()).toMatchObject({ opensBy: 'system' });
    await bridge.vault.lock();
    expect((await safe(bridge.vault.unlock())).error).toMatchObject({
      code: 'INVALID',
      data: { cause: 'not-confirmed' },
    });
    expect(await bridge.vault.status()).toMatchObject({ state: 'locked' });
  });

  it('opens it, and is passed over where it is not there now', async () => {
    const first = await start(true);
    await first.bridge.vault.lock();
    expect(await first.bridge.vault.unlock()).toMatchObject({ state: 'unlocked' });
    await first.console.dispose();
    const second = await start(false, false);
    expect(await second.bridge.lock.view()).toMatchObject({ opensBy: 'click' });
    await second.bridge.vault.lock();
    expect(await second.bridge.vault.unlock()).toMatchObject({ state: 'unlocked' });
  });
});

describe('who reads or answers a document of main’s own', () => {
  let now = Date.now();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** The state after so many seconds, when it has looked at the clock. */
  const stateAfter = async ({ bridge }: TestConsole, seconds: number) => {
    now += seconds * 1_000;
    vi.advanceTimersByTime(5_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await bridge.vault.status()).state;
  };

  it('is not away', async () => {
    const running = await directory.start({ clock: { now: () => now } });
    const { lock, vault } = running.bridge;
    await lock.save({ idleMinutes: 1, withSystem: false });
    const { path } = await vault.makeRecoveryKey();
    expect(await stateAfter(running, 50)).toBe('unlocked');
    const html = documentAt(running, path);
    expect(await stateAfter(running, 50)).toBe('unlocked');
    const [, key = ''] = /name="form-key" value="([^"]+)"/.exec(html) ?? [];
    const ticket = path?.split('/').at(-1) ?? '';
    const post = (typed: string) =>
      running.console.secrets.submit(ticket, new URLSearchParams({ 'form-key': typed }), 'n');
    await post(key);
    expect(await stateAfter(running, 50)).toBe('unlocked');
    // A form that was not read keeps nothing open.
    await post('0');
    expect(await stateAfter(running, 50)).toBe('locked');
  });
});

describe('while it is locked', () => {
  it('a click opens nothing that a passphrase locks', async () => {
    const running = await directory.start({ keychain: noKeychain, passphrase });
    await running.bridge.vault.lock();
    expect((await safe(running.bridge.vault.unlock())).error).toMatchObject({ code: 'INVALID' });
    await unlockByPassphrase(running);
  });

  it('answers LOCKED to every call of a profile, whatever is sent along', async () => {
    const running = await directory.start();
    await running.bridge.vault.lock();
    // Diagnostics are wanted most where nothing opens; they hold nothing of a profile.
    const open = /^(vault|connection|diagnostics|links|updates)\./;
    const codes = new Map<string, unknown>();
    for (const path of procedurePaths().filter((each) => !open.test(each))) {
      const call = path
        .split('.')
        .reduce<unknown>((part, name) => Reflect.get(part as object, name), running.bridge);
      const { error } = await safe((call as (input: object) => Promise<unknown>)({}));
      codes.set(path, Reflect.get(error ?? {}, 'code'));
    }
    expect(isContractProcedure(bridgeContract.lock.save)).toBe(true);
    // What does not even parse is refused before.
    const others = [...codes].filter(([, code]) => code !== 'LOCKED' && code !== 'BAD_REQUEST');
    expect(others).toEqual([]);
    expect([...codes].filter(([, code]) => code === 'LOCKED').length).toBeGreaterThan(100);
  });

  it('shows nothing in documents that were opened before', async () => {
    const running = await directory.start({ keychain: noKeychain, passphrase });
    const { path } = await running.bridge.vault.makeRecoveryKey();
    expect(documentAt(running, path)).toContain('<li>');
    await running.bridge.vault.lock();
    expect(documentAt(running, path)).toBe('');
  });

  it('keeps what it does for the audit log, also when it stops', async () => {
    const first = await directory.start();
    await first.bridge.vault.lock();
    await first.console.dispose();
    const { bridge } = await directory.start();
    const { rows } = await bridge.audit.list({});
    expect(rows.map(({ action }) => action).slice(0, 4)).toEqual([
      'vault.unlocked',
      'console.started',
      'console.stopped',
      'vault.locked',
    ]);
  });

  it('seals what is delivered, acknowledges it, and reads it once it is unlocked', async () => {
    let secret = '';
    const clipboard = {
      read: () => secret,
      write: (text: string) => {
        if (text !== '') secret = text;
      },
    };
    const running = await directory.start({ clipboard });
    const { bridge } = running;
    const { id, slot } = await createWebhook(running, { events: ['payout.create'] });
    await submitDocument(running, (await bridge.webhooks.revealSecret({ id })).path);
    const { origin } = (await bridge.webhooks.list()).receiver;
    await bridge.vault.lock();
    const body = Buffer.from('{"id":"event_locked1","name":"payout.create","data":{}}');
    const headers = { signature: sign(body, secret) };
    const answer = await fetch(`${origin}/hooks/${slot?.path}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    await bridge.vault.unlock();
    const [row] = await until(bridge, async () => {
      const { rows } = await bridge.deliveries.list({ verdict: 'genuine' });
      return rows.length > 0 && rows;
    });
    expect(row).toMatchObject({ keeping: 'kept' });
  });
});

describe('the keys', () => {
  it('of the open profile are overwritten, when writes under way are stored', async () => {
    const keys: Uint8Array[] = [];
    const running = await directory.start({
      startSandbox(options) {
        keys.push(options.dataKey);
        return startBuiltInSandbox(options);
      },
    });
    expect(keys[0]?.some((byte) => byte !== 0)).toBe(true);
    await running.bridge.vault.lock();
    await waitFor(() => keys[0]?.every((byte) => byte === 0) ?? false);
    await running.bridge.vault.unlock();
    await running.bridge.customers.list({});
    expect(keys[1]?.some((byte) => byte !== 0)).toBe(true);
    await running.console.dispose();
    expect(keys[1]?.every((byte) => byte === 0)).toBe(true);
  });

  it('are overwritten, and the records closed, also where something else did not close', async () => {
    const keys: Uint8Array[] = [];
    const running = await directory.start({
      async startSandbox(options) {
        keys.push(options.dataKey);
        const sandbox = await startBuiltInSandbox(options);
        return {
          ...sandbox,
          async close() {
            await sandbox.close();
            throw new Error('The disk is full.');
          },
        };
      },
    });
    const { id } = await createCustomer(running);
    const logs = () =>
      readdirSync(directory.path, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('records.db-wal'),
      );
    expect(logs()).toHaveLength(1);
    await running.bridge.vault.lock();
    await waitFor(() => directory.logged.some((line) => line.includes('did not close well')));
    expect(logs()).toEqual([]);
    expect(keys[0]?.every((byte) => byte === 0)).toBe(true);
    await running.bridge.vault.unlock();
    expect((await running.bridge.customers.get({ id })).id).toBe(id);
  });
});

describe('what is under way when it locks', () => {
  it('comes to its end in the journal, and is there once it is unlocked', async () => {
    const running = await directory.start();
    await addFault(running.console.sandbox(), {
      kind: 'delay',
      operation: 'createCustomer',
      ms: 1_500,
    });
    let isAnswered = false;
    const sent = createCustomer(running).finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await running.bridge.vault.lock();
    // It is locked before the service has answered.
    expect(isAnswered).toBe(false);
    const { id } = await sent;
    await running.bridge.vault.unlock();
    expect((await running.bridge.customers.get({ id })).email).toBe('ada@example.com');
    const { rows } = await running.bridge.intents.list({});
    expect(rows).toMatchObject([{ state: 'created' }]);
  });

  it('pauses a bulk run after the request that is under way', async () => {
    const running = await directory.start();
    const { bridge } = running;
    await addFault(running.console.sandbox(), {
      kind: 'delay',
      operation: 'createCustomer',
      ms: 100,
      count: 60,
    });
    const people = Array.from({ length: 60 }, (_, n) => `individual;person${n}@example.com`);
    const file = ['Type;Email', ...people].join('\n');
    const draft = await bulkDraftOf(running, file, 'customer');
    const { id } = await bridge.bulk.drafts.start(bulkOrder(draft));
    await bridge.vault.lock();
    await bridge.vault.unlock();
    const run = await bridge.bulk.runs.get({ id });
    expect(run).toMatchObject({
      state: 'paused',
      cause: 'closed',
      counts: { unknown: 0, sending: 0 },
    });
    expect(run.counts.waiting).toBeGreaterThan(0);
  });
});
