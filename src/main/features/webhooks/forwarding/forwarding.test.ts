import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveredBy, type ForwardTest, openForwardTest } from './testing/forward-test.ts';

let test: ForwardTest;
beforeEach(async () => {
  test = await openForwardTest();
});
afterEach(async () => {
  await test.close();
});

describe('forwarding', () => {
  it('adds no target of the team that is on this computer', () => {
    const forwards = test.open();
    expect(() => forwards.addTarget(test.target({ isForTeam: true }))).toThrow(/own localhost/);
    expect(forwards.targets()).toEqual([]);
  });

  it('sends what becomes genuine, in order, with bytes, signature and content type unchanged', async () => {
    const forwards = test.open();
    test.deliver(1);
    forwards.addTarget(test.target());
    test.deliver(2, {}, '{ "odd" :\u00e9\n}');
    test.deliver(3);
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 2);
    expect(test.heard.map(({ body }) => body)).toEqual(['{ "odd" :\u00e9\n}', '{"n":3}']);
    expect(test.heard[0]?.headers).toMatchObject({
      signature: 'sig-2',
      'content-type': 'application/json',
      'content-encoding': 'identity',
    });
    expect(forwards.ofDelivery(2)).toMatchObject([
      { state: 'delivered', status: 200, attempts: 1, isReplay: false },
    ]);
    const { rows } = forwards.list({ targetId: null, state: null, offset: 0, limit: 9 });
    expect(rows).toMatchObject([
      { arrival: 3, eventName: 'payout.create' },
      { arrival: 2, eventName: 'payout.create' },
    ]);
  });

  it('waits for what is not taken in yet, and passes over what never will be', async () => {
    const forwards = test.open();
    forwards.addTarget(test.target());
    test.deliver(1);
    test.deliver(2, null, 'damaged');
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    test.deliver(3);
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 2);
    expect(test.heard.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":3}']);
  });

  it('sends nothing that a backup brought, but where a person asks for it', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    test.deliver(1, { isFromBackup: true });
    test.deliver(2);
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    expect(test.heard.map(({ body }) => body)).toEqual(['{"n":2}']);
    await forwards.replay(id, { by: 'one', arrival: 1 });
    await test.until(() => deliveredBy(forwards) === 2);
  });

  it('sends the same bytes once, however often they came', async () => {
    const forwards = test.open();
    forwards.addTarget(test.target());
    test.deliver(2, {}, 'same');
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    // Held first, and judged genuine only now.
    test.deliver(1, {}, 'same');
    test.deliver(3, {}, 'other');
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 2);
    expect(test.heard.map(({ body }) => body)).toEqual(['same', 'other']);
    const { id } = forwards.addTarget(test.target());
    expect(await forwards.replay(id, { by: 'one', arrival: 1 })).toBe(1);
    await test.until(() => deliveredBy(forwards) === 3);
  });

  it('sends a target only the events and the webhook that it asks for', async () => {
    const forwards = test.open();
    forwards.addTarget(test.target({ events: ['payout.failed'], webhookId: 'webhook_2' }));
    test.deliver(1, { webhookId: 'webhook_2' });
    test.deliver(2, { eventName: 'payout.failed' });
    test.deliver(3, { eventName: 'payout.failed', webhookId: 'webhook_2' });
    test.deliver(4, { eventName: null, webhookId: 'webhook_2' });
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    expect(test.heard.map(({ body }) => body)).toEqual(['{"n":3}']);
  });

  it('tries a failed one again later, and lets the next go ahead', async () => {
    const forwards = test.open();
    test.answer = ({ body }, response) =>
      void response.writeHead(body === '{"n":1}' ? 500 : 204).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    test.deliver(2);
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 1);
    const [first] = forwards.ofDelivery(1);
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 500 });
    expect(Date.parse(first?.nextTryAt ?? '')).toBeGreaterThanOrEqual(test.now + 1_000);

    test.answer = (_heard, response) => void response.writeHead(200).end();
    test.now += 2_000;
    forwards.catchUp();
    await test.until(() => deliveredBy(forwards) === 2);
    expect(test.heard.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}', '{"n":1}']);
    // The same forward: a receiver can tell that it is a second try.
    expect(test.heard[2]?.id).toBe(test.heard[0]?.id);
  });

  it('gives up after the last try, and at once where it is refused for good', async () => {
    const forwards = test.open();
    test.answer = (_heard, response) => void response.writeHead(500).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    for (let tries = 1; tries <= 8; tries += 1) {
      forwards.catchUp();
      await test.until(() => forwards.ofDelivery(1)[0]?.attempts === tries);
      test.now += 24 * 60 * 60_000;
    }
    expect(forwards.ofDelivery(1)).toMatchObject([
      { state: 'failed', sentence: 'Refused with status 500. Stopped after 8 attempts.' },
    ]);
    test.answer = (_heard, response) => void response.writeHead(410).end();
    test.deliver(2);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(2)[0]?.attempts === 1);
    expect(forwards.ofDelivery(2)).toMatchObject([{ state: 'failed', status: 410 }]);
  });

  it('waits as long as the target asks', async () => {
    const forwards = test.open();
    test.answer = (_heard, response) =>
      void response.writeHead(429, { 'retry-after': '120' }).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    const next = forwards.ofDelivery(1)[0]?.nextTryAt ?? '';
    expect(Date.parse(next)).toBe(test.now + 120_000);
  });

  it('follows no redirect', async () => {
    const forwards = test.open();
    test.answer = (_heard, response) => void response.writeHead(307, { location: '/else' }).end();
    forwards.addTarget(test.target());
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    expect(test.heard.map(({ path }) => path)).toEqual(['/hooks']);
    expect(forwards.ofDelivery(1)[0]?.sentence).toContain('follows no redirects');
  });

  it('says it when nobody listens, and does not hang on one who never answers', async () => {
    const forwards = test.open();
    forwards.addTarget(test.target({ url: 'http://127.0.0.1:61/' }));
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(1)[0]?.attempts === 1);
    expect(forwards.ofDelivery(1)[0]).toMatchObject({ status: null, state: 'waiting' });
    const [first] = forwards.targets();
    forwards.removeTarget(first?.id ?? '');
    expect(forwards.ofDelivery(1)[0]?.state).toBe('failed');

    test.answer = () => undefined;
    forwards.addTarget(test.target());
    test.deliver(2);
    forwards.catchUp();
    await test.until(() => forwards.ofDelivery(2)[0]?.attempts === 1);
    expect(forwards.ofDelivery(2)[0]?.sentence).toBe('No response within 2 s.');
  });

  it('goes on after a restart, with what was cut off under the same name', async () => {
    const first = test.open();
    const reached = Promise.withResolvers<void>();
    test.answer = () => reached.resolve();
    first.addTarget(test.target());
    test.deliver(1);
    test.deliver(2);
    first.catchUp();
    await reached.promise;
    await first.close();

    test.answer = (_heard, response) => void response.writeHead(200).end();
    const second = test.open();
    second.catchUp();
    await test.until(() => deliveredBy(second) === 2);
    expect(test.heard.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":1}', '{"n":2}']);
    expect(test.heard[1]?.id).toBe(test.heard[0]?.id);
  });

  it('holds back while a target is paused', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    forwards.pauseTarget(id, true);
    test.deliver(1);
    forwards.catchUp();
    await test.until(() => forwards.targets()[0]?.waiting === 1);
    expect(forwards.targets()).toMatchObject([{ isPaused: true }]);
    expect(test.heard).toEqual([]);
    forwards.pauseTarget(id, false);
    await test.until(() => deliveredBy(forwards) === 1);
    expect(test.heard).toHaveLength(1);
  });
});

describe('replay', () => {
  it('queues one, all since a time, or those of a filter, in the order of arrival', async () => {
    const forwards = test.open();
    for (const arrival of [1, 2, 3]) {
      test.deliver(arrival, { eventName: arrival === 2 ? 'payout.failed' : 'payout.create' });
      test.now += 60_000;
    }
    const since = new Date(test.now - 120_000).toISOString();
    const { id } = forwards.addTarget(test.target({ events: ['wallet.create'] }));
    const none = { webhookId: null, since: null, until: null };
    expect(await forwards.replay(id, { by: 'one', arrival: 1 })).toBe(1);
    expect(await forwards.replay(id, { by: 'since', since })).toBe(2);
    expect(await forwards.replay(id, { by: 'filter', ...none, events: ['payout.failed'] })).toBe(1);
    expect(await forwards.replay(id, { by: 'filter', ...none, events: [], until: since })).toBe(2);
    await test.until(() => deliveredBy(forwards) === 6);
    const bodies = test.heard.map(({ body }) => body.slice(5, 6)).join('');
    expect(bodies).toBe('123212');
    expect(new Set(test.heard.map((one) => one.id)).size).toBe(6);
    expect(forwards.list({ targetId: id, state: 'delivered', offset: 0, limit: 2 })).toMatchObject({
      total: 6,
      rows: [{ isReplay: true }, { isReplay: true }],
    });
  });

  it('sends nothing on that is not genuine', async () => {
    const forwards = test.open();
    const { id } = forwards.addTarget(test.target());
    await expect(forwards.replay(id, { by: 'one', arrival: 77 })).rejects.toThrow(/not verified/);
    await expect(forwards.replay('nobody', { by: 'one', arrival: 77 })).rejects.toThrow(
      /does not exist/,
    );
  });
});
