import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import {
  addFault,
  addProfile,
  createTestDirectory,
  documentAt,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
let service: Sandbox;
let started: TestConsole;
let id: string;
const keychain = createMemoryStore();
beforeEach(async () => {
  directory = createTestDirectory();
  service = createSandbox();
  await service.listen();
  started = await directory.start({ keychain });
  const { baseUrl } = service;
  ({ id } = await addProfile(started, { name: 'Hosted', environment: 'sandbox', baseUrl }));
  const { path } = await started.bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
  await submitDocument(started, path, { token: service.token });
});
afterEach(async () => {
  await directory.remove();
  await service.close();
});

const profile = async () => (await started.bridge.profiles.list()).find((it) => it.id === id);
const actions = async () =>
  (await started.bridge.audit.list({})).rows.map(({ action, facts }) => {
    const { by: _, ...others } = facts as Record<string, unknown>;
    return { action, facts: others };
  });
const proven = () =>
  vi.waitFor(async () => expect((await profile())?.token?.proof).toBe('proven'), 5_000);
const remove = async (fields: Record<string, string>) =>
  await submitDocument(started, (await started.bridge.profiles.remove({ id })).path, fields);

describe('a profile', () => {
  it('is renamed by the page, and its log says so', async () => {
    const { bridge } = started;
    const { error } = await safe(bridge.profiles.rename({ id, name: 'built-in SANDBOX' }));
    expect(error).toMatchObject({ code: 'INVALID' });
    expect(
      (await safe(bridge.profiles.rename({ id: 'built-in', name: 'Mine' }))).error,
    ).toMatchObject({
      code: 'INVALID',
    });
    expect(await bridge.profiles.rename({ id, name: ' Treasury ' })).toMatchObject({
      name: 'Treasury',
    });
    await bridge.profiles.select({ id });
    expect((await bridge.connection.get()).profileName).toBe('Treasury');
    const facts = { profileId: id, before: 'Hosted', after: 'Treasury' };
    expect(await actions()).toContainEqual({
      action: 'profile.renamed',
      facts: expect.objectContaining(facts),
    });
  });

  it('leads elsewhere when a person has confirmed it, and its token is proven there', async () => {
    const { bridge } = started;
    await bridge.profiles.select({ id });
    await proven();
    const moved = createSandbox();
    await moved.listen();
    try {
      const { path } = await bridge.profiles.changeAddress({ id, baseUrl: `${moved.baseUrl}/` });
      expect((await profile())?.baseUrl).toBe(service.baseUrl);
      const document = documentAt(started, path);
      for (const words of [service.baseUrl, moved.baseUrl, 'Hosted'])
        expect(document).toContain(words);
      expect(document).not.toContain(service.token);
      expect(await submitDocument(started, path)).toContain('leads to');
      // The other sandbox signs with a key of its own, so it refuses: it was asked, and not the first.
      await vi.waitFor(async () => expect((await profile())?.token?.proof).toBe('refused'), 5_000);
      expect(await profile()).toMatchObject({ baseUrl: moved.baseUrl, warning: null });

      const again = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
      await submitDocument(started, again.path, { token: moved.token });
      await proven();
      const input = { type: 'individual', email: 'ada@example.com' } as const;
      await bridge.customers.create({ profileId: id, intentKey: newIntentKey(), input });
      expect(await actions()).toContainEqual({
        action: 'profile.address-changed',
        facts: { profileId: id, before: service.baseUrl, after: moved.baseUrl },
      });
    } finally {
      await moved.close();
    }
  });

  it('is not led elsewhere by documents of before, and takes no token that was typed for there', async () => {
    const { bridge } = started;
    const token = await bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
    const first = await bridge.profiles.changeAddress({ id, baseUrl: 'http://127.0.0.1:9' });
    const second = await bridge.profiles.changeAddress({ id, baseUrl: 'http://127.0.0.1:10' });
    await submitDocument(started, first.path);
    expect(await submitDocument(started, second.path)).toContain('changed meanwhile');
    expect(await submitDocument(started, token.path, { token: 'a.b.c' })).toContain('was changed');
    expect(await profile()).toMatchObject({
      baseUrl: 'http://127.0.0.1:9',
      token: { lastFour: service.token.slice(-4) },
    });
  });

  it('takes no token along that was entered for another address than the one it says', async () => {
    await keychain.set(
      `token:${id}`,
      JSON.stringify({ token: 'a', environment: 'sandbox', baseUrl: 'x' }),
    );
    const { path } = await started.bridge.profiles.changeAddress({
      id,
      baseUrl: 'http://127.0.0.1:9',
    });
    expect(documentAt(started, path)).toContain('Leave it empty to enter it later');
    expect(await submitDocument(started, path)).toContain('no access token yet');
  });

  it('is kept aside with its records and key, without its token, and comes back', async () => {
    const { bridge } = started;
    await bridge.profiles.select({ id });
    expect((await safe(bridge.profiles.remove({ id }))).error).toMatchObject({
      data: { sentence: expect.stringContaining('in use') },
    });
    await proven();
    const input = { type: 'individual', email: 'ada@example.com' } as const;
    await bridge.customers.create({ profileId: id, intentKey: newIntentKey(), input });
    await bridge.profiles.select({ id: 'built-in' });

    expect(await remove({})).toContain('Select what happens');
    expect(await remove({ removal: 'aside' })).toContain('is removed');
    expect(await profile()).toBeUndefined();
    expect(await bridge.profiles.aside()).toMatchObject([{ id, isErasing: false }]);
    expect(await keychain.get(`token:${id}`)).toBeNull();
    expect((await actions())[0]).toEqual({
      action: 'profile.removed',
      facts: {
        profileId: id,
        name: 'Hosted',
        environment: 'sandbox',
        baseUrl: service.baseUrl,
        data: 'aside',
      },
    });

    expect(await bridge.profiles.bringBack({ id })).toMatchObject({ id, token: null });
    await bridge.profiles.select({ id });
    expect((await bridge.customers.list({})).rows).toMatchObject([{ email: 'ada@example.com' }]);
  });

  it('is erased when its name was typed: folder, key and token; the log of the open one says so', async () => {
    const { bridge } = started;
    await bridge.profiles.select({ id });
    const { slotPath } = await bridge.webhooks.prepare();
    const { origin } = (await bridge.webhooks.list()).receiver;
    const hook = `${origin}/hooks/${slotPath}`;
    expect((await fetch(hook)).status).toBe(405);
    await bridge.profiles.select({ id: 'built-in' });
    const folder = join(directory.path, 'profiles', id);
    expect(existsSync(join(folder, 'records.db'))).toBe(true);
    expect(await keychain.get(`data-key:${id}`)).not.toBeNull();
    expect(await remove({ removal: 'erase', name: 'hosted' })).toContain('enter the name');
    expect(existsSync(folder)).toBe(true);

    expect(await remove({ removal: 'erase', name: 'Hosted' })).toContain('are erased');
    expect(existsSync(folder)).toBe(false);
    expect(await keychain.get(`data-key:${id}`)).toBeNull();
    expect(await keychain.get(`token:${id}`)).toBeNull();
    expect(await bridge.profiles.aside()).toEqual([]);
    expect((await fetch(hook)).status).toBe(404);
    expect((await actions())[0]).toMatchObject({
      action: 'profile.removed',
      facts: { data: 'erase' },
    });
    expect((await safe(bridge.profiles.remove({ id }))).error).toMatchObject({ code: 'NOT_FOUND' });
    expect((await safe(bridge.profiles.remove({ id: 'built-in' }))).error).toMatchObject({
      data: { sentence: expect.stringContaining('comes with Causeway') },
    });
  });

  it('of production is erased by the host of its address: a name is what a page may have made it', async () => {
    const { bridge } = started;
    const real = await addProfile(started, {
      name: 'Acme',
      environment: 'production',
      baseUrl: 'https://api.acme.example',
    });
    await bridge.profiles.rename({ id: real.id, name: 'Old test' });
    const { path } = await bridge.profiles.remove({ id: real.id });
    const erase = (name: string) => submitDocument(started, path, { removal: 'erase', name });
    expect(documentAt(started, path)).toContain('real money moves');
    expect(await erase('Old test')).toContain('enter the host of its base URL');
    expect(await erase('api.acme.example')).toContain('are erased');
  });

  it('is not removed once Causeway was locked while its requests ended', async () => {
    const { bridge } = started;
    await bridge.profiles.select({ id });
    await proven();
    await addFault(service, { kind: 'delay', operation: 'createCustomer', ms: 1_500 });
    const input = { type: 'individual', email: 'ada@example.com' } as const;
    const sent = bridge.customers.create({ profileId: id, intentKey: newIntentKey(), input });
    await pause(100);
    await bridge.profiles.select({ id: 'built-in' });
    const removed = remove({ removal: 'aside' });
    await pause(100);
    await bridge.vault.lock();
    await sent;
    expect(await removed).toContain('Causeway is locked');
    await bridge.vault.unlock();
    expect(await bridge.profiles.aside()).toEqual([]);
  });

  it('whose erasing was cut off is never brought back, and is erased from there', async () => {
    const { bridge } = started;
    const failing = vi.spyOn(keychain, 'delete').mockRejectedValueOnce(new Error('locked'));
    expect(await remove({ removal: 'erase', name: 'Hosted' })).toContain('keychain');
    failing.mockRestore();
    expect(await bridge.profiles.aside()).toMatchObject([{ id, isErasing: true }]);
    // Its key may be gone already.
    expect((await actions())[0]).toMatchObject({
      action: 'profile.removed',
      facts: { profileId: id, data: 'erase' },
    });
    expect((await safe(bridge.profiles.bringBack({ id }))).error).toMatchObject({
      code: 'INVALID',
    });
    expect(await remove({ name: 'Hosted' })).toContain('are erased');
    expect(await keychain.get(`data-key:${id}`)).toBeNull();
    const removals = (await actions()).filter(({ action }) => action === 'profile.removed');
    expect(removals).toHaveLength(1);
  });
});
