import { expect, it } from 'vitest';
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { marksOf } from '../list/event-words.ts';
import { explanationsOf } from './explained.ts';

const row: TimelineRow = {
  ...{ key: 1, eventId: 'event_1', name: 'payout.funded', family: 'payout' },
  ...{
    resourceKind: null,
    resourceId: null,
    customerId: null,
    customerName: null,
    amount: null,
    webhookName: null,
  },
  ...{ happenedAt: '2026-11-20T12:00:00.000Z', heardAt: '2026-11-20T12:00:00.400Z' },
  ...{ proof: 'genuine', isMock: false, isApart: false, isLate: false, isOutOfOrder: false },
  ...{ isEpoch: false, isAhead: false, heard: 1, webhooks: 1, isDiffering: false },
};

it.each([
  ['no time of its own', { happenedAt: null }, 'No event time', 'the time it was first received'],
  ['a number as its time', { isEpoch: true }, 'Numeric time', 'as seconds or milliseconds'],
  ['a time to come', { isAhead: true }, 'Future-dated', 'clock or the service’s is wrong'],
])(
  'an event with %s is marked in the list, and says why in its detail',
  (_what, more, mark, why) => {
    const odd = { ...row, ...more };
    expect(marksOf(row, false)).toEqual([]);
    expect(marksOf(odd, false).map(({ text }) => text)).toEqual([mark]);
    expect(explanationsOf(odd, false)).toMatchObject([{ sentence: expect.stringContaining(why) }]);
  },
);
