import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  maxGaps,
  type TimelineGap,
  type TimelineRow,
  type timelineListInput,
} from '../../../../bridge/timeline.ts';
import type { TunnelView } from '../../../../bridge/tunnels.ts';
import type { KnownReadsParts } from '../../../core/creates/known-reads.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { openTestRecords, type TestRecords } from '../../../core/records/testing/open-records.ts';
import type { StoredRun } from '../../bulk/runs/stored-rows.ts';
import { kycInReview, rejectedKyc, waitingCustomers, waitingKyc } from './customers.ts';
import { maxItems, type NeedQuestion } from './need-source.ts';
import {
  conflictingMatches,
  openChanges,
  requestsSentTwice,
  unresolvedRequests,
  waitingRuns,
} from './requests.ts';
import {
  expiringToken,
  gapsInDeliveries,
  tunnelsWithoutCheck,
  unverifiedDeliveries,
} from './service.ts';

const moment = Date.UTC(2026, 10, 21, 12);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const now: NeedQuestion = { knownAt: null, moment, limits: { payout: 24, kyc: 72 } };
/** Only what a source asks for is given. */
const as = <Whole>(part: object): Whole => part as Whole;

describe('requests', () => {
  const intent = (minute: number, input: object = {}) =>
    as<Intent>({
      key: String(minute),
      journalledAt: at(minute),
      operation: 'createCustomer',
      input,
    });

  const customers = { customerNames: () => new Map([['customer_1', 'Harbour GmbH']]) };

  it('whose outcome is unknown are named by what was sent, and date from the oldest', async () => {
    const all = Array.from({ length: maxItems + 5 }, (_, index) => intent(300 - index));
    const source = unresolvedRequests(
      {
        list: ({ offset, limit }) => ({
          rows: all.slice(offset, offset + limit),
          total: all.length,
        }),
      },
      customers,
    );
    const found = await source.find(now);
    expect(found).toMatchObject({ count: maxItems + 5, since: all.at(-1)?.journalledAt });
    expect(found.items).toHaveLength(maxItems);
    const names = [
      { personalInformation: { firstName: 'Ada', lastName: 'Byron' } },
      { email: 'ada@example.com' },
      { name: 'Treasury', url: 'https://a.example' },
      {},
      { customerId: 'customer_1', walletAddress: '0x1' },
      { customerId: 'customer_2', walletAddress: '0x2' },
    ];
    const rows = names.map((input, index) => intent(9 - index, input));
    const few = await unresolvedRequests({ list: () => ({ rows, total: 6 }) }, customers).find(now);
    expect(few.items.map(({ name }) => name)).toEqual([
      'Ada Byron',
      'ada@example.com',
      'Treasury',
      null,
      'Harbour GmbH',
      '0x2',
    ]);
    expect(few.since).toBe(at(4));
  });

  it('that were marked not created and may exist are those with matches', async () => {
    const source = conflictingMatches({ contradicted: async () => [intent(2)] }, customers);
    expect(await source.find(now)).toMatchObject({ count: 1, items: [{ id: '2' }], since: at(2) });
    const none = conflictingMatches({ contradicted: async () => [] }, customers);
    expect(await none.find(now)).toMatchObject({ count: 0 });
  });

  it('that two computers sent are both listed, each once, with by whom and what it created', async () => {
    const known = new Map([
      ['1', { ...intent(1, { email: 'ada@example.com' }), resourceId: 'customer_1' }],
      ['2', { ...intent(2), resourceId: null }],
      ['3', { ...intent(3), resourceId: null }],
    ]);
    const pairs = ['2', '3', 'lost'].map((other) => ({ own: '1', other }));
    const intents = { get: (key: string) => known.get(key) ?? null };
    const found = await requestsSentTwice({ sentTwice: () => pairs }, intents, customers).find(now);
    expect(found.items).toMatchObject([
      { id: '3', what: ['createCustomer', 'sent-elsewhere'] },
      { id: '2', what: ['createCustomer', 'sent-elsewhere'] },
      { id: '1', name: 'ada@example.com', what: ['createCustomer', 'sent-here', 'customer_1'] },
    ]);
  });

  it('of a bulk run wait while it is paused or interrupted', async () => {
    const runs = (['paused', 'interrupted'] as const).map((state) =>
      as<StoredRun>({
        id: state,
        state,
        fileName: 'a.csv',
        cause: null,
        createdAt: at(1),
        stateAt: state === 'paused' ? at(5) : null,
      }),
    );
    const found = await waitingRuns({ waiting: () => runs }).find(now);
    expect(found.items.map(({ id, what }) => [id, ...what])).toEqual([
      ['paused', 'paused'],
      ['interrupted', 'interrupted'],
    ]);
    expect(found).toMatchObject({ count: 2, since: at(1) });
  });
});

describe('changes', () => {
  it('are all that are open, by the field', async () => {
    const row = { id: 'a', name: null, resourceId: 'va_1', path: '/status' };
    const found = await openChanges({
      openBy: async () => ({
        rows: [as({ ...row, is: { observedAt: at(1) } })],
        count: 7,
        since: at(0),
      }),
    }).find(now);
    expect(found).toMatchObject({
      count: 7,
      since: at(0),
      items: [{ id: 'a', name: 'va_1', what: ['/status'] }],
    });
  });
});

describe('customers', () => {
  const withRecords = async (test: (records: TestRecords, parts: KnownReadsParts) => unknown) => {
    const opened = openTestRecords();
    try {
      const parts = { ...opened, clock: { now: () => moment }, asOf: { read: () => none() } };
      await test(opened, parts);
    } finally {
      opened.remove();
    }
  };
  const none = (): never => {
    throw new Error('Nothing of the past is asked for.');
  };
  const profile = (status: string, required: string[] = []) => ({
    name: 'us',
    status,
    criteria: { required, pending: [], errors: [] },
  });
  const observe = ({ records }: TestRecords, id: string, minute: number, profiles: object[]) =>
    records.observe({
      kind: 'customer',
      id,
      source: 'delivery',
      observedAt: at(minute),
      body: { email: `${id}@example.com`, verificationProfiles: profiles } as never,
    });

  it('who wait on us come with what is missing', async () => {
    await withRecords(async (opened, parts) => {
      observe(opened, 'customer_a', 1, []);
      observe(opened, 'customer_b', 2, [profile('rejected')]);
      observe(opened, 'customer_c', 3, [profile('incomplete', ['photo_id'])]);
      const found = await waitingCustomers(parts).find(now);
      expect(found).toMatchObject({ count: 2, since: at(1) });
      expect(found.items.map(({ id, what }) => [id, what])).toEqual([
        ['customer_b', ['rejected']],
        ['customer_a', ['no-profile']],
      ]);
    });
  });

  it('are in review for too long after the limit', async () => {
    await withRecords(async (opened, parts) => {
      observe(opened, 'customer_a', 1, [profile('pending')]);
      observe(opened, 'customer_b', 30, [profile('pending')]);
      // 24 h less 15 minutes before the moment.
      const limits = { payout: 12, kyc: 24 };
      const later = { ...now, limits, moment: moment + 15 * 60_000 };
      expect(await waitingKyc(parts).find(later)).toMatchObject({
        count: 1,
        since: at(1),
        items: [{ id: 'customer_a', at: at(1) }],
      });
      expect(await waitingKyc(parts).find(now)).toMatchObject({ count: 0 });
    });
  });

  const event = (id: string, state: string, minute: number) =>
    as<TimelineRow>({
      customerId: id,
      name: `customer.kyc.${state}`,
      happenedAt: at(minute),
      isApart: false,
      customerName: id,
      eventId: `${id} ${minute}`,
      key: minute,
    });
  let asked = 0;
  /** Newest first. */
  const timelineOf = (...events: TimelineRow[]) => ({
    isProduction: true,
    timeline: () => ({
      async list({
        filter: { names, customerId, isMock },
        limit,
        before,
      }: z.output<typeof timelineListInput>) {
        asked += 1;
        const rows = events
          .filter(({ name }) => names.some((one) => name.startsWith(one)))
          .filter((row) => customerId === null || row.customerId === customerId)
          .filter(({ isApart }) => isMock === null || isApart === isMock)
          .filter(({ key }) => before === null || key < before);
        return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
      },
    }),
  });

  it('need another look while that is their newest KYC event', async () => {
    await withRecords(async (_opened, parts) => {
      const timeline = timelineOf(
        event('customer_b', 'successful', 4),
        event('customer_b', 'additionalReviewRequired', 3),
        event('customer_a', 'additionalReviewRequired', 2),
        event('customer_a', 'additionalReviewRequired', 1),
      );
      const found = await kycInReview({ ...parts, ...timeline }).find(now);
      expect(found.items).toEqual([{ id: 'customer_a', at: at(2), name: 'customer_a', what: [] }]);
    });
  });

  it('are found behind very many whose newest event is another, each looked at once', async () => {
    await withRecords(async (_opened, parts) => {
      const overtaken = Array.from({ length: maxItems + 50 }, (_, index) => [
        event(`customer_${index}`, 'successful', 2_000 - 2 * index),
        event(`customer_${index}`, 'additionalReviewRequired', 1_999 - 2 * index),
      ]).flat();
      const old = event('customer_old', 'additionalReviewRequired', 1);
      const source = kycInReview({ ...parts, ...timelineOf(...overtaken, old) });
      const found = { count: 1, isAtLeast: false, items: [{ id: 'customer_old' }] };
      expect(await source.find(now)).toMatchObject(found);
      asked = 0;
      expect(await source.find(now)).toMatchObject(found);
      // Two pages, and the one that is open.
      expect(asked).toBe(3);
    });
  });

  it('are not hidden by events of the service’s own tests, which are apart from the real ones', async () => {
    await withRecords(async (_opened, parts) => {
      const apart = (...[id, state, minute]: Parameters<typeof event>) => ({
        ...event(id, state, minute),
        isApart: true,
        eventId: `apart ${minute}`,
      });
      const timeline = timelineOf(
        apart('customer_a', 'rejected', 6),
        apart('customer_b', 'successful', 5),
        event('customer_b', 'rejected', 4),
        event('customer_a', 'rejected', 3),
        apart('customer_c', 'rejected', 2),
      );
      const source = rejectedKyc({ ...parts, ...timeline });
      for (const _ of [1, 2])
        expect((await source.find(now)).items).toMatchObject([
          { id: 'customer_b', at: at(4) },
          { id: 'customer_a', at: at(3) },
        ]);
    });
  });

  it('were rejected by an event, or by what their record says', async () => {
    await withRecords(async (opened, parts) => {
      observe(opened, 'customer_a', 1, [profile('rejected')]);
      observe(opened, 'customer_b', 2, [profile('rejected')]);
      const timeline = timelineOf(
        event('customer_c', 'rejected', 5),
        event('customer_b', 'rejected', 3),
      );
      const found = await rejectedKyc({ ...parts, ...timeline }).find(now);
      expect(found.items.map(({ id }) => id)).toEqual(['customer_c', 'customer_b', 'customer_a']);
      expect(found.count).toBe(3);
    });
  });
});

describe('the way to the service and back', () => {
  it('ends with a token, from a week before', async () => {
    const until = (days: number) => new Date(moment + days * 86_400_000).toISOString();
    const found = (expiresAt: string | null) =>
      expiringToken({ expiresAt: () => expiresAt }).find(now);
    expect(await found(null)).toMatchObject({ count: 0 });
    expect(await found('soon')).toMatchObject({ count: 0 });
    expect(await found(until(7.01))).toMatchObject({ count: 0 });
    expect(await found(until(3))).toMatchObject({ items: [{ id: until(3), at: until(-4) }] });
    expect(await found(until(-1))).toMatchObject({ count: 1 });
  });

  it('leads through tunnels whose check passed', async () => {
    const tunnel = (state: TunnelView['state'], secondsAgo: number, isWanted = true) =>
      as<TunnelView>({
        id: `${state} ${secondsAgo}`,
        name: state,
        state,
        isWanted,
        since: new Date(moment - secondsAgo * 1_000).toISOString(),
      });
    const source = tunnelsWithoutCheck(() => [
      tunnel('proven', 90),
      tunnel('closed', 90, false),
      tunnel('proving', 20),
      tunnel('proving', 40),
      tunnel('failed', 1),
      tunnel('not-provable', 2),
    ]);
    expect((await source.find(now)).items.map(({ id }) => id)).toEqual([
      'failed 1',
      'not-provable 2',
      'proving 40',
    ]);
  });

  it('brings deliveries, of which those that are not verified are counted', async () => {
    const row = (arrival: number, kind: string) => ({
      arrival,
      receivedAt: at(arrival),
      webhookName: 'Treasury',
      verdict: { kind },
    });
    const source = unverifiedDeliveries(() => ({
      profileId: 'a',
      inbox: as({ slots: () => [{ path: 'p' }], counts: () => ({ held: 1, quarantined: 9 }) }),
      deliveries: as({
        list: ({ keeping }: { keeping: string }) => ({
          rows:
            keeping === 'held' ? [row(1, 'not-yet-judged')] : [row(3, 'wrong'), row(2, 'missing')],
        }),
      }),
    }));
    const found = await source.find(now);
    expect(found.count).toBe(10);
    expect(found.items.map(({ id, what }) => [id, ...what])).toEqual([
      ['3', 'wrong'],
      ['2', 'missing'],
      ['1', 'not-yet-judged'],
    ]);
    expect(await unverifiedDeliveries(() => null).find(now)).toMatchObject({ count: 0 });
  });

  it('has gaps, each with why and what was missed', async () => {
    const gap = (minute: number, missed: number) =>
      as<TimelineGap>({
        from: at(minute),
        to: null,
        reason: 'closed',
        webhooks: [],
        missed: Array.from({ length: missed }),
      });
    const source = gapsInDeliveries(() => ({ gaps: async () => [gap(2, 0), gap(1, 3)] }));
    const found = await source.find(now);
    expect(found.items.map(({ id, what }) => [id, ...what])).toEqual([
      [at(2), 'closed'],
      [at(1), 'closed', '3'],
    ]);
    expect(found.isAtLeast).toBe(false);
    const most = Array.from({ length: maxGaps }, (_, minute) => gap(minute, 0));
    const many = await gapsInDeliveries(() => ({ gaps: async () => most })).find(now);
    expect(many).toMatchObject({ count: maxGaps, isAtLeast: true });
  });
});
