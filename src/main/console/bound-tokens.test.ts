import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../../sandbox/index.ts';
import { createKnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { createBoundTokens } from './bound-tokens.ts';
import {
  addProfile,
  createTestDirectory,
  newIntentKey,
  submitDocument,
} from './testing/console.ts';

const place = {
  id: 'p',
  name: 'Live',
  environment: 'production',
  baseUrl: 'https://a.example',
} as const;

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

it('a token is there under the name that it was entered under, and the one it is given here', async () => {
  const tokens = createBoundTokens(vault(), createKnownSecrets());
  await tokens.keep(place, 'a.b.c');
  const other = { ...place, name: 'Rehearsal' };
  expect(await tokens.state(other)).toBe('renamed');
  expect(await tokens.read(other)).toBeNull();
  await tokens.alsoNamed(other, 'Practice');
  expect(await tokens.state({ ...place, name: 'Practice' })).toBe('renamed');
  await tokens.alsoNamed(place, 'Rehearsal');
  expect([await tokens.read(place), await tokens.read(other)]).toEqual(['a.b.c', 'a.b.c']);
});

it('a keychain that does not answer is waited for half a minute, and asked anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const kept = vault();
  let isSilent = true;
  const readToken = (id: string) => (isSilent ? new Promise<null>(() => {}) : kept.readToken(id));
  const tokens = createBoundTokens({ ...kept, readToken }, createKnownSecrets());
  await tokens.keep(place, 'a.b.c');
  const read = tokens.read(place).catch((error: unknown) => error);
  const isOver = vi.fn();
  void read.then(isOver);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await read).toMatchObject({
    code: 'keychain',
    message: expect.stringContaining('is not responding'),
  });
  isSilent = false;
  expect(await tokens.read(place)).toBe('a.b.c');
  expect(vi.getTimerCount()).toBe(0);
});

it('a token that was kept without its address belongs to none', async () => {
  const bare = vault();
  // Nor does one that is damaged, which keeps nothing from opening.
  for (const kept of ['a.b.c', '{"token":']) {
    await bare.writeToken('p', kept);
    expect(await createBoundTokens(bare, createKnownSecrets()).state(place)).toBe('none');
  }
});

/** A profile of a hosted sandbox with its token, selected; and what a start over the changed file is. */
async function changedFile(change: (file: string, baseUrl: string) => string) {
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
  expect(await submitDocument(before, path, { token: hosted.token })).toContain(' stored.');
  await before.console.dispose();

  const asked: string[] = [];
  const file = join(directory.path, 'profiles.json');
  writeFileSync(file, change(readFileSync(file, 'utf8'), baseUrl));
  const after = await directory.start({
    fetch: async (url) => {
      asked.push(String(url));
      throw new Error('nobody is to be asked');
    },
  });
  return { after, id, asked };
}

const thief = 'https://thief.example';

it.each([
  [
    'an address',
    (file: string, baseUrl: string) => file.replaceAll(baseUrl, thief),
    { baseUrl: thief },
    ['differs from the one its token was entered for', 'address-changed'],
  ],
  [
    'a name',
    (file: string) => file.replaceAll('"Hosted"', '"Live"'),
    { name: 'Live' },
    ['differs from the one its token was entered under', 'name-changed'],
  ],
] as const)(
  '%s that was changed in profiles.json is noticed, and nothing is sent',
  async (_what, change, shown, [words, cause]) => {
    const { after, id, asked } = await changedFile(change);
    const noticed = expect.stringContaining(words);
    expect((await after.bridge.profiles.list()).find((it) => it.id === id)).toMatchObject({
      ...shown,
      token: null,
      warning: noticed,
    });
    expect(await after.bridge.connection.check()).toMatchObject({ writesBlocked: noticed });
    const intentKey = newIntentKey();
    const input = { type: 'individual', email: 'ada@example.com' } as const;
    const create = { profileId: id, intentKey, input };
    const { error } = await safe(after.bridge.customers.create(create));
    expect(error).toMatchObject({ code: 'NOT_SENT', data: { cause } });
    await safe(after.bridge.profiles.prove({ id }));
    expect(asked).toEqual([]);
  },
);

it('a profile that is given its own name back has its token again', async () => {
  const { after, id } = await changedFile((file) => file.replaceAll('"Hosted"', '"Live"'));
  expect(await after.bridge.profiles.rename({ id, name: 'Other' })).toMatchObject({
    warning: expect.stringContaining('entered under'),
  });
  expect(await after.bridge.profiles.rename({ id, name: 'Hosted' })).toMatchObject({
    warning: null,
    token: { lastFour: expect.any(String) },
  });
  // Renamed while it is open, it goes on with its token.
  expect(await after.bridge.profiles.rename({ id, name: 'Hamburg' })).toMatchObject({
    warning: null,
  });
  expect((await after.bridge.connection.get()).writesBlocked).toBeNull();
});

it('another profile that was selected in profiles.json creates nothing until a person chooses it', async () => {
  const { after } = await changedFile((file) =>
    file.replace(/"selected": "[^"]*"/, '"selected": "built-in"'),
  );
  const { bridge } = after;
  const noticed = expect.stringContaining('not the profile that you selected last');
  expect(await bridge.connection.get()).toMatchObject({ writesBlocked: noticed });
  const input = { type: 'individual', email: 'ada@example.com' } as const;
  const create = () =>
    bridge.customers.create({ profileId: 'built-in', intentKey: newIntentKey(), input });
  const { error } = await safe(create());
  expect(error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'profile-changed' } });
  await bridge.profiles.select({ id: 'built-in' });
  expect((await bridge.connection.get()).writesBlocked).toBeNull();
  // It goes out from here on; nobody answers in this test.
  expect((await safe(create())).error).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
});

it('the built-in sandbox keeps its name, whatever profiles.json says', async () => {
  const { after } = await changedFile((file) => file.replace('"Built-in sandbox"', '"Live"'));
  const built = (await after.bridge.profiles.list()).find((it) => it.id === 'built-in');
  expect(built?.name).toBe('Built-in sandbox');
});
