/** Where a damaged database lost from which computer an entry is. */
import { afterEach, expect, it } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { sourcesOf } from './feature.ts';
import { lostOrigins } from './lost-origins.ts';
import { openOrigins } from './origins.ts';
import { noEntries } from './outcome.ts';
import { closeAll, createDesk, type TestDesk } from './testing/desks.ts';

const begin = Date.parse('2026-11-20T12:30:00.000Z');
const desks: TestDesk[] = [];
afterEach(() => closeAll(desks.splice(0)));

const entriesAt = ({ sqlite }: TestDesk): readonly string[] =>
  sqlite.texts('SELECT DISTINCT entry FROM handover_entries');

it('it is nobody’s own, is told as nobody’s, and is counted', () => {
  let now = begin;
  const clock = () => now++;
  const [laptop, desk, third] = [1, 2, 3].map((number) =>
    createDesk(number, clock, profileMigrations),
  ) as [TestDesk, TestDesk, TestDesk];
  desks.push(laptop, desk, third);
  const customer = { kind: 'customer', id: 'customer_1' } as const;
  laptop.records.observe({
    ...customer,
    source: 'read',
    body: { email: 'ada@example.com' },
    observedAt: '2026-11-20T12:00:00.000Z',
  });
  const intentKey = 'a'.repeat(32);
  laptop.request(intentKey);
  laptop.resolutions.append({ intentKey, verdict: 'absent', resourceId: null, how: 'word' });
  laptop.annotations.addNote(customer, 'called');
  laptop.annotations.setName(customer, 'Ada');
  laptop.annotations.setReference(customer, 'K-1');
  laptop.annotations.setLabels(customer, ['VIP']);
  laptop.labelAddress('0xaA8400098527886E0F7030069857D2E4169EE7', 'Ours');
  laptop.signOff('2026-11-20T12:00:00.000Z', 'looked at');
  desk.merge(laptop.save());
  expect(lostOrigins(desk.sqlite)).toEqual(noEntries());

  desk.sqlite.exec(`
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_origins_never_go;
    DELETE FROM handover_origins WHERE what <> 'note'`);
  const once = Object.fromEntries(Object.keys(noEntries()).map((what) => [what, 1]));
  const lost = { ...once, note: 0, erasure: 0 };
  expect(lostOrigins(desk.sqlite)).toEqual(lost);
  const { of } = openOrigins(desk.sqlite, desk.own, null);
  for (const entry of entriesAt(desk)) expect(of(entry)).not.toContain(desk.own);
  // Others read it, and know as little.
  third.merge(desk.save());
  const nobody = '0'.repeat(64);
  const computers = third.sqlite.texts('SELECT DISTINCT computer FROM handover_entries');
  expect(computers.toSorted()).toEqual([nobody, laptop.own]);
  const sources = sourcesOf(third.sqlite, third.own, customer).filter(
    ({ what }) => what !== 'note',
  );
  expect(new Set(sources.map(({ computer }) => computer))).toEqual(
    new Set(['an unknown computer']),
  );
  // It comes once more from whom it is.
  desk.merge(laptop.save());
  expect(lostOrigins(desk.sqlite)).toEqual(noEntries());
  for (const entry of entriesAt(desk)) expect(of(entry)).toEqual([laptop.own]);
});
