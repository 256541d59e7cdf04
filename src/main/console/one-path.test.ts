/** One path is one webhook's: places are ten and for good, and two under one address can't be told apart. */
import { isDefinedError, ORPCError, safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addFault,
  addTunnel,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { createWebhook, openWay, refusingOrigin } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const events = ['payout.create' as const];

const asksOf = (failure: Error | null): string[] | null => {
  if (!(failure instanceof ORPCError) || failure.code !== 'ASKS_FIRST') return null;
  return z.object({ asks: z.array(z.string()) }).parse(failure.data).asks;
};

/** Sends a create; gives the id, or the code and the sentence of what stood in the way. */
async function tryCreate(
  { bridge }: TestConsole,
  url: string,
  more: { readonly goesOn?: boolean; readonly intentKey?: string } = {},
) {
  const input = { name: 'Desk', url, events };
  const { goesOn = true, intentKey = newIntentKey() } = more;
  const send = (confirmed: string[]) =>
    safe(bridge.webhooks.create({ profileId: 'built-in', intentKey, input, confirmed }));
  const first = await send([]);
  const asks = goesOn ? asksOf(first.error) : null;
  const { error, data } = asks === null ? first : await send(asks);
  if (data !== undefined) return { id: data.webhook?.id ?? null, code: null, sentence: '' };
  if (!isDefinedError(error)) throw error;
  return { id: null, code: error.code, sentence: error.data.sentence };
}

const knownIds = async ({ bridge }: TestConsole) =>
  (await bridge.webhooks.list()).rows.map(({ id }) => id);

describe('two creates at one address at once', () => {
  it.each([true, false])('make one webhook (a person who goes on: %s)', async (goesOn) => {
    const running = await directory.start();
    const url = await openWay(running);
    const both = await Promise.all([
      tryCreate(running, url, { goesOn }),
      tryCreate(running, url, { goesOn }),
    ]);
    const ids = both.flatMap(({ id }) => id ?? []);
    expect(ids).toHaveLength(1);
    expect(await knownIds(running)).toEqual(ids);
    const [other] = both.filter(({ id }) => id === null);
    expect(other).toMatchObject({ code: 'INVALID' });
    // The refusal names an address that works.
    const offered = other?.sentence.match(/https:\S+/)?.[0] ?? '';
    expect(offered).not.toBe(url);
    expect((await tryCreate(running, offered)).id).not.toBeNull();
  });

  it('are one when they are the halves of a double click', async () => {
    const running = await directory.start();
    const url = await openWay(running);
    const intentKey = newIntentKey();
    const both = await Promise.all([
      tryCreate(running, url, { intentKey }),
      tryCreate(running, url, { intentKey }),
    ]);
    expect(both[0]?.id).not.toBeNull();
    expect(both[1]).toEqual(both[0]);
    expect(await knownIds(running)).toHaveLength(1);
  });

  it('leave a path whose answer was lost to the one that sent it', async () => {
    const running = await directory.start();
    const url = await openWay(running);
    await addFault(running.console.sandbox(), { kind: 'drop', operation: 'createWebhook' });
    const both = await Promise.all([
      tryCreate(running, url, { goesOn: false }),
      tryCreate(running, url, { goesOn: false }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['INVALID', 'UNKNOWN_OUTCOME']);
    const { addresses } = await running.bridge.webhooks.prepare();
    expect(addresses[0]?.url).toMatch(/^https:/);
    expect(addresses.map((address) => address.url)).not.toContain(url);
    expect(await tryCreate(running, url)).toMatchObject({ code: 'INVALID' });
  });

  it('give the path back when nothing was sent', async () => {
    const running = await directory.start();
    await createWebhook(running, { events });
    const url = await openWay(running);
    expect(await tryCreate(running, url, { goesOn: false })).toMatchObject({
      code: 'ASKS_FIRST',
    });
    expect(await openWay(running)).toBe(url);
    expect((await tryCreate(running, url)).id).not.toBeNull();
  });
});

describe('an address of this computer that is no path of a webhook', () => {
  it.each([
    ['an unknown path', (url: string) => `${new URL(url).origin}/hooks/${'a'.repeat(32)}`],
    ['a slash at the end', (url: string) => `${url}/`],
    ['upper case', (url: string) => url.replace(/[0-9a-f]{32}$/, (path) => path.toUpperCase())],
    ['no path at all', (url: string) => new URL(url).origin],
  ])('takes no place: %s', async (_, spoilt) => {
    const running = await directory.start();
    const url = await openWay(running);
    const turnedDown = await tryCreate(running, spoilt(url));
    expect(turnedDown).toMatchObject({ code: 'INVALID' });
    expect(turnedDown.sentence).toContain(`Use ${url} instead`);
    expect(await knownIds(running)).toEqual([]);
  });
});

describe('a way that can’t be proved from here', () => {
  it('is asked about, in words, before it takes a place', async () => {
    const running = await directory.start({ allowPrivateTunnels: true });
    const publicUrl = await refusingOrigin();
    const { id } = await addTunnel(running, { kind: 'own-url', name: 'Proxy', publicUrl });
    expect(await running.bridge.tunnels.open({ id })).toMatchObject({ state: 'not-provable' });
    const { addresses } = await running.bridge.webhooks.prepare();
    const url = addresses.find((address) => address.tunnelId === id)?.url ?? '';

    const asked = await tryCreate(running, url, { goesOn: false });
    expect(asked).toMatchObject({ code: 'ASKS_FIRST' });
    expect(asked.sentence).toContain('could not check that deliveries');
    expect(asked.sentence).toContain('refuses connections from this computer');
    expect(await knownIds(running)).toEqual([]);
    expect((await running.bridge.intents.list({ offset: 0, limit: 10 })).rows).toEqual([]);
  });
});
