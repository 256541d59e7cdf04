import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import { createRouterClient, getEventMeta, isDefinedError, ORPCError, safe } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '../../bridge/contract.ts';
import { profileHeader } from '../../bridge/transport.ts';
import { systemRandom } from '../../platform/random.ts';
import { createCallScope } from '../console/call-scope.ts';
import { procedurePaths } from '../console/testing/console.ts';
import { failingRoutes } from '../console/testing/failing-routes.ts';
import { createUpdateHub } from '../console/update-hub.ts';
import type { Area, Routes } from '../core/feature/feature.ts';
import { createLog } from '../core/foundation/log.ts';
import { Failed } from '../core/intents/failed.ts';
import type { Intent } from '../core/intents/types.ts';
import { ProfileError } from '../core/profiles/profile-file.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { ClosedMeanwhile, namedByCall, ownCalls, readsNames } from './named-profile.ts';
import { createBridgeRouter } from './router.ts';

const at = '2026-11-20T12:00:00.000Z';

let logged: string[];
let hub: ReturnType<typeof createUpdateHub>;
/** What the next call of anything of a profile throws. */
let failWith: unknown;
/** What the journal holds, by key. */
let journal: Map<string, Intent>;
/** What the list of profiles answers, of whatever shape. */
let profiles: unknown[];
/** Secrets that are cut by value. */
let known: string[];
let bridge: Bridge;
let ends: (() => void)[];

const fail = (): never => {
  throw failWith;
};
const parts = () => ({
  known: { values: () => known },
  requireAllowed: () => undefined,
  requireUnlocked: () => undefined,
  calls: createCallScope(
    { session: fail, current: () => null, settled: async () => undefined },
    () => 'open',
  ),
  log: createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
});
const routes = (): Routes<Area> =>
  failingRoutes({ fail, hub, journal: () => journal, profiles: () => profiles });

beforeEach(() => {
  logged = [];
  profiles = [];
  known = [];
  journal = new Map();
  ends = [];
  failWith = new Error('unset');
  hub = createUpdateHub({ random: systemRandom });
  bridge = createRouterClient(createBridgeRouter(parts(), routes()), {
    context: ownCalls,
  });
});
afterEach(() => {
  hub.close();
  for (const end of ends) end();
});

const createCustomer = () =>
  safe(
    bridge.customers.create({
      profileId: 'built-in',
      intentKey: '0'.repeat(32),
      input: { type: 'individual' },
    }),
  );

describe('a failure', () => {
  it('that repeats a known secret arrives without it', async () => {
    known = ['desk-token+0042/opaque'];
    failWith = new Failed('INVALID', { sentence: 'Refused: desk-token+0042/opaque.' });
    const { error } = await createCustomer();
    expect(error).toMatchObject({ data: { sentence: 'Refused: [secret removed].' } });
    expect(JSON.stringify(error)).not.toContain('opaque');
  });

  it('of oRPC’s own that repeats one arrives without it, too', async () => {
    known = ['desk-token+0042/opaque'];
    const said = 'Said desk-token+0042/opaque';
    failWith = new ORPCError('CONFLICT', { message: said, data: { [said]: [said] } });
    const { error } = await createCustomer();
    expect(error).toMatchObject({ code: 'CONFLICT', message: 'Said [secret removed]' });
    const strange = { intentKey: '0', profileId: 'p', input: { type: said } };
    const wrong = await safe(bridge.customers.create(strange as never));
    expect(wrong.error).toMatchObject({ code: 'BAD_REQUEST', data: { issues: expect.anything() } });
    expect(JSON.stringify([error, wrong.error])).not.toContain('opaque');
  });

  it('that is expected arrives declared, with all it says', async () => {
    failWith = new Failed('ASKS_FIRST', {
      sentence: 'One is known already.',
      intentKey: '0'.repeat(32),
      asks: ['customer_a'],
      alike: [{ kind: 'record', id: 'customer_a' }],
    });
    const { error } = await createCustomer();
    expect(isDefinedError(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'ASKS_FIRST',
      status: 409,
      data: {
        sentence: 'One is known already.',
        canTryAgain: false,
        messages: [],
        asks: ['customer_a'],
        alike: [{ kind: 'record', id: 'customer_a' }],
      },
    });
    expect(logged).toEqual([]);
  });

  it.each([
    ['the vault is locked', new VaultError('locked', 'It is locked.'), 'LOCKED'],
    ['the vault can’t do that now', new VaultError('not-now', 'Not now.'), 'INVALID'],
    ['there is no such profile', new ProfileError('not-found', 'No such profile.'), 'NOT_FOUND'],
    ['a profile is wrong', new ProfileError('invalid', 'Not https.'), 'INVALID'],
    ['the disk is full', Object.assign(new Error('is full'), { code: 'SQLITE_FULL' }), 'INVALID'],
  ])('because %s is a sentence', async (_words, thrown, code) => {
    failWith = thrown;
    const { error } = await safe(bridge.profiles.select({ id: 'a' }));
    const sentence: unknown = expect.stringContaining(thrown.message);
    expect(error).toMatchObject({ code, defined: true, data: { sentence } });
  });

  it('that nobody foresaw is masked, and logged once with its cause', async () => {
    failWith = new Error('SQLITE_CORRUPT at /home/ada', { cause: new Error('the root of it') });
    const { error } = await createCustomer();
    expect(error).toMatchObject({ code: 'INTERNAL', data: { canTryAgain: false } });
    expect(JSON.stringify(error)).not.toContain('SQLITE_CORRUPT');
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('customers.create');
    expect(logged[0]).toContain('the root of it');
  });

  it('of a read that the profile was closed under is told as such, and is no error in the log', async () => {
    failWith = new ClosedMeanwhile('closed', { cause: new Error('The timeline was closed.') });
    const { error } = await safe(bridge.timeline.facets({}));
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'other-profile' } });
    expect(logged).toEqual([]);

    const known = new Failed('NOT_FOUND', { sentence: 'No such event.' });
    failWith = new ClosedMeanwhile('closed', { cause: known });
    const { error: said } = await safe(bridge.timeline.facets({}));
    expect(said).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a write that the profile was closed under is logged with its own cause', async () => {
    failWith = new ClosedMeanwhile('closed', { cause: new Error('the root of it') });
    const { error } = await createCustomer();
    expect(error).toMatchObject({ code: 'INTERNAL' });
    expect(logged[0]).toContain('the root of it');
  });

  it('is masked even when it is no error at all', async () => {
    failWith = 'just a text';
    const { error } = await createCustomer();
    expect(error).toMatchObject({ code: 'INTERNAL' });
  });
});

describe('what crosses', () => {
  it('inwards is parsed: the page may know which field is wrong', async () => {
    const wrong = {
      intentKey: 'short',
      profileId: 'built-in',
      input: { type: 'individual' },
    } as const;
    const { error } = await safe(bridge.customers.create(wrong));
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['intentKey'] }] },
    });
    expect(logged).toEqual([]);
  });

  it('outwards is parsed too: what does not fit is a fault of ours, and is not shown', async () => {
    profiles = [{ id: 'built-in', token: 'eyJ.secret' }];
    const { error } = await safe(bridge.profiles.list());
    expect(error).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(error)).not.toContain('eyJ.secret');
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain('eyJ.secret');
  });

  it('outwards loses what the bridge does not declare', async () => {
    const profile = {
      id: 'built-in',
      name: 'Built-in',
      environment: 'built-in',
      baseUrl: null,
      isSelected: true,
      token: null,
      warning: null,
      mode: 'full',
      createdAt: at,
    };
    profiles = [{ ...profile, rawToken: 'eyJ.secret' }];
    expect(await bridge.profiles.list()).toEqual([profile]);
  });
});

describe('one intent by its key', () => {
  const key = 'a'.repeat(32);
  const intent: Intent = {
    key,
    operation: 'createCustomer',
    state: 'refused',
    input: { type: 'individual' },
    fingerprint: 'not for the page',
    journalledAt: at,
    settledAt: at,
    resourceId: null,
    sentence: 'The service refused it.',
    messages: ['Required'],
    requestId: 'request_1',
    status: 400,
    cause: 'validation',
    retryAfterMs: 7_000,
    repeats: null,
  };

  it('is what the journal holds under it, as far as the bridge declares it', async () => {
    journal.set(key, intent);
    const { intent: found } = await bridge.intents.get({ key });
    expect(found).toMatchObject({ key, state: 'refused', messages: ['Required'] });
    expect(found?.retryAt).toBe('2026-11-20T12:00:07.000Z');
    expect(found).not.toHaveProperty('fingerprint');
  });

  it('is null when the journal has never seen the key', async () => {
    journal.set(key, intent);
    expect(await bridge.intents.get({ key: 'b'.repeat(32) })).toEqual({ intent: null });
  });

  it('is of no key of another form', async () => {
    const { error } = await safe(bridge.intents.get({ key: 'lost' }));
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

/** A page on the other end of a real port. */
function connect(headers: Record<string, string> = {}): Bridge {
  const { port1: page, port2: main } = new MessageChannel();
  new RPCHandler(createBridgeRouter(parts(), routes()), readsNames).upgrade(main, {
    context: namedByCall,
  });
  page.start();
  main.start();
  ends.push(() => page.close());
  return createORPCClient(new RPCLink({ port: page, headers }));
}

describe('a call over a line', () => {
  const ofProfile = procedurePaths().filter(
    (path) => !/^(vault|lock|profiles|connection|links|diagnostics|updates)\./.test(path),
  );
  const call = async (headers: Record<string, string>, path: readonly string[]) => {
    type Client = (input: unknown) => Promise<unknown>;
    const found = path.reduce<unknown>(
      (at, name) => Reflect.get(at as object, name),
      connect(headers),
    );
    return await (found as Client)(undefined).then(
      () => null,
      (error: unknown) => error,
    );
  };

  it.each(ofProfile)(
    '%s is refused for another profile than the open one, and for none',
    async (name) => {
      for (const headers of [{ [profileHeader]: 'other' }, {}]) {
        expect(await call(headers, name.split('.'))).toMatchObject({
          code: 'INVALID',
          data: { cause: 'other-profile' },
        });
      }
      expect(await call({ [profileHeader]: 'open' }, name.split('.'))).not.toMatchObject({
        data: { cause: 'other-profile' },
      });
    },
  );

  it('needs no name for what is of the installation', async () => {
    expect(await connect().connection.about()).toMatchObject({ version: '1' });
  });
});

describe('the stream of changes over a port', () => {
  it('carries ids, and resumes after the last one that was seen', async () => {
    const page = connect();
    const call = new AbortController();
    const notices = await page.updates.watch(undefined, { signal: call.signal });
    await notices.next();
    hub.publish({ topic: 'customers', ids: ['customer_a'] });
    const { value } = await notices.next();
    expect(value).toEqual({ topic: 'customers', ids: ['customer_a'] });
    const lastEventId = getEventMeta(value ?? {})?.id;
    await notices.return?.();

    hub.publish({ topic: 'customers', ids: ['customer_b'] });
    const again = await page.updates.watch(undefined, { lastEventId });
    expect((await again.next()).value).toMatchObject({ ids: ['customer_b'] });
    await again.return?.();
  });

  it('ends in main when the page stops reading', async () => {
    const page = connect();
    const notices = await page.updates.watch();
    await notices.next();
    expect(hub.readers()).toBe(1);
    await notices.return?.();
    await expect.poll(() => hub.readers()).toBe(0);
  });

  it('ends in main when the page goes away, and leaves nothing behind', async () => {
    const page = connect();
    const notices = await page.updates.watch();
    await notices.next();
    notices.next().catch(() => undefined);
    for (const end of ends.splice(0)) end();
    await expect.poll(() => hub.readers()).toBe(0);
  });
});
