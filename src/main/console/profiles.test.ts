import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../bridge/profiles.ts';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import {
  addProfile,
  createTestDirectory,
  newIntentKey,
  noKeychain,
  submitDocument,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from './testing/console.ts';

let directory: TestDirectory;
let hosted: Sandbox;
beforeEach(async () => {
  directory = createTestDirectory();
  hosted = createSandbox();
  await hosted.listen();
});
afterEach(async () => {
  await directory.remove();
  await hosted.close();
});

const addHosted = (
  running: Pick<TestConsole, 'console' | 'bridge'>,
  environment: Exclude<Environment, 'built-in'> = 'sandbox',
) => addProfile(running, { name: `Hosted ${environment}`, environment, baseUrl: hosted.baseUrl });

/** Types a token into the document that the page opens, as a person does. */
async function enterToken(
  running: Pick<TestConsole, 'console' | 'bridge'>,
  profileId: string,
  token: string,
) {
  const { path } = await running.bridge.vault.openSecretEntry({ purpose: 'token', profileId });
  return await submitDocument(running, path, { token });
}

/** Waits for the answer to a question that the console asks by itself. */
async function proofOf({ bridge }: TestConsole, profileId: string): Promise<string | undefined> {
  const stop = new AbortController();
  const notices = await bridge.updates.watch(undefined, { signal: stop.signal });
  try {
    for (;;) {
      const profile = (await bridge.profiles.list()).find(({ id }) => id === profileId);
      if (profile?.token?.proof !== 'not-proven') return profile?.token?.proof;
      await notices.next();
    }
  } finally {
    stop.abort();
  }
}

/** In the profile that is open. */
const createCustomer = async ({ bridge }: TestConsole, email: string) =>
  await bridge.customers.create({
    profileId: (await bridge.connection.get()).profileId,
    intentKey: newIntentKey(),
    input: { type: 'individual', email },
  });

describe('profiles', () => {
  it('begin with the built-in sandbox, selected and proven', async () => {
    const started = await directory.start();
    expect(await proofOf(started, 'built-in')).toBe('proven');
    expect(await started.bridge.profiles.list()).toMatchObject([
      { id: 'built-in', environment: 'built-in', isSelected: true, baseUrl: expect.any(String) },
    ]);
  });

  it('are added without a token, and say so before anything is sent', async () => {
    const started = await directory.start();
    const { id } = await addHosted(started);
    await started.bridge.profiles.select({ id });
    expect(await started.bridge.connection.get()).toMatchObject({
      profileId: id,
      service: { state: 'no-token' },
      writesBlocked: expect.stringContaining('no access token'),
    });
    const { error } = await safe(createCustomer(started, 'ada@example.com'));
    expect(error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'no-token' } });
    expect((await started.bridge.intents.list({})).total).toBe(0);
  });

  it('are added by a person in main’s own document, which names the address; the page only asks', async () => {
    const started = await directory.start();
    const { bridge } = started;
    const asked = { name: 'Live', environment: 'production' as const, baseUrl: hosted.baseUrl };
    const { path } = await bridge.profiles.add({ ...asked, baseUrl: `${hosted.baseUrl}/` });
    expect(await bridge.profiles.list()).toHaveLength(1);
    // What the page could post without having read the document does nothing.
    const ticket = path?.split('/').at(-1) ?? '';
    const { secrets } = started.console;
    for (const fields of [{}, { 'form-key': '' }, { 'form-key': ticket }]) {
      expect(await secrets.submit(ticket, new URLSearchParams(fields), 'n')).toBeNull();
    }
    expect(await bridge.profiles.list()).toHaveLength(1);

    const document = secrets.page(ticket, 'n') ?? '';
    for (const words of [asked.name, 'Production', asked.baseUrl])
      expect(document).toContain(words);
    expect(await submitDocument(started, path, { token: 'two words' })).toContain('without spaces');
    expect(await submitDocument(started, path, { token: hosted.token })).toContain(' added.');
    const [, added] = await bridge.profiles.list();
    expect(added).toMatchObject({ ...asked, token: { lastFour: hosted.token.slice(-4) } });
  });

  it('take a token, prove it, and work with it after a restart', async () => {
    const first = await directory.start();
    const { id } = await addHosted(first);
    await first.bridge.profiles.select({ id });
    const html = await enterToken(first, id, ` Bearer ${hosted.token}\n`);
    expect(html).toContain(`It ends in ${hosted.token.slice(-4)}`);
    expect(html).not.toContain(hosted.token);
    expect(await proofOf(first, id)).toBe('proven');
    await createCustomer(first, 'ada@example.com');
    await first.console.dispose();

    const second = await directory.start();
    expect(await second.bridge.connection.get()).toMatchObject({
      profileId: id,
      writesBlocked: null,
      tokenExpiresAt: expect.any(String),
    });
    await createCustomer(second, 'grace@example.com');
    expect(directory.logged.join('')).not.toContain(hosted.token);
    expect(directory.logged.join('')).not.toContain('ada@example.com');
  });

  it('say in the service’s words when it refuses the token', async () => {
    const started = await directory.start();
    const { id } = await addHosted(started);
    await started.bridge.profiles.select({ id });
    const expired = await hosted.signToken({ expiresInSeconds: -60 });
    await enterToken(started, id, expired);
    expect(await proofOf(started, id)).toBe('refused');
    const [, profile] = await started.bridge.profiles.list();
    expect(profile?.token?.sentence).toContain('Token expired');
    expect(await started.bridge.connection.get()).toMatchObject({
      service: { state: 'token-refused' },
      writesBlocked: expect.stringContaining('does not accept the token'),
    });
    await enterToken(started, id, hosted.token);
    expect(await proofOf(started, id)).toBe('proven');
    expect((await started.bridge.connection.get()).writesBlocked).toBeNull();
  });

  it('keep their records apart', async () => {
    const started = await directory.start();
    await createCustomer(started, 'ada@example.com');
    const { id } = await addHosted(started);
    await enterToken(started, id, hosted.token);
    await started.bridge.profiles.select({ id });
    expect((await started.bridge.customers.list({})).known).toBe(0);
    await createCustomer(started, 'ada@example.com');
    await createCustomer(started, 'grace@example.com');

    await started.bridge.profiles.select({ id: 'built-in' });
    expect((await started.bridge.customers.list({})).rows).toMatchObject([
      { email: 'ada@example.com' },
    ]);
    const { rows } = await started.bridge.audit.list({});
    expect(rows[0]).toMatchObject({ action: 'profile.selected', facts: { before: id } });
    expect(started.console.sandbox()).not.toBeNull();
  });

  it('refuse a form that was filled in for another one', async () => {
    const { bridge, console: main } = await directory.start();
    const { id } = await addHosted({ bridge, console: main });
    const form = {
      intentKey: newIntentKey(),
      input: { type: 'individual', email: 'ada@example.com' },
    } as const;
    const { error } = await safe(bridge.customers.create({ ...form, profileId: id }));
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'other-profile' } });
    // Nor does the document for a webhook's secret follow the page into another profile.
    const webhook = { webhookId: 'webhook_1', url: 'https://in.example.com/a', name: null };
    const secretOf = (profileId: string) =>
      bridge.vault.openSecretEntry({ purpose: 'webhook-secret', profileId, ...webhook });
    expect((await safe(secretOf(id))).error).toMatchObject({ data: { cause: 'other-profile' } });
    const { path } = await secretOf('built-in');
    await bridge.profiles.select({ id });
    const typed = { secret: 'secret_0123456789abcdef' };
    const running = { bridge, console: main };
    expect(await submitDocument(running, path, typed)).toContain('Another profile was selected');
    expect((await bridge.webhooks.list()).rows).toEqual([]);
    await bridge.profiles.select({ id: 'built-in' });
    await bridge.customers.create({ ...form, profileId: 'built-in' });
    expect((await bridge.customers.list({})).total).toBe(1);
  });

  it('let a write end in its own profile while another is selected', async () => {
    const started = await directory.start();
    const { id } = await addHosted(started);
    const { addFault } = await import('./testing/console.ts');
    await addFault(started.console.sandbox(), {
      kind: 'delay',
      operation: 'createCustomer',
      ms: 300,
    });
    const slow = createCustomer(started, 'ada@example.com');
    const notices = await started.bridge.updates.watch();
    for await (const { topic } of notices) if (topic === 'intents') break;
    await started.bridge.profiles.select({ id });
    expect((await slow).email).toBe('ada@example.com');
    expect((await started.bridge.intents.list({})).total).toBe(0);
    await started.bridge.profiles.select({ id: 'built-in' });
    expect((await started.bridge.intents.list({})).rows).toMatchObject([{ state: 'created' }]);
  });

  it('have in their own log what was done for them while another was in use', async () => {
    const first = await directory.start();
    const { id } = await addHosted(first);
    await enterToken(first, id, hosted.token);
    expect(await proofOf(first, id)).toBe('proven');
    const actions = async ({ bridge }: TestConsole) =>
      (await bridge.audit.list({})).rows.map(({ action }) => action);
    expect(await actions(first)).not.toContain('token.entered');
    await first.console.dispose();

    const second = await directory.start();
    await second.bridge.profiles.select({ id });
    const { rows } = await second.bridge.audit.list({});
    expect(rows.map(({ action }) => action)).toEqual([
      'profile.selected',
      'token.proof',
      'token.entered',
    ]);
    expect(rows[2]?.facts).toMatchObject({
      profileId: id,
      lastFour: hosted.token.slice(-4),
      happenedAt: expect.any(String),
    });
    expect(await verifiedAudit(second)).toMatchObject({ state: 'intact' });
    await second.bridge.profiles.select({ id: 'built-in' });
    expect(await actions(second)).not.toContain('token.entered');
  });

  it('claim no token of a session that is over', async () => {
    const first = await directory.start({ keychain: noKeychain, ephemeral: true });
    const { id } = await addHosted(first);
    await enterToken(first, id, hosted.token);
    expect(await proofOf(first, id)).toBe('proven');
    await first.console.dispose();
    expect(readFileSync(join(directory.path, 'profiles.json'), 'utf8')).not.toContain(
      hosted.token.slice(-4),
    );
    const second = await directory.start();
    const [, profile] = await second.bridge.profiles.list();
    expect(profile).toMatchObject({ id, token: null });
  });

  it('claim no token that is not in the vault, whatever their file says', async () => {
    const keychain = createMemoryStore();
    const first = await directory.start({ keychain });
    const { id } = await addHosted(first);
    await enterToken(first, id, hosted.token);
    await first.console.dispose();
    await keychain.delete(`token:${id}`);
    const second = await directory.start({ keychain });
    expect((await second.bridge.profiles.list())[1]).toMatchObject({ id, token: null });
  });

  it('refuse a base URL that is not safe', async () => {
    const { bridge } = await directory.start();
    const input = {
      name: 'Bad',
      environment: 'production',
      baseUrl: 'http://example.com',
    } as const;
    const { error } = await safe(bridge.profiles.add(input));
    expect(error).toMatchObject({ code: 'INVALID', data: { sentence: expect.any(String) } });
  });

  it('refuse what is not there, and a token for the built-in sandbox', async () => {
    const { bridge } = await directory.start();
    const absent = await safe(bridge.profiles.select({ id: 'nowhere' }));
    expect(absent.error).toMatchObject({ code: 'NOT_FOUND' });
    const builtIn = await safe(
      bridge.vault.openSecretEntry({ purpose: 'token', profileId: 'built-in' }),
    );
    expect(builtIn.error).toMatchObject({ code: 'INVALID' });
  });

  it('stay readable when their service is gone, and say that nothing was sent', async () => {
    const started = await directory.start();
    const { id } = await addHosted(started);
    await started.bridge.profiles.select({ id });
    await enterToken(started, id, hosted.token);
    await createCustomer(started, 'ada@example.com');
    await hosted.close();

    const { error } = await safe(createCustomer(started, 'grace@example.com'));
    expect(error).toMatchObject({
      code: 'NOT_SENT',
      data: { cause: 'refused', canTryAgain: true },
    });
    expect((await started.bridge.customers.list({})).rows).toMatchObject([
      { email: 'ada@example.com' },
    ]);
    expect(await started.bridge.connection.check()).toMatchObject({
      service: { state: 'unreachable' },
      writesBlocked: expect.stringContaining('can’t be reached'),
    });
  });

  it('are proven only where there is a token, and somebody to ask', async () => {
    const { bridge, console: running } = await directory.start();
    const { id } = await addHosted({ bridge, console: running });
    const tokenless = await safe(bridge.profiles.prove({ id }));
    expect(tokenless.error).toMatchObject({ code: 'INVALID', data: { cause: 'no-token' } });
    await enterToken({ bridge, console: running }, id, hosted.token);
    expect((await bridge.profiles.prove({ id })).token).toMatchObject({ proof: 'proven' });
    await bridge.profiles.select({ id });
    const asleep = await safe(bridge.profiles.prove({ id: 'built-in' }));
    expect(asleep.error).toMatchObject({ code: 'INVALID', data: { cause: 'no-address' } });
  });

  it('can’t be written to while nothing is durable, the built-in sandbox excepted', async () => {
    const started = await directory.start({ keychain: noKeychain, ephemeral: true });
    await createCustomer(started, 'ada@example.com');
    const { id } = await addHosted(started, 'production');
    await enterToken(started, id, hosted.token);
    await started.bridge.profiles.select({ id });
    expect((await started.bridge.connection.get()).writesBlocked).toContain('session is temporary');
    const { error } = await safe(createCustomer(started, 'grace@example.com'));
    expect(error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'not-durable' } });

    await started.bridge.profiles.select({ id: 'built-in' });
    expect((await started.bridge.customers.list({})).total).toBe(1);
  });
});
