import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { openAsOf } from './as-of.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';
import type { NewObservation, Records } from './types.ts';

let sqlite: Sqlite;
let records: Records;
beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
  records = openRecords({ sqlite });
});

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const verified = (status: string, required: readonly string[] = []) => ({
  verificationProfiles: [{ name: 'base', status, criteria: { required, pending: [] } }],
});
const observed = (
  minute: number,
  body: NewObservation['body'],
  more: Partial<NewObservation> = {},
): NewObservation => ({
  kind: 'customer',
  id: 'customer_1',
  body,
  source: 'delivery',
  observedAt: at(minute),
  ...more,
});
const page = { offset: 0, limit: 20 };
const standing = () => {
  const known = records.standing('customer_1');
  return known === null ? null : [known.group, known.since, known.isSinceTold];
};

/** Every order of a few observations. */
function* orders<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of orders(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

describe('since when', () => {
  const story = [
    observed(1, verified('incomplete', ['photo_id', 'terms_of_service'])),
    observed(5, verified('incomplete', ['photo_id']), { eventUpdated: at(3) }),
    observed(9, verified('pending'), { eventUpdated: at(7) }),
    observed(10, verified('pending'), { eventUpdated: at(8) }),
    observed(11, { email: 'ada@example.com' }, { eventUpdated: at(9) }),
  ];

  it('is when the state began, by the service’s time, whatever the order of arrival', () => {
    let tried = 0;
    for (const order of orders(story)) {
      sqlite.transaction(() => {
        sqlite.exec('DROP TRIGGER IF EXISTS observations_never_go; DELETE FROM observations');
        records.rebuild();
        for (const observation of order) records.observe(observation);
      });
      expect(standing()).toEqual(['review', at(7), true]);
      tried += 1;
    }
    expect(tried).toBe(120);
  });

  it('is when it was learned where the service told no time', () => {
    for (const observation of story.slice(0, 2)) records.observe(observation);
    expect(standing()).toEqual(['customer', at(1), false]);
  });

  it('is the first knowledge of a customer of whom no profile is known', () => {
    records.observe(observed(4, {}, { source: 'import' }));
    records.observe(observed(6, { email: 'ada@example.com' }, { source: 'import' }));
    expect(standing()).toEqual(['us', at(4), false]);
    expect(records.standing('customer_2')).toBeNull();
  });
});

describe('an event that names the customer alone', () => {
  const event = (id: string, name: string, minute: number) => {
    const facts = { eventId: id, eventCreated: at(minute) };
    records.observe({ ...observed(minute, { id, name }, facts), kind: 'event', id });
    records.observe(observed(minute, { id: 'customer_1' }, facts));
  };
  const newer = () => records.standing('customer_1')?.newerEvent?.name ?? null;

  it('moves nobody, and says that what is known may be old, until the profiles are told', () => {
    records.observe(observed(1, verified('approved'), { eventUpdated: at(1) }));
    expect(records.standing('customer_1')).toMatchObject({ answer: 'yes', newerEvent: null });
    event('event_2', 'customer.kyc.rejected', 5);
    event('event_3', 'customer.create', 6);
    event('event_1', 'customer.kyc.pending', 3);
    expect(records.standing('customer_1')).toMatchObject({
      group: 'ready',
      since: at(1),
      answer: 'unknown',
      newerEvent: { eventId: 'event_2', name: 'customer.kyc.rejected', at: at(5) },
    });
    const [row] = records.queue({ ...page, group: 'ready' }).rows;
    expect(row?.customerId).toBe('customer_1');
    expect(records.newerEvent('customer_1')).toMatchObject({ name: 'customer.kyc.rejected' });
    records.observe(observed(8, verified('pending'), { eventUpdated: at(4) }));
    expect(newer()).toBe('customer.kyc.rejected');
    records.observe(observed(9, verified('rejected'), { eventUpdated: at(5), eventId: 'event_2' }));
    expect(newer()).toBeNull();
  });

  it('is known of a customer of whom no profile is', () => {
    event('event_1', 'customer.tos.successful', 2);
    expect(records.standing('customer_1')).toMatchObject({ group: 'us', answer: 'unknown' });
    expect(newer()).toBe('customer.tos.successful');
  });

  it('is looked at as of a moment, too', async () => {
    event('event_1', 'customer.kyc.pending', 2);
    event('event_2', 'customer.kyc.successful', 7);
    const asOf = openAsOf({ sqlite, clock: systemClock });
    const then = await asOf.read(at(5), (reads) => reads.standing('customer_1')?.newerEvent?.name);
    expect(then).toBe('customer.kyc.pending');
    asOf.close();
  });
});

describe('what is held by hand', () => {
  it('waits on us until the service says that it has it', () => {
    records.observe(observed(1, verified('incomplete', ['email_address'])));
    expect(standing()?.[0]).toBe('customer');
    records.observe(observed(2, { email: 'ada@example.com' }, { source: 'import' }));
    expect(standing()).toEqual(['us', at(1), false]);
    records.observe(observed(3, { email: 'ada@example.com' }));
    expect(standing()?.[0]).toBe('customer');
  });
});

describe('the queue', () => {
  beforeEach(() => {
    for (let number = 1; number <= 30; number += 1) {
      const body = number % 3 === 0 ? verified('approved') : verified('incomplete', ['photo_id']);
      records.observe({
        ...observed(59 - number, { ...body, email: `p${number}@example.com` }),
        id: `customer_${number}`,
      });
    }
  });

  it('has whoever waits longest first, counts every group, and finds by words', () => {
    const customers = records.queue({ ...page, group: 'customer' });
    expect(customers.counts).toEqual({ us: 0, customer: 20, review: 0, unknown: 0, ready: 10 });
    expect(customers).toMatchObject({ total: 20, known: 30 });
    expect(customers.rows[0]).toMatchObject({
      customerId: 'customer_29',
      customerName: 'p29@example.com',
      since: at(30),
      missing: ['photo_id'],
      statuses: ['incomplete'],
    });
    const found = records.queue({ ...page, group: 'customer', search: 'p7@' });
    expect(found.rows.map(({ customerId }) => customerId)).toEqual(['customer_7']);
    expect(found.counts).toMatchObject({ customer: 1, ready: 0 });
    const noted = records.queue({
      ...page,
      group: 'ready',
      search: 'vip',
      foundBy: () => ['customer_3'],
    });
    expect(noted.rows.map(({ customerId }) => customerId)).toEqual(['customer_3']);
  });

  it('reads a page out of the index, in its order', () => {
    const { plans, all } = explained(sqlite);
    openRecords({ sqlite: { ...sqlite, all } }).queue({ ...page, group: 'customer' });
    expect(plans.join('\n')).toContain('USING INDEX customer_queue_in_order (waits_on=?)');
    expect(plans.join('\n')).not.toContain('TEMP B-TREE FOR ORDER BY');
  });

  it('can be read as it was known at a moment', async () => {
    records.observe({
      ...observed(59, verified('approved'), { observedAt: '2026-11-20T13:00:00.000Z' }),
      id: 'customer_1',
    });
    expect(records.standing('customer_1')?.group).toBe('ready');
    const asOf = openAsOf({ sqlite, clock: systemClock });
    const then = await asOf.read(at(58), (reads) => ({
      standing: reads.standing('customer_1'),
      counts: reads.queue({ ...page, group: 'ready' }).counts,
    }));
    expect(then.standing).toMatchObject({ group: 'customer', answer: 'no', since: at(58) });
    expect(then.counts).toMatchObject({ customer: 20, ready: 10 });
    asOf.close();
  });
});

it('who is known by hand alone is told apart', () => {
  records.observe(observed(1, {}, { source: 'import' }));
  records.observe({ ...observed(2, {}, { source: 'import' }), id: 'customer_2' });
  records.observe({ ...observed(3, {}), id: 'customer_2' });
  expect(records.byHand('customer', ['customer_1', 'customer_2'])).toEqual(new Set(['customer_1']));
});
