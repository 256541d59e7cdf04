import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timelineFilter } from '../../../../bridge/timeline.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import {
  delivery,
  eventBody,
  otherPath,
  receivedAt,
  slotPath,
} from '../../webhooks/testing/deliveries.ts';
import { openTestIndex, type TestIndex } from '../testing/index-fixture.ts';

// Each starts threads, and several of them start them more than once.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let fixture: TestIndex;
beforeEach(async () => {
  fixture = await openTestIndex();
});
afterEach(() => fixture.remove());

const all = timelineFilter.parse({});
const ids = async (filter: object = {}) =>
  (await fixture.index.list({ filter: timelineFilter.parse(filter), limit: 100 })).rows.map(
    ({ eventId }) => eventId,
  );

it('lists events newest first by when they happened', async () => {
  await fixture.deliver(
    delivery(eventBody('event_b', { created: '2026-11-20T11:30:00.000Z' })),
    delivery(eventBody('event_a', { created: '2026-11-20T11:00:00.000Z' })),
    delivery(eventBody('event_c', { created: 'no time' })),
  );
  expect(await ids()).toEqual(['event_c', 'event_b', 'event_a']);
  expect(await fixture.index.count(all)).toMatchObject({ total: 3, known: 3 });
  expect(await fixture.index.event('event_b')).toMatchObject({
    name: 'wallet.create',
    family: 'wallet',
    resourceKind: 'wallet',
    resourceId: 'wallet_1',
    happenedAt: '2026-11-20T11:30:00.000Z',
    heardAt: new Date(receivedAt).toISOString(),
    proof: 'genuine',
    isLate: true,
    heard: 1,
  });
  expect(await fixture.index.histogram(all, 100)).toMatchObject({ families: ['wallet'] });
  expect(await ids({ search: 'wallet_1' })).toHaveLength(3);
  expect(await ids({ search: 'allet' })).toHaveLength(3);
  expect(await ids({ search: 'event_b' })).toEqual(['event_b']);
  expect(await ids({ search: 'b' })).toEqual(['event_b']);
});

it('reads a time that came as a number, and marks it, one to come, and none', async () => {
  const seconds = receivedAt / 1_000 - 60;
  const at = (created: unknown, id: string) => delivery(eventBody(id, { created }));
  await fixture.deliver(
    at(seconds, 'event_seconds'),
    at(receivedAt - 50_000, 'event_milliseconds'),
    at(String(seconds + 20), 'event_digits'),
    at(new Date(receivedAt + 90_000).toISOString(), 'event_ahead'),
    at('2026-11-20 11:00', 'event_none'),
    at(7, 'event_seven'),
  );
  const { rows } = await fixture.index.list({ filter: all, limit: 10 });
  const told = (ms: number | null) =>
    ms === null ? null : new Date(receivedAt + ms).toISOString();
  const row = (id: string, ms: number | null, isEpoch = false, isAhead = false) => ({
    eventId: `event_${id}`,
    happenedAt: told(ms),
    isEpoch,
    isAhead,
  });
  expect(rows).toMatchObject([
    row('ahead', 90_000, false, true),
    row('seven', null),
    row('none', null),
    row('digits', -40_000, true),
    row('milliseconds', -50_000, true),
    row('seconds', -60_000, true),
  ]);
  expect(await fixture.index.event('event_seconds')).toEqual(rows.at(-1));
});

it('counts how often an event was heard, and on which webhooks', async () => {
  const first = delivery(eventBody('event_a'));
  await fixture.deliver(first);
  await fixture.deliver(first);
  expect(await fixture.index.event('event_a')).toMatchObject({ heard: 2 });
  await fixture.deliver(delivery(eventBody('event_a'), { path: otherPath }));
  expect(await fixture.index.event('event_a')).toMatchObject({ heard: 3, isDiffering: false });
  await fixture.deliver(delivery(eventBody('event_a', { name: 'wallet.other' })));
  expect(await fixture.index.event('event_a')).toMatchObject({ heard: 4, isDiffering: true });
  expect(await fixture.index.deliveries('event_a')).toMatchObject([
    { slotPath, role: 'first' },
    { slotPath: otherPath, role: 'repeat' },
    { slotPath, role: 'differs' },
  ]);
  expect(await fixture.index.facets()).toMatchObject({
    flags: { isRepeated: 1, isDiffering: 1 },
    slots: [
      { slotPath, count: 1 },
      { slotPath: otherPath, count: 1 },
    ],
  });
});

it('drops a question that nobody waits for, and answers the others', async () => {
  await fixture.deliver(delivery(eventBody('event_a')), delivery(eventBody('event_b')));
  const given = new Error('somebody typed on');
  const stop = new AbortController();
  const dropped = [
    fixture.index.list({ filter: all, limit: 10 }, stop.signal),
    fixture.index.count(all, { signal: stop.signal }),
    fixture.index.histogram(all, 10, stop.signal),
  ];
  const kept = fixture.index.count(all);
  stop.abort(given);
  const answers = await Promise.allSettled(dropped);
  expect(answers).toEqual(dropped.map(() => ({ status: 'rejected', reason: given })));
  expect(await kept).toMatchObject({ total: 2 });
  await expect(fixture.index.count(all, { signal: stop.signal })).rejects.toBe(given);
});

it('goes on where it was closed in the middle, and misses nothing', async () => {
  const many = Array.from({ length: 600 }, (_, number) => delivery(eventBody(`event_n${number}`)));
  await fixture.index.close();
  await fixture.inbox.append(many);
  await fixture.reopen();
  const closed = fixture.index.close();
  await expect(fixture.index.count(all)).rejects.toThrow();
  await closed;
  await fixture.reopen();
  await fixture.index.catchUp();
  expect(await fixture.index.count(all)).toMatchObject({ total: 600 });
  expect(fixture.index.indexing()).toEqual({
    indexed: 600,
    total: 600,
    isRebuilding: false,
    problem: null,
  });
});

it('is made again from a damaged file, or of another derivation, and when it is asked to', async () => {
  await fixture.deliver(delivery(eventBody('event_a')));
  await fixture.index.close();
  writeFileSync(fixture.files.index.file, 'no database at all'.repeat(1_000));
  await fixture.reopen();
  await fixture.index.catchUp();
  expect(await ids()).toEqual(['event_a']);

  await fixture.index.close();
  const sqlite = openSqlite({ ...fixture.files.index, isDerived: true });
  sqlite.exec('UPDATE progress SET derivation = 0; DELETE FROM events');
  sqlite.close();
  await fixture.reopen();
  await fixture.index.catchUp();
  expect(await ids()).toEqual(['event_a']);

  let told = 0;
  const stop = fixture.index.onChange(() => {
    told += 1;
  });
  const rebuilt = fixture.index.rebuild();
  expect(fixture.index.indexing()).toMatchObject({ isRebuilding: true });
  // Asked meanwhile, it answers with what it has by then.
  expect((await ids()).length).toBeLessThanOrEqual(1);
  await rebuilt;
  expect(await ids()).toEqual(['event_a']);
  // What came before it was told a moment ago, and the next is told after a pause.
  await expect.poll(() => told).toBeGreaterThan(0);
  stop();
  expect(fixture.index.indexing()).toMatchObject({ isRebuilding: false, indexed: 1 });
});

it('answers for an empty index as the threads would, and starts none', async () => {
  const { index, files } = fixture;
  const filters = [{}, { search: 'a b' }, { search: '-' }, { from: '2026-11-20T11:00:00.000Z' }];
  const times = { from: 0, to: receivedAt, take: 'oldest' as const, limit: 10 };
  const answers = () =>
    Promise.all([
      ...filters.flatMap((asked) => {
        const filter = timelineFilter.parse(asked);
        const query = { filter, limit: 10 };
        return [
          index.list(query),
          index.listLater(query),
          index.count(filter),
          index.count(filter, { after: 1 }),
          index.histogram(filter, 10),
        ];
      }),
      index.facets(),
      index.facets('2026-11-20T11:00:00.000Z'),
      index.event('event_a'),
      index.deliveries('event_a'),
      index.jumps({ ...times, knownAt: null }),
    ]);
  await index.catchUp();
  const empty = await answers();
  expect(existsSync(files.index.file)).toBe(false);
  await index.rebuild();
  expect(existsSync(files.index.file)).toBe(true);
  expect(await answers()).toEqual(empty);
});

it('follows the first delivery, or the first look-up', async () => {
  const looked = { kind: 'event', id: 'event_l', source: 'event-look-up' } as const;
  const body = { id: 'event_l', name: 'wallet.create', data: { wallet: { id: 'wallet_1' } } };
  fixture.records.observe({ ...looked, body, observedAt: '2026-11-20T12:00:00.000Z' });
  await fixture.index.catchUp();
  expect(await ids()).toEqual(['event_l']);
  await fixture.remove();
  fixture = await openTestIndex();
  await fixture.inbox.append([delivery(eventBody('event_a'))]);
  await expect.poll(() => fixture.index.indexing()).toMatchObject({ indexed: 1, total: 1 });
  expect(await ids()).toEqual(['event_a']);
});

it('answers a page before what nobody waits for', async () => {
  await fixture.deliver(delivery(eventBody('event_a')));
  const answered: string[] = [];
  const query = { filter: all, limit: 10 };
  const later = Array.from({ length: 50 }, async (_, number) => {
    await fixture.index.listLater(query);
    answered.push(`later ${number}`);
  });
  const page = fixture.index.list(query).then(() => answered.push('page'));
  await Promise.all([...later, page]);
  expect(answered.indexOf('page')).toBeLessThan(answered.indexOf('later 49'));
});
