import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { timelineListInput } from '../../../bridge/timeline.ts';
import { systemClock } from '../../../platform/clock.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { type AsOfRecords, openAsOf } from '../../core/records/as-of.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import { delivery, eventBody, profileId } from '../webhooks/testing/deliveries.ts';
import { openTestIndex, type TestIndex } from './testing/index-fixture.ts';
import { createTimeline, type Timeline } from './timeline.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const at = (minute: number) => noon + minute * 60_000;
const iso = (minute: number) => new Date(at(minute)).toISOString();

let test: TestIndex;
let sqlite: Sqlite;
let asOf: AsOfRecords;
let timeline: Timeline;
beforeEach(async () => {
  test = await openTestIndex();
  sqlite = openSqlite({ file: join(test.directory, 'own.db'), key: new Uint8Array(32) });
  migrate(sqlite, recordsMigrations);
  asOf = openAsOf({ sqlite, clock: systemClock });
  const records = openRecords({ sqlite });
  timeline = createTimeline({
    index: test.index,
    inbox: test.inbox,
    records,
    asOf,
    profileId,
    payouts: {
      eventAmounts: (events) =>
        new Map(events.map(({ eventId }) => [eventId, { amount: '12419.50', currency: 'USDC' }])),
    },
    webhookName: () => 'Treasury',
    log: { error: () => undefined },
  });
  for (const [minute, email] of [
    [1, 'first@example.com'],
    [5, 'second@example.com'],
  ] as const) {
    const body = { id: 'customer_1', email };
    const source = 'import' as const;
    records.observe({ kind: 'customer', id: 'customer_1', body, source, observedAt: iso(minute) });
  }
  const data = { customer: { id: 'customer_1' } };
  await test.deliver(
    delivery(eventBody('event_a', { name: 'customer.create', data }), { at: at(2) }),
    delivery(eventBody('event_b', { name: 'customer.update', data }), { at: at(6) }),
  );
});
afterEach(async () => {
  asOf.close();
  sqlite.close();
  await test.remove();
});

const names = async (knownAt: string | null) =>
  (await timeline.list(timelineListInput.parse({ filter: { knownAt } }))).rows.map(
    ({ eventId, customerName }) => [eventId, customerName],
  );

it('names customers as they were known at the moment', async () => {
  expect(await names(null)).toEqual([
    ['event_b', 'second@example.com'],
    ['event_a', 'second@example.com'],
  ]);
  expect(await names(iso(3))).toEqual([['event_a', 'first@example.com']]);
});

it('names customers and webhooks by what was called so by the moment', async () => {
  const records = openRecords({ sqlite });
  const kind = 'webhook' as const;
  for (const [minute, name] of [
    [1, 'Desk'],
    [5, 'Treasury'],
  ] as const) {
    const body = { id: 'webhook_1', name };
    records.observe({ kind, id: 'webhook_1', body, source: 'read', observedAt: iso(minute) });
  }
  records.giveOwnName('customer_1', 'Ada', iso(2));
  records.giveOwnName('customer_1', 'Ada Byron', iso(5));
  const data = { webhook: { id: 'webhook_1' } };
  await test.deliver(
    delivery(eventBody('event_c', { name: 'webhook.create', data }), { at: at(2) }),
  );
  expect(await names(iso(3))).toContainEqual(['event_a', 'Ada']);
  const webhooks = async (knownAt: string | null) =>
    (await timeline.list(timelineListInput.parse({ filter: { knownAt } }))).rows.flatMap(
      ({ webhookName }) => webhookName ?? [],
    );
  expect(await webhooks(iso(3))).toEqual(['Desk']);
  expect(await webhooks(null)).toEqual(['Treasury']);
});

it('asks for the amounts of events of payouts alone', async () => {
  const data = { payout: { id: 'payout_1' } };
  await test.deliver(
    delivery(eventBody('event_c', { name: 'payout.successful', data }), { at: at(7) }),
  );
  const { rows } = await timeline.list(timelineListInput.parse({}));
  expect(rows.map(({ amount }) => amount)).toEqual([
    { amount: '12419.50', currency: 'USDC' },
    null,
    null,
  ]);
});

it('counts what was known at the moment, and no marks that may have come since', async () => {
  const now = await timeline.facets(null);
  expect(now.names.map(({ name }) => name)).toEqual(['customer.create', 'customer.update']);
  expect(now).toMatchObject({ flags: { isLate: 2 }, webhooks: [{ name: 'Treasury', count: 2 }] });
  const then = await timeline.facets(iso(3));
  expect(then.names).toEqual([{ name: 'customer.create', count: 1 }]);
  expect(then).toMatchObject({
    flags: { isLate: null },
    webhooks: [{ name: 'Treasury', count: null }],
  });
});

it('gives no secret on that an event has in its name or its ids', async () => {
  const canary = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJlLW9mLXRoZS1kZXNr';
  const data = { wallet: { id: `wallet ${canary}`, customerId: `customer_2 ${canary}` } };
  await test.deliver(
    delivery(eventBody('event_c', { name: `wallet.create ${canary}`, data }), { at: at(7) }),
  );
  const { rows } = await timeline.list(timelineListInput.parse({ filter: {} }));
  const shown = JSON.stringify([rows, await timeline.facets(null)]);
  expect(shown).toContain('wallet.create ');
  expect(shown).not.toContain(canary);
});
