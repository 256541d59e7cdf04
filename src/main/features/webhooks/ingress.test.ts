import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isDefinedError, safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sign } from '../../../contract/signature.ts';
import {
  addFault,
  addProfile,
  addTunnel,
  createTestDirectory,
  newIntentKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from '../../console/testing/console.ts';
import { createWebhook, until } from '../../console/testing/webhooks.ts';
import { createMemoryStore } from '../../core/vault/secret-store.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const passphrase = 'correct horse battery';

/** Types a secret into its document. */
async function enter(
  running: TestConsole,
  purpose: Parameters<TestConsole['bridge']['vault']['openSecretEntry']>[0],
  fields: Record<string, string>,
): Promise<string> {
  const { path } = await running.bridge.vault.openSecretEntry(purpose);
  return await submitDocument(running, path, fields);
}

/** Remembers what was copied last. */
function clipboardOf() {
  let copied = '';
  const clipboard = {
    read: () => copied,
    write: (text: string) => {
      if (text !== '') copied = text;
    },
  };
  return { clipboard, secret: () => copied };
}

/** Each derives several keys from a passphrase (scrypt, N = 2^17): seconds each on a busy machine. */
describe('while Causeway is locked', { timeout: 60_000 }, () => {
  it('takes deliveries in, holds them sealed, and judges them when it is unlocked', async () => {
    const { clipboard, secret } = clipboardOf();
    const running = await directory.start({ keychain: noKeychain, passphrase, clipboard });
    const { bridge } = running;
    const created = await createWebhook(running, { events: ['payout.create'] });
    const { path } = await bridge.webhooks.revealSecret({ id: created.id });
    await submitDocument(running, path);
    const { origin } = (await bridge.webhooks.list()).receiver;
    // The session stays open for its response.
    const slow = { kind: 'delay', operation: 'createCustomer', ms: 1_000 } as const;
    await addFault(running.console.sandbox(), slow);
    const input = { type: 'individual', email: 'ada@example.com' } as const;
    const underWay = bridge.customers.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      input,
    });
    const notices = await bridge.updates.watch();
    for await (const { topic } of notices) if (topic === 'intents') break;
    await bridge.vault.lock();

    const body = Buffer.from('{"id":"event_locked1","name":"payout.create","data":{}}');
    const post = (signature: string) =>
      fetch(`${origin}/hooks/${created.slot?.path}`, {
        method: 'POST',
        headers: { signature },
        body,
      });
    expect((await post(sign(body, secret()))).status).toBe(200);
    expect((await post(sign(body, 'secret_forged'))).status).toBe(200);
    const { error } = await safe(bridge.deliveries.list({}));
    expect(isDefinedError(error) && error.code).toBe('LOCKED');

    expect(await enter(running, { purpose: 'passphrase' }, { passphrase })).toContain('unlocked');
    const rows = await until(bridge, async () => {
      const found = (await bridge.deliveries.list({})).rows;
      return found.every(({ verdict }) => verdict.kind !== 'not-yet-judged') && found;
    });
    expect(rows.map(({ verdict, keeping }) => [verdict.kind, keeping])).toEqual([
      ['wrong', 'quarantined'],
      ['genuine', 'kept'],
    ]);
    const [, genuine] = rows;
    const { verdicts } = await bridge.deliveries.get({ arrival: genuine?.arrival ?? 0 });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['not-yet-judged', 'genuine']);
    expect((await underWay).email).toBe('ada@example.com');
  });

  it('leaves nothing unjudged of what arrives just while it is unlocked', async () => {
    const { clipboard, secret } = clipboardOf();
    const running = await directory.start({ keychain: noKeychain, passphrase, clipboard });
    const { bridge } = running;
    const created = await createWebhook(running, { events: ['payout.create'] });
    const { path } = await bridge.webhooks.revealSecret({ id: created.id });
    await submitDocument(running, path);
    const { origin } = (await bridge.webhooks.list()).receiver;
    let sent = 0;
    const post = async () => {
      sent += 1;
      const body = Buffer.from(`{"id":"event_storm${sent}","name":"payout.create","data":{}}`);
      const headers = { signature: sign(body, secret()) };
      const url = `${origin}/hooks/${created.slot?.path}`;
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    };
    await bridge.vault.lock();
    let isUnlocking = true;
    const storm = async () => {
      while (isUnlocking) await post();
    };
    const storms = Promise.all([storm(), storm()]);
    await enter(running, { purpose: 'passphrase' }, { passphrase });
    isUnlocking = false;
    await storms;
    await until(bridge, async () => {
      const { rows } = await bridge.deliveries.list({ verdict: 'not-yet-judged', limit: 1 });
      return rows.length === 0;
    });
    let genuine = 0;
    for (let before: number | null = null; ; ) {
      const page = await bridge.deliveries.list({ verdict: 'genuine', limit: 200, before });
      genuine += page.rows.length;
      if (page.next === null) break;
      before = page.next;
    }
    expect(genuine).toBe(sent);
  });

  it('does not listen before it was ever unlocked, and says so', async () => {
    const first = await directory.start({ keychain: noKeychain, passphrase });
    await first.console.dispose();
    const { bridge } = await directory.start({ keychain: noKeychain });
    const { error } = await safe(bridge.tunnels.list());
    expect(isDefinedError(error) && error.code).toBe('LOCKED');
  });
});

describe('the inbox', () => {
  it('is derived from anew, with progress', async () => {
    const running = await directory.start();
    const { bridge } = running;
    await createWebhook(running);
    await until(bridge, async () => {
      const { rows } = await bridge.deliveries.list({ verdict: 'genuine' });
      return rows.some(({ role }) => role === 'first');
    });
    expect((await bridge.deliveries.rebuild()).isRunning).toBe(true);
    const done = await until(bridge, async () => {
      const progress = await bridge.deliveries.rebuildProgress();
      return !progress.isRunning && progress;
    });
    expect(done).toMatchObject({ done: 1, total: 1 });
    const { rows } = await bridge.deliveries.list({});
    expect(rows).toMatchObject([{ role: 'first', eventName: 'webhook.create' }]);
  });

  it('of a session leaves nothing behind', async () => {
    const running = await directory.start({ keychain: noKeychain, ephemeral: true });
    await createWebhook(running);
    await running.console.dispose();
    expect(existsSync(join(directory.path, 'session-inbox'))).toBe(false);
    expect(existsSync(join(directory.path, 'inbox.db'))).toBe(false);
  });

  it('that is a folder is named, and so is one that is gone, which is begun anew', async () => {
    const inbox = join(directory.path, 'inbox.db');
    const first = await directory.start();
    await first.bridge.deliveries.list({});
    await first.console.dispose();
    rmSync(inbox);
    const second = await directory.start();
    expect(await second.bridge.deliveries.list({})).toMatchObject({ rows: [] });
    expect(await second.bridge.connection.files()).toMatchObject([
      { file: 'inbox.db', sentence: expect.stringContaining('was missing or empty') },
    ]);
    await second.console.dispose();
    rmSync(inbox);
    mkdirSync(inbox);
    const third = await directory.start();
    const { error } = await safe(third.bridge.webhooks.list());
    const sentence = expect.stringContaining(`could not start. ${inbox} is not a file.`);
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'receiver', sentence } });
  });

  it('whose key is gone from the vault gets no new one, and opens with its own', async () => {
    const keychain = createMemoryStore();
    const keyName = 'named:inbox-key';
    const first = await directory.start({ keychain });
    expect(await first.bridge.deliveries.list({})).toMatchObject({ rows: [] });
    await first.console.dispose();
    const key = (await keychain.get(keyName)) ?? '';
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    await keychain.delete(keyName);

    const second = await directory.start({ keychain });
    const { error } = await safe(second.bridge.deliveries.list({}));
    const sentence = expect.stringContaining('The inbox key is not in the vault');
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'receiver', sentence } });
    await second.console.dispose();
    expect(await keychain.get(keyName)).toBeNull();

    await keychain.set(keyName, key);
    const third = await directory.start({ keychain });
    expect(await third.bridge.deliveries.list({})).toMatchObject({ rows: [] });
  });
});

describe('a port of the receiver that another program has', () => {
  let other: Server;
  let reached = 0;
  const occupy = (port: number) =>
    new Promise<void>((resolve) => {
      other = createServer((socket) => {
        reached += 1;
        socket.destroy();
      }).listen({ host: '127.0.0.1', port }, resolve);
    });
  const free = () => new Promise((resolve) => other.close(resolve));
  beforeEach(() => {
    reached = 0;
  });
  afterEach(free);

  it.each(['http', 'https'] as const)(
    'stops deliveries alone (%s), leads none to that program, and ends by itself',
    async (which) => {
      const first = await directory.start();
      const webhook = await createWebhook(first);
      await until(first.bridge, async () => {
        const { rows } = await first.bridge.deliveries.list({ verdict: 'genuine' });
        return rows.some(({ role }) => role === 'first');
      });
      await first.console.dispose();
      const kept = JSON.parse(readFileSync(join(directory.path, 'receiver.json'), 'utf8'));
      const port: number = kept[which];
      await occupy(port);

      const running = await directory.start();
      const { bridge } = running;
      const said = expect.stringContaining(`Another program uses port ${port}`);
      expect((await bridge.deliveries.list({})).rows).toHaveLength(1);
      expect((await bridge.timeline.list({})).rows).not.toEqual([]);
      await bridge.timeline.gaps({});
      await bridge.overview.needs({});
      const off = { isListening: false, port: null, origin: null, sentence: said };
      expect(await bridge.webhooks.list()).toMatchObject({ known: 1, receiver: off });
      const tunnel = await bridge.tunnels.open({ id: 'sandbox' });
      expect(tunnel).toMatchObject({ state: 'failed', sentence: said });
      const { slotPath } = await bridge.webhooks.prepare();
      const url = `${new URL(webhook.url ?? '').origin}/hooks/${slotPath}`;
      const input = { name: 'Nowhere', url, events: ['payout.create' as const] };
      const call = { intentKey: newIntentKey(), profileId: 'built-in', input };
      const { error } = await safe(bridge.webhooks.create(call));
      expect(error).toMatchObject({ code: 'NOT_SENT', data: { sentence: said } });
      expect(reached).toBe(0);

      await free();
      await until(bridge, async () => (await bridge.webhooks.list()).receiver.isListening);
      await createWebhook(running, { name: 'Again' });
      await until(bridge, async () => {
        const { rows } = await bridge.deliveries.list({ verdict: 'genuine' });
        return rows.length > 1;
      });
      expect(reached).toBe(0);
    },
  );
});

it('takes new ports where the file of its ports is damaged, keeps that file, and says so', async () => {
  const first = await directory.start();
  await createWebhook(first);
  const delivered = (running: TestConsole, count: number) =>
    until(running.bridge, async () => {
      const { rows } = await running.bridge.deliveries.list({ verdict: 'genuine' });
      return rows.length >= count;
    });
  await delivered(first, 1);
  await first.console.dispose();
  const damaged = '{"version":1,"http":8080,}';
  writeFileSync(join(directory.path, 'receiver.json'), damaged);

  const second = await directory.start();
  const said = await second.bridge.connection.files();
  expect(said).toMatchObject([
    { file: 'receiver.json', sentence: expect.stringContaining('reverse proxy') },
  ]);
  const aside = readdirSync(directory.path).filter((name) => name.startsWith('receiver.json.d'));
  expect(aside.map((name) => readFileSync(join(directory.path, name), 'utf8'))).toEqual([damaged]);
  expect(said[0]?.sentence).toContain(aside[0]);
  const { receiver } = await second.bridge.webhooks.list();
  expect(receiver).toMatchObject({ isListening: true });
  await createWebhook(second, { name: 'Again' });
  await delivered(second, 2);
  await second.console.dispose();

  const third = await directory.start();
  expect((await third.bridge.webhooks.list()).receiver.port).toBe(receiver.port);
  expect(await third.bridge.connection.files()).toEqual([]);
});

describe('tunnels', () => {
  it('are kept with their settings, and their secrets apart from them', async () => {
    const first = await directory.start();
    const added = await addTunnel(first, { kind: 'ngrok', name: 'Ours', domain: null });
    expect(added).toMatchObject({
      state: 'closed',
      lasts: false,
      secrets: [{ name: 'ngrok-authtoken', isHeld: false }],
    });
    const purpose = {
      purpose: 'tunnel-secret' as const,
      tunnelId: added.id,
      secret: 'ngrok-authtoken' as const,
    };
    expect(await enter(first, purpose, { secret: 'authtoken-1' })).toContain('Stored.');
    await first.console.dispose();

    const { bridge } = await directory.start();
    const { rows } = await bridge.tunnels.list();
    expect(rows.map(({ kind }) => kind)).toEqual(['sandbox', 'ngrok']);
    expect(rows[1]?.secrets).toEqual([{ name: 'ngrok-authtoken', isHeld: true }]);
    expect(JSON.stringify(rows) + directory.logged.join('')).not.toContain('authtoken-1');
    await bridge.tunnels.remove({ id: added.id });
    expect((await bridge.tunnels.list()).rows).toHaveLength(1);
  });

  it('refuse a public address that no webhook may have', async () => {
    const { bridge } = await directory.start();
    const settings = { kind: 'own-url' as const, name: 'Proxy', publicUrl: 'http://example.com' };
    const { error } = await safe(bridge.tunnels.add(settings));
    expect(isDefinedError(error) && error.code).toBe('INVALID');
  });

  it('of the sandbox are for its own profile alone, and stay', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const { error } = await safe(bridge.tunnels.remove({ id: 'sandbox' }));
    expect(isDefinedError(error) && error.code).toBe('INVALID');
    const baseUrl = 'http://127.0.0.1:9';
    const added = { name: 'Hosted', environment: 'sandbox' as const, baseUrl };
    const { id } = await addProfile(running, added);
    await bridge.profiles.select({ id });
    expect(await bridge.tunnels.list()).toMatchObject({
      rows: [],
      unavailable: [{ kind: 'sandbox' }],
    });
  });

  it('closed, a webhook says so, and a create at its address sends nothing', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const { id } = await createWebhook(running);
    await bridge.tunnels.close({ id: 'sandbox' });
    const shown = await bridge.webhooks.get({ id });
    expect(shown.wayIn).toMatchObject({ state: 'closed', tunnelId: 'sandbox' });
    expect(shown.advice[0]).toMatchObject({ code: 'way-closed', tone: 'problem' });

    const { slotPath, addresses } = await bridge.webhooks.prepare();
    expect(addresses).toEqual([]);
    const url = `${new URL(shown.url ?? '').origin}/hooks/${slotPath}`;
    const call = {
      intentKey: 'a'.repeat(32),
      profileId: 'built-in',
      input: { name: 'Nowhere', url, events: ['payout.create' as const] },
    };
    const { error } = await safe(bridge.webhooks.create(call));
    expect(isDefinedError(error) && error.code).toBe('NOT_SENT');
    expect((await bridge.webhooks.list()).known).toBe(1);
  });
});
