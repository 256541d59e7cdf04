/** What a repair puts in order of what is lost. */
import { expect, it } from 'vitest';
import { loseOrigins, lostOrigins } from '../../features/handover/lost-origins.ts';
import { openOrigins } from '../../features/handover/origins.ts';
import { noEntries } from '../../features/handover/outcome.ts';
import { resolutionsOf } from '../../features/handover/resolutions.ts';
import { closeAll, createDesk, type TestDesk } from '../../features/handover/testing/desks.ts';
import { sentElsewhere } from '../../features/unresolved/sent-elsewhere.ts';
import { profileMigrations } from '../profile-session.ts';
import { repairKinds } from './repair-kinds.ts';

const own = 'a'.repeat(32);
const theirs = 'b'.repeat(32);
const ownToo = 'c'.repeat(32);

it('requests and resolutions whose origins are lost are this computer’s own only where that is known', () => {
  const [laptop, desk] = [1, 2].map((number) =>
    createDesk(number, () => Date.parse('2026-11-20'), profileMigrations),
  ) as [TestDesk, TestDesk];
  const { sqlite } = desk;
  laptop.request(theirs);
  for (const intentKey of [own, ownToo]) {
    desk.request(intentKey);
    const facts = JSON.stringify({ intentKey });
    sqlite.run(
      `INSERT INTO audit_log (at, action, facts, hash) VALUES ('-', 'customer.create.journalled', ?, '-')`,
      [facts],
    );
  }
  desk.merge(laptop.save());
  laptop.merge(desk.save());
  const absent = { verdict: 'absent', resourceId: null, how: 'word' } as const;
  desk.resolutions.append({ intentKey: own, ...absent });
  // One of the desk's own is resolved by the laptop.
  for (const intentKey of [theirs, ownToo]) laptop.resolutions.append({ intentKey, ...absent });
  desk.merge(laptop.save());
  sqlite.exec(`
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_entry_origins_never_go;
    DELETE FROM handover_entry_origins`);
  const settle = (lost: number): void => {
    const tables = [{ table: 'handover_entry_origins', brought: 0, lost, mayLackMore: false }];
    const salvage = { pages: 9, lostPages: 1, tables, lostNames: [], highest: new Map() };
    sqlite.transaction(() => repairKinds.records.settle(sqlite, salvage));
  };
  const sentBy = () => [own, theirs, ownToo].map((key) => sentElsewhere(sqlite, desk.own, key));
  settle(0);
  expect(sentBy()).toEqual([null, null, null]);
  for (const _ of ['once', 'again']) {
    settle(2);
    expect(sentBy()).toEqual([null, 'not known any more', null]);
    expect(lostOrigins(sqlite)).toEqual({ ...noEntries(), request: 1, resolution: 2 });
  }
  const { of } = openOrigins(sqlite, desk.own, null);
  const resolvedBy = (key: string) => resolutionsOf(sqlite, key).flatMap(({ entry }) => of(entry));
  expect([own, theirs].map(resolvedBy)).toEqual([[desk.own], ['0'.repeat(64)]]);
  // It comes once more from whom it is.
  desk.merge(laptop.save());
  expect(lostOrigins(sqlite)).toEqual(noEntries());
  expect(resolvedBy(theirs)).toEqual([laptop.own]);
  closeAll([laptop, desk]);
});

it('a request of which an origin of its resolution alone is left is told as nobody’s, and never as this computer’s own', () => {
  let now = Date.parse('2026-11-20T12:30:00.000Z');
  const [laptop, desk] = [1, 2].map((number) =>
    createDesk(number, () => now++, profileMigrations),
  ) as [TestDesk, TestDesk];
  const { sqlite } = desk;
  laptop.request(theirs);
  laptop.resolutions.append({
    intentKey: theirs,
    verdict: 'absent',
    resourceId: null,
    how: 'word',
  });
  desk.merge(laptop.save());
  sqlite.exec(`
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_origins_never_go;
    DROP TRIGGER handover_entry_origins_never_go;
    DELETE FROM handover_entry_origins WHERE at = '2026-11-20T12:00:00.000Z';
    DELETE FROM handover_origins`);
  sqlite.transaction(() => loseOrigins(sqlite));
  expect(sentElsewhere(sqlite, desk.own, theirs)).toBe('not known any more');
  expect(lostOrigins(sqlite)).toEqual({ ...noEntries(), request: 1, resolution: 1 });
  const from = desk.save().lines.map((line) => JSON.parse(line).from);
  expect(from).toEqual([['0'.repeat(64)], ['0'.repeat(64)]]);
  closeAll([laptop, desk]);
});
