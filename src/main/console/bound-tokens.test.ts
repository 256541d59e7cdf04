import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { createKnownSecrets } from '../foundation/secrets/known-secrets.ts';
import { createBoundTokens } from './bound-tokens.ts';
import { addProfile, createTestDirectory, newIntentKey, submitDocument } from './test-console.ts';

const place = { id: 'p', environment: 'production', baseUrl: 'https://a.example' } as const;

function vault() {
  const kept = new Map<string, string>();
  return {
    readToken: async (id: string) => kept.get(id) ?? null,
    writeToken: async (id: string, token: string) => void kept.set(id, token),
  };
}

it('a token is there for the address and the environment that it was entered for, and no other', async () => {
  const tokens = createBoundTokens(vault(), createKnownSecrets());
  expect(await tokens.state(place)).toBe('none');
  await tokens.keep(place, 'a.b.c');
  expect(await tokens.read(place)).toBe('a.b.c');
  for (const other of [
    { ...place, baseUrl: 'https://b.example' },
    { ...place, baseUrl: 'https://a.example:8443' },
    { ...place, environment: 'sandbox' as const },
  ]) {
    expect(await tokens.state(other)).toBe('elsewhere');
    expect(await tokens.read(other)).toBeNull();
  }
});

it('a token that was kept without its address belongs to none', async () => {
  const bare = vault();
  await bare.writeToken('p', 'a.b.c');
  expect(await createBoundTokens(bare, createKnownSecrets()).state(place)).toBe('none');
});

it('an address that was changed in profiles.json is noticed, and nothing is sent there', async () => {
  const directory = createTestDirectory();
  const hosted = createSandbox();
  await hosted.listen();
  onTestFinished(async () => {
    await directory.remove();
    await hosted.close();
  });
  const before = await directory.start();
  const { baseUrl } = hosted;
  const { id } = await addProfile(before, { name: 'Hosted', environment: 'sandbox', baseUrl });
  await before.bridge.profiles.select({ id });
  const { path } = await before.bridge.vault.openSecretEntry({ purpose: 'token', profileId: id });
  expect(await submitDocument(before, path, { token: hosted.token })).toContain('is kept');
  await before.console.dispose();

  const asked: string[] = [];
  const file = join(directory.path, 'profiles.json');
  const thief = 'https://thief.example';
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(baseUrl, thief));
  const after = await directory.start({
    fetch: async (url) => {
      asked.push(String(url));
      throw new Error('nobody is to be asked');
    },
  });
  const noticed = expect.stringContaining('is not the one that its token was entered for');
  expect((await after.bridge.profiles.list()).find((it) => it.id === id)).toMatchObject({
    baseUrl: thief,
    token: null,
    warning: noticed,
  });
  expect(await after.bridge.connection.check()).toMatchObject({ writesBlocked: noticed });
  const intentKey = newIntentKey();
  const input = { type: 'individual', email: 'ada@example.com' } as const;
  const create = { profileId: id, intentKey, input };
  const { error } = await safe(after.bridge.customers.create(create));
  expect(error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'address-changed' } });
  await safe(after.bridge.profiles.prove({ id }));
  expect(asked).toEqual([]);
});
