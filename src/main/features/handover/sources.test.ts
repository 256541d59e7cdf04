/** From which computer each fact of a record is, after files went from desk to desk. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { sourcesOf } from './feature.ts';
import { noEntries } from './outcome.ts';
import { closeAll, createDesk, type TestDesk } from './testing/desks.ts';

const customer = { kind: 'customer', id: 'customer_1' } as const;

let desk: TestDesk;
let laptop: TestDesk;
let third: TestDesk;
let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-20T12:00:00.000Z');
  const create = (number: number) => createDesk(number, () => now, profileMigrations);
  [desk, laptop, third] = [create(1), create(2), create(3)];
});
afterEach(() => closeAll([desk, laptop, third]));

it('each fact says from which computer it is, however it came', () => {
  desk.records.observe({
    ...customer,
    body: {},
    source: 'read',
    raw: Buffer.from('{}'),
    observedAt: new Date(now).toISOString(),
  });
  desk.annotations.addNote(customer, 'one');
  laptop.merge(desk.save());
  const facts = sourcesOf(laptop.sqlite, laptop.own, customer);
  expect(facts.map(({ what, computer }) => `${what} ${computer}`).toSorted()).toEqual([
    'note 11111111',
    'observation 11111111',
  ]);
  // By way of the laptop it is still from the desk, and back there it is its own.
  third.merge(laptop.save());
  expect(sourcesOf(third.sqlite, third.own, customer).map(({ computer }) => computer)).toEqual([
    '11111111',
    '11111111',
  ]);
  expect(desk.merge(third.save()).brought).toEqual(noEntries());
  expect(sourcesOf(desk.sqlite, desk.own, customer)).toEqual([]);
  expect(third.save().lines).toEqual(desk.save().lines);
});

it('a reference from before times were kept says when it came', () => {
  desk.sqlite.run(
    `INSERT INTO annotation_reference_versions (kind, id, folded, reference, written_at)
     VALUES ('customer', 'customer_1', 'k-1', 'K-1', '')`,
  );
  laptop.merge(desk.save());
  const [fact] = sourcesOf(laptop.sqlite, laptop.own, customer);
  expect(fact).toMatchObject({ what: 'reference', at: fact?.mergedAt });
  laptop.annotations.setReference(customer, 'K-2');
  desk.merge(laptop.save());
  expect(desk.annotations.get(customer).reference).toBe('K-2');
});

it('of labels, a reference and a display name says what stands of what it told', () => {
  desk.annotations.setLabels(customer, ['VIP', 'EU']);
  desk.annotations.setReference(customer, 'K-1');
  desk.annotations.setName(customer, 'Ada');
  laptop.merge(desk.save());
  const partsOf = ({ sqlite, own }: TestDesk) =>
    sourcesOf(sqlite, own, customer).map(({ what, part }) => `${what} ${part}`);
  const told = ['displayName Ada', 'label EU, VIP', 'label EU, VIP', 'reference K-1'];
  expect(partsOf(laptop).toSorted()).toEqual(told);
  now += 3_600_000;
  laptop.annotations.setLabels(customer, ['EU']);
  laptop.annotations.setReference(customer, 'K-2');
  laptop.annotations.setName(customer, 'Ada L.');
  const left = ['displayName null', 'label EU', 'label EU', 'reference null'];
  expect(partsOf(laptop).toSorted()).toEqual(left);
});
