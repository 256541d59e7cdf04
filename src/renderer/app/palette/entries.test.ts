import { expect, it } from 'vitest';
import { foundKinds } from '../../../bridge/search.ts';
import { features } from '../features.ts';
import { fitting, foundGroups, kindNames, linksOf, withoutRepeats } from './entries.ts';
import { createRecent } from './recent.ts';

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
  const items = [
    {
      kind: 'event',
      id: 'event/1',
      title: 'payout.failed',
      details: [],
      at: '2026-11-20T11:00:00Z',
    },
    { kind: 'customer', id: 'customer_1', title: null, details: ['a@b.example'], at: null },
    { kind: 'customer', id: 'customer_2', title: 'A\u202EB', details: [], at: null },
  ] as const;
  const found = items.map((item) => ({ ...item, details: [...item.details] }));
  const groups = foundGroups(found, features, now);
  expect(groups.map(({ title }) => title)).toEqual(['Customers', 'Events']);
  expect(groups.flatMap(({ entries }) => entries).map(({ title, to }) => [title, to])).toEqual([
    ['customer_1', '/customers/customer_1'],
    ['A\\u202EB', '/customers/customer_2'],
    ['payout.failed', '/timeline/event%2F1'],
  ]);
  expect(groups[0]?.entries[0]?.details).toBe('a@b.example');
});

it('every kind that main finds has a feature that shows it', () => {
  expect(kindNames(foundKinds, features)).toEqual([
    'Customers',
    'Virtual accounts',
    'Payouts',
    'Bank accounts',
    ...['Wallets', 'Addresses', 'Payment links'],
    'Events',
    'Webhooks',
  ]);
});

it('nothing stands in two groups', () => {
  const entries = (actions?.entries ?? []).slice(0, 2);
  const groups = [
    { title: 'Recent', entries: entries.slice(0, 1) },
    { title: 'Actions', entries },
    { title: 'Again', entries },
  ];
  expect(withoutRepeats(groups).map(({ title, entries: left }) => [title, left.length])).toEqual([
    ['Recent', 1],
    ['Actions', 1],
  ]);
});

it('the recent ones: the newest first, each once, six at most', () => {
  const recent = createRecent();
  const entries = (screens?.entries ?? []).slice(0, 8);
  for (const entry of entries) recent.getState().open(entry, null);
  for (const entry of entries.slice(5, 6)) recent.getState().open(entry, null);
  const { opened } = recent.getState();
  expect(opened).toHaveLength(6);
  expect(opened[0]?.entry).toBe(entries[5]);
  expect(new Set(opened.map(({ entry }) => entry.key)).size).toBe(6);
});
