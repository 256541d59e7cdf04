/** A webhook at an address of the page's choice: over a whole console. */
import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addFault,
  createTestDirectory,
  documentAt,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from '../../../console/testing/console.ts';
import { control, createWebhook, openWay } from '../../../console/testing/webhooks.ts';

let directory: TestDirectory;
let running: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  running = await directory.start();
});
afterEach(() => directory.remove());

const url = 'https://thief.example.com/in?from=treasury';
const call = (more: { url?: string; confirmed?: string[] } = {}) => ({
  profileId: 'built-in',
  intentKey: newIntentKey(),
  confirmed: more.confirmed ?? [],
  input: {
    name: 'Desk',
    description: 'For the desk',
    url: more.url ?? url,
    events: ['payout.create' as const, 'wallet.create' as const],
  },
});
const atTheService = async () =>
  ((await control(running, '/list/webhooks', undefined, 'GET')) as { items: unknown[] }).items;
const journalled = async () => (await running.bridge.intents.list({})).rows;

describe('a webhook at an address that is no path of an open tunnel', () => {
  it('is created when a person has confirmed all of it, whatever the page says was confirmed', async () => {
    const { create } = running.bridge.webhooks;
    const asked = call({ confirmed: ['not-provable', 'elsewhere'] });
    const { webhook, path } = await create(asked);
    expect(webhook).toBeNull();
    expect(await atTheService()).toEqual([]);
    expect(await journalled()).toEqual([]);
    const document = documentAt(running, path);
    for (const words of [url, 'Desk', 'For the desk', 'payout.create, wallet.create', 'Built-in']) {
      expect(document).toContain(words);
    }

    expect(await submitDocument(running, path)).toContain('The webhook was created.');
    expect(await atTheService()).toHaveLength(1);
    const { intent } = await running.bridge.intents.get({ key: asked.intentKey });
    expect(intent).toMatchObject({ state: 'created', input: { url } });
    // The same call again is told what became of it, and nobody is asked again.
    const again = await create(asked);
    expect(again).toMatchObject({ path: null, webhook: { id: intent?.resourceId, url } });
    expect(await atTheService()).toHaveLength(1);
  });

  it('is shown by the host that it leads to, where that only looks like one that is known', async () => {
    const { path } = await running.bridge.webhooks.create(
      call({ url: 'https://tr\u0435asury.example.com/in' }),
    );
    expect(documentAt(running, path)).toContain('xn--trasury-8gg.example.com');
  });

  it('is shown by that host, too, where the address names it further on', async () => {
    const { path } = await running.bridge.webhooks.create(
      call({ url: 'https://tr\u0435asury.example.com/in?for=//xn--trasury-8gg.example.com' }),
    );
    expect(documentAt(running, path)).toContain('<bdi>xn--trasury-8gg.example.com</bdi>');
  });

  it('tells in the document what became of it, once it was sent', async () => {
    await addFault(running.console.sandbox(), { kind: 'drop', operation: 'createWebhook' });
    const { path } = await running.bridge.webhooks.create(call());
    expect(await submitDocument(running, path)).toContain('<h1>The webhook may exist</h1>');
    expect(await journalled()).toMatchObject([{ state: 'unknown' }]);
  });

  it('is asked about in the page first where another one would do', async () => {
    const { id } = await createWebhook(running);
    const first = call();
    const { error } = await safe(running.bridge.webhooks.create(first));
    expect(error).toMatchObject({ code: 'ASKS_FIRST', data: { asks: [id] } });
    const { path } = await running.bridge.webhooks.create({ ...first, confirmed: [id] });
    expect(await submitDocument(running, path)).toContain('The webhook was created.');
  });

  it('that was asked for twice is created once: the other document says so, and ends', async () => {
    const { create } = running.bridge.webhooks;
    const documents = [(await create(call())).path, (await create(call())).path];
    const said = [];
    for (const path of documents) said.push(await submitDocument(running, path));
    expect(said[0]).toContain('The webhook was created.');
    expect(said[1]).toContain('nothing was sent. Start over');
    expect(await atTheService()).toHaveLength(1);
  });

  it('is not made one of ours by a path of ours behind another name', async () => {
    const own = new URL(await openWay(running));
    const behind = `https://thief.example.com${own.pathname}`;
    const { error } = await safe(running.bridge.webhooks.create(call({ url: behind })));
    expect(error).toMatchObject({ code: 'NOT_SENT' });
    expect(await atTheService()).toEqual([]);
  });
});
