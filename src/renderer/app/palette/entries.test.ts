import { expect, it } from 'vitest';
import { foundKinds } from '../../../bridge/search.ts';
import { createRecent } from '../../stores/recent.ts';
import { features } from '../features.ts';
import {
  fitting,
  foundGroups,
  kindNames,
  linksOf,
  recentEntries,
  withoutDuplicates,
} from './entries.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const [actions, screens] = linksOf(features);
const titlesOf = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);

it('every screen of the rail is there, and every address is given once in its group', () => {
  const shown = features.flatMap(({ Icon, title }) => (Icon && title ? [title] : []));
  expect(titlesOf(screens?.entries ?? [])).toEqual(expect.arrayContaining(shown));
  for (const group of [actions, screens]) {
    const keys = group?.entries.map(({ key }) => key) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
  }
});

it('every word has to fit, in title, details or other words; what begins so is first', () => {
  const entries = screens?.entries ?? [];
  expect(titlesOf(fitting(entries, 'set abo'))).toEqual(['About']);
  expect(titlesOf(fitting(entries, 'TUNNELS'))[0]).toBe('Tunnels');
  expect(titlesOf(fitting(entries, 'cust'))[0]).toBe('Customers');
  expect(fitting(entries, 'set nowhere')).toEqual([]);
  expect(fitting(entries, ' ')).toEqual(entries);
});

it('what was found stands under its feature and leads to its record', () => {
  const none = { money: null, state: null, at: null };
  const items = [
    {
      kind: 'event',
      id: 'event/1',
      title: 'payout.failed',
      details: [],
      money: null,
      state: null,
      at: '2026-11-20T11:00:00Z',
    },
    { kind: 'customer', id: 'customer_1', title: null, details: ['a@b.example'], ...none },
    { kind: 'customer', id: 'customer_2', title: 'A\u202EB', details: [], ...none },
    {
      kind: 'payout',
      id: 'payout_12345678',
      title: null,
      details: ['Ada'],
      money: { amount: '12500.5', currency: 'USD' },
      state: 'processing',
      at: null,
    },
    { kind: 'payout', id: 'payout_87654321', title: null, details: [], ...none },
  ] as const;
  const found = items.map((item) => ({ ...item, details: [...item.details] }));
  const groups = foundGroups(found, features, now);
  expect(groups.map(({ title }) => title)).toEqual(['Customers', 'Payouts', 'Events']);
  expect(groups.flatMap(({ entries }) => entries).map(({ title, to }) => [title, to])).toEqual([
    ['customer_1', '/customers/customer_1'],
    ['A\\u202EB', '/customers/customer_2'],
    ['12,500.50 USD', '/payouts/payout_12345678'],
    ['No amount', '/payouts/payout_87654321'],
    ['payout.failed', '/timeline/event%2F1'],
  ]);
  expect(groups[1]?.entries[0]?.details).toBe('Ada · Processing');
  expect(groups[1]?.entries[1]).toMatchObject({ details: '', shortId: '87654321' });
  expect(groups[0]?.entries[0]).not.toHaveProperty('shortId');
  expect(groups[0]?.entries[0]?.details).toBe('a@b.example');
});

it('every kind that main finds has a feature that shows it', () => {
  expect(kindNames(foundKinds, features)).toEqual([
    'Customers',
    'Virtual accounts',
    'Payouts',
    'Bank accounts',
    'Wallets',
    'Addresses',
    'Payment links',
    'Requests',
    'Events',
    'Webhooks',
    'Bulk runs',
  ]);
});

it('nothing stands in two groups', () => {
  const entries = (actions?.entries ?? []).slice(0, 2);
  const groups = [
    { title: 'Recent', entries: entries.slice(0, 1) },
    { title: 'Actions', entries },
    { title: 'Again', entries },
  ];
  expect(withoutDuplicates(groups).map(({ title, entries: left }) => [title, left.length])).toEqual(
    [
      ['Recent', 1],
      ['Actions', 1],
    ],
  );
});

it('the recent ones: the newest first, each once, eight at most', () => {
  const recent = createRecent();
  const places = Array.from({ length: 10 }, (_, n) => ({
    to: `/customers/customer_${n}`,
    title: `Customer ${n}`,
    details: '',
    words: '',
  }));
  for (const place of places) recent.getState().open(place, null);
  for (const place of places.slice(5, 6)) recent.getState().open(place, null);
  const opened = recent.getState().opened.map(({ place }) => place);
  expect(opened).toHaveLength(8);
  expect(opened[0]).toBe(places[5]);
  expect(new Set(opened.map(({ to }) => to)).size).toBe(8);
});

it('a recent one has the icon of the feature that it lies in', () => {
  const place = { to: '/customers/customer_a', title: 'Ada', details: 'a', words: 'customer_a' };
  const screen = screens?.entries.find(({ to }) => to === '/customers');
  expect(recentEntries([place], features)).toEqual([
    { ...place, key: place.to, Icon: screen?.Icon },
  ]);
});
