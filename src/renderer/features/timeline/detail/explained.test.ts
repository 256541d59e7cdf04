import { expect, it } from 'vitest';
import type { FieldChange, TimelineRow } from '../../../../bridge/timeline.ts';
import { marksOf } from '../list/event-words.ts';
import { formatValue } from './changed-fields.tsx';
import { explanationsOf, spreadChanges } from './explained.ts';

const row: TimelineRow = {
  key: 1,
  eventId: 'event_1',
  name: 'payout.funded',
  family: 'payout',
  resourceKind: null,
  resourceId: null,
  customerId: null,
  customerName: null,
  amount: null,
  webhookName: null,
  happenedAt: '2026-11-20T12:00:00.000Z',
  heardAt: '2026-11-20T12:00:00.400Z',
  proof: 'genuine',
  isMock: false,
  isApart: false,
  isLate: false,
  isOutOfOrder: false,
  isEpoch: false,
  isAhead: false,
  heard: 1,
  webhooks: 1,
  isDiffering: false,
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

const changed = (was: FieldChange['was'], is: FieldChange['is']): FieldChange => ({
  path: '/profiles',
  kind: 'changed',
  was,
  is,
});
const profile = (name: string, status: string, pending: string[]) => ({
  name,
  status,
  criteria: { pending },
});

it('tells what changed in the members of a list by their names', () => {
  const was = [profile('base', 'pending', ['photo_id']), profile('sepa', 'pending', [])];
  const is = [profile('base', 'approved', []), profile('sepa', 'pending', [])];
  expect(spreadChanges([changed(was, is)])).toEqual([
    { path: '/profiles/base/status', kind: 'changed', was: 'pending', is: 'approved' },
    { path: '/profiles/base/criteria/pending', kind: 'changed', was: ['photo_id'], is: [] },
  ]);
});

it('tells members that came and went', () => {
  const base = profile('a/b', 'pending', []);
  const sepa = profile('sepa', 'pending', []);
  expect(spreadChanges([changed([base], [sepa])])).toEqual([
    { path: '/profiles/sepa', kind: 'added', was: null, is: sepa },
    { path: '/profiles/a~1b', kind: 'removed', was: base, is: null },
  ]);
});

it('leaves alone what has no names, the same names twice, or another order alone', () => {
  const one = profile('one', 'pending', []);
  const two = profile('two', 'pending', []);
  const twice = profile('one', 'approved', []);
  for (const change of [
    changed([1, 2], [1]),
    changed([], [one]),
    changed([one, twice], [one]),
    changed([one, two], [two, one]),
    changed('a', 'b'),
    { ...changed(null, [one]), kind: 'added' as const },
  ]) {
    expect(spreadChanges([change])).toEqual([change]);
  }
});

it('shows a list of words as words, and an empty one as that', () => {
  expect(formatValue(['photo_id', 'address'])).toBe('photo_id\naddress');
  expect(formatValue([])).toBe('[]');
  expect(formatValue([1, 'a'])).toBe('[1,"a"]');
  expect(formatValue('1')).toBe('1');
  expect(formatValue(1)).toBe('1');
});
