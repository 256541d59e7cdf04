import { expect, it } from 'vitest';
import { timelineFilter } from '../../../../bridge/timeline.ts';
import { auditedFilter } from './exports.ts';
import { formatFilter } from './format.ts';

const names = {
  webhook: (id: string) => (id === 'webhook_1' ? 'Production' : null),
  customer: (id: string) => (id === 'customer_1' ? 'Ada Byron' : null),
};

it('says every thing that is set, in a line of its own', () => {
  const filter = timelineFilter.parse({
    names: ['payout.', 'customer.create'],
    resourceKinds: ['payout'],
    resourceId: 'payout_1',
    customerId: 'customer_1',
    webhookId: 'webhook_2',
    proof: 'genuine',
    isMock: false,
    isLate: true,
    isRepeated: true,
    isDiffering: false,
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T11:00:00.000Z',
    search: ' ada ',
    knownAt: '2026-11-20T14:05:00.000Z',
  });
  expect(formatFilter(filter, names)).toEqual([
    'Event names: payout.*, customer.create',
    'Resource types: payout',
    'Resource: payout_1',
    'Customer: Ada Byron (customer_1)',
    'Webhook: webhook_2',
    'Signature: verified on the exact bytes',
    'No conflicts',
    'Late only',
    'Duplicates only',
    'No test data',
    'Occurred from 2026-11-20 10:00:00.000 UTC on, before 2026-11-20 11:00:00.000 UTC',
    'Search: “ada”',
    'As of 2026-11-20 14:05:00.000 UTC',
  ]);
});

it('of nothing is all events, and half a range is told as half of one', () => {
  expect(formatFilter(timelineFilter.parse({}), names)).toEqual(['All events']);
  const from = '2026-11-20T10:00:00.000Z';
  expect(formatFilter(timelineFilter.parse({ from }), names)).toEqual([
    'Occurred from 2026-11-20 10:00:00.000 UTC on',
  ]);
  expect(formatFilter(timelineFilter.parse({ to: from }), names)).toEqual([
    'Occurred before 2026-11-20 10:00:00.000 UTC',
  ]);
});

it('is audited by what was set, without the words that were searched for', () => {
  const filter = timelineFilter.parse({ search: 'ada@example.com', isLate: true });
  expect(auditedFilter(filter)).toEqual({ isLate: true, isSearched: true });
  expect(auditedFilter(timelineFilter.parse({}))).toEqual({});
});
