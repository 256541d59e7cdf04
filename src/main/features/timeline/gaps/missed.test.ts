import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { IncomingDelivery } from '../../webhooks/inbox/types.ts';
import type { TimeRange } from '../../webhooks/receiver/coverage-log.ts';
import { delivery, eventBody } from '../../webhooks/testing/deliveries.ts';
import { openTestIndex, type TestIndex } from '../testing/index-fixture.ts';
import { placed } from './gap-views.ts';
import type { Gap } from './gaps.ts';
import type { ListeningWebhook } from './listening.ts';
import { type Missed, type MissedParts, missedFurther, missedWithin } from './missed.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number) => noon + minutes * minute;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
const ever: TimeRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

const webhook: ListeningWebhook = {
  id: 'webhook_1',
  since: at(-60),
  address: 'https://one.example/hooks/a',
  events: null,
};
const gap = (from: number, to: number, more: Partial<Gap> = {}): Gap => ({
  from: at(from),
  to: at(to),
  reason: 'closed',
  webhooks: [webhook],
  isOfAll: true,
  isLasting: false,
  ...more,
});

let test: TestIndex;
beforeEach(async () => {
  test = await openTestIndex();
});
afterEach(() => test.remove());

const event = (name: string, minutes: number, data: object) => {
  const time = { created: iso(minutes), updated: iso(minutes) };
  return eventBody(`event_${name.replaceAll('.', '')}${minutes + 1_000}`, { name, data, ...time });
};
const payout = (name: string, minutes: number, more: object = {}) =>
  event(`payout.${name}`, minutes, { payout: { id: 'payout_1', ...more } });
const heard = (body: object, minutes = 300): IncomingDelivery =>
  delivery(body, { at: at(minutes) });

/** As a look-up keeps it. */
type Body = Pick<ReturnType<typeof eventBody>, 'id' | 'created'>;
async function lookUp(body: Body & JsonObject): Promise<void> {
  test.records.observe({
    kind: 'event',
    id: body.id,
    body,
    source: 'event-look-up',
    observedAt: iso(300),
    eventId: body.id,
    eventCreated: body.created,
  });
  await test.index.catchUp();
}
const told = (more: Partial<MissedParts> = {}): MissedParts => ({
  index: test.index,
  records: test.records,
  webhooks: [webhook],
  isProduction: false,
  now: at(400),
  knownAt: null,
  ...more,
});
const missed = async (gaps: readonly Gap[], more: Partial<MissedParts> = {}) =>
  (await missedWithin(ever, gaps, told(more))).missed;
const shown = (found: readonly Missed[]) =>
  found.map(({ from, to, event: { eventId, name, told } }) => [
    (from - noon) / minute,
    (to - noon) / minute,
    eventId === null ? null : 'known',
    name,
    told,
  ]);

describe('events that were missed', () => {
  it('are told by what comes after them in the same life', async () => {
    await test.deliver(heard(payout('create', 0)), heard(payout('successful', 30)));
    expect(shown(await missed([gap(10, 20)]))).toEqual([
      [0, 30, null, 'payout.funded', 'later-event'],
      [0, 30, null, 'payout.processing', 'later-event'],
    ]);
    await test.deliver(heard(payout('funded', 10)), heard(payout('processing', 20)));
    expect(await missed([gap(10, 20)])).toEqual([]);
  });

  it('are found in a life that began before the stretch, however much came since', async () => {
    await test.deliver(heard(payout('create', 0)), heard(payout('funded', 30)));
    await test.deliver(
      ...Array.from({ length: 30 }, (_, number) =>
        heard(event('payout.create', 40 + number, { payout: { id: `payout_x${number}` } })),
      ),
    );
    expect(shown(await missed([]))).toEqual([]);
    await test.deliver(heard(payout('successful', 80)));
    expect(shown(await missed([gap(50, 60)]))).toEqual([
      [30, 80, null, 'payout.processing', 'later-event'],
    ]);
  });

  it('before the first step are claimed only where the resource says when it was made', async () => {
    await test.deliver(heard(payout('pending', 30)));
    expect(await missed([gap(10, 20)])).toEqual([]);
    const other = { id: 'payout_2', created: iso(5) };
    const told = event('payout.pending', 31, { payout: other });
    await test.deliver(heard(told));
    const kept = { kind: 'event', id: told.id, body: told, eventId: told.id } as const;
    test.records.observe({ ...kept, source: 'delivery', observedAt: iso(300) });
    expect(shown(await missed([gap(10, 20)]))).toEqual([
      [5, 31, null, 'payout.create', 'later-event'],
    ]);
  });

  it('are none where no webhook of ours listened then', async () => {
    await test.deliver(heard(payout('create', 0)), heard(payout('processing', 30)));
    const gaps = [gap(10, 20)];
    expect(await missed(gaps, { webhooks: [] })).toEqual([]);
    expect(await missed(gaps, { webhooks: [{ ...webhook, since: at(5) }] })).toEqual([]);
    expect(await missed(gaps, { webhooks: [{ ...webhook, events: ['payout.create'] }] })).toEqual(
      [],
    );
    const funded = [{ ...webhook, events: ['payout.funded'] }];
    expect(await missed(gaps, { webhooks: funded })).toHaveLength(1);
  });

  it('are told by look-ups of what was never delivered', async () => {
    const body = event('wallet.create', 15, { wallet: { id: 'wallet_9' } });
    await lookUp(body);
    const found = await missed([gap(10, 20)]);
    expect(shown(found)).toEqual([[15, 15, 'known', 'wallet.create', 'look-up']]);
    expect(found[0]?.event).toMatchObject({ resourceKind: 'wallet', resourceId: 'wallet_9' });
    await test.deliver(heard(body));
    expect(await missed([gap(10, 20)])).toEqual([]);
  });

  it('are told by look-ups that name requests to a webhook of ours, whatever it listens to', async () => {
    const webhookRecords = [{ requestIds: ['request_1'], webhook: { id: 'webhook_1' } }];
    await lookUp({ ...event('wallet.create', 15, { wallet: { id: 'wallet_9' } }), webhookRecords });
    await lookUp(event('wallet.create', 16, { wallet: { id: 'wallet_8' } }));
    const webhooks = [{ ...webhook, events: ['payout.create'] }];
    expect(shown(await missed([], { webhooks }))).toEqual([
      [15, 15, 'known', 'wallet.create', 'look-up'],
    ]);
  });

  it('are none for mock events in production', async () => {
    const mock = { ...event('wallet.create', 15, { wallet: { id: 'wallet_9' } }), mock: true };
    await lookUp(mock);
    expect(await missed([], { isProduction: true })).toEqual([]);
    expect(await missed([])).toHaveLength(1);
  });
});

describe('what can tell what was missed', () => {
  const many = (count: number, name: string, minutes: number, id: (at: number) => string) =>
    Array.from({ length: count }, (_, number) => {
      const resource = { payout: { id: id(number), created: iso(minutes) } };
      const body = { name, data: resource, created: iso(minutes + number / 1_000) };
      return heard(eventBody(`event_${name.replaceAll('.', '')}x${number}`, body));
    });
  const lately = gap(0, 10);

  it('was gone through where little happened since', async () => {
    await test.deliver(heard(payout('create', 20)), heard(payout('successful', 30)));
    const { isLookedThrough } = await missedWithin(ever, [lately], told());
    expect(isLookedThrough(lately)).toBe(true);
    const within = { from: at(5), to: at(100) };
    expect((await missedWithin(within, [lately], told())).isLookedThrough(lately)).toBe(false);
  });

  it('was not gone through where more happened since than is looked at, until it is asked for', async () => {
    await test.deliver(...many(1_600, 'payout.create', 20, (number) => `payout_a${number}`));
    // Behind more steps than are looked at after the gap, and before those at the end.
    const late = { payout: { id: 'payout_late', created: iso(5) } };
    const hidden = eventBody('event_hidden', {
      name: 'payout.pending',
      data: late,
      created: iso(20.55),
    });
    await test.deliver(heard(hidden));
    const kept = { kind: 'event', id: hidden.id, body: hidden, eventId: hidden.id } as const;
    test.records.observe({ ...kept, source: 'delivery', observedAt: iso(300) });
    const first = await missedWithin(ever, [lately], told());
    expect(first.isLookedThrough(lately)).toBe(false);
    expect(first.missed).toEqual([]);
    const { missed: further, next } = await missedFurther(lately, null, told());
    expect(shown(further)).toEqual([[5, 20.55, null, 'payout.create', 'later-event']]);
    expect(next).toBeNull();
  });

  it('is only what was heard by the moment that is looked back to', async () => {
    await test.deliver(
      heard(payout('create', 0), 100),
      heard(payout('processing', 30), 100),
      heard(payout('funded', 20), 200),
    );
    expect(await missed([gap(10, 20)])).toEqual([]);
    expect(shown(await missed([gap(10, 20)], { knownAt: iso(150) }))).toEqual([
      [0, 30, null, 'payout.funded', 'later-event'],
    ]);
    expect(await missed([gap(10, 20)], { knownAt: iso(50) })).toEqual([]);
  });
});

describe('what was missed stands', () => {
  const one = (from: number, to: number, more: Partial<Missed> = {}): Missed => ({
    from: at(from),
    to: at(to),
    event: {
      eventId: null,
      name: 'payout.funded',
      resourceKind: 'payout',
      resourceId: 'payout_1',
      told: 'later-event',
    },
    webhooks: [webhook],
    isFresh: false,
    ...more,
  });
  const places = (gaps: readonly Gap[], all: readonly Missed[]) =>
    placed(gaps, all).map(({ from, to, reason, missed: inIt }) => [
      (Date.parse(from) - noon) / minute,
      to === null ? null : (Date.parse(to) - noon) / minute,
      reason,
      inIt.length,
    ]);

  it('in the earliest gap that it can have happened in, and the newest gap stands first', () => {
    const gaps = [gap(0, 10), gap(20, 30), gap(40, 50, { isLasting: true, reason: 'unproven' })];
    expect(places(gaps, [one(15, 60), one(25, 25), one(60, 60)])).toEqual([
      [40, null, 'unproven', 1],
      [20, 30, 'closed', 2],
      [0, 10, 'closed', 0],
    ]);
  });

  it('by itself where nothing stood in the way, once it can’t be on its way any more', () => {
    expect(places([gap(0, 10)], [one(11, 11), one(12, 20), one(12, 15), one(30, 31)])).toEqual([
      [30, 31, 'covered', 1],
      [12, 20, 'covered', 2],
      [11, 11, 'covered', 1],
      [0, 10, 'closed', 0],
    ]);
    expect(places([], [one(12, 20, { isFresh: true })])).toEqual([]);
    expect(places([gap(10, 15)], [one(12, 20, { isFresh: true })])).toEqual([
      [10, 15, 'closed', 1],
    ]);
  });

  it('in no gap of webhooks that it was not for', () => {
    const other = { ...webhook, id: 'webhook_2', events: ['wallet.create'] };
    const gaps = [gap(0, 10, { reason: 'unproven', webhooks: [other], isOfAll: false })];
    expect(places(gaps, [one(5, 6)])).toEqual([
      [5, 6, 'covered', 1],
      [0, 10, 'unproven', 0],
    ]);
    expect(placed(gaps, [])[0]?.webhooks).toEqual([{ webhookId: 'webhook_2', name: null }]);
    expect(placed([gap(0, 10)], [])[0]?.webhooks).toEqual([]);
  });
});
