/** What a repair puts in order of what is lost. */
import { expect, it } from 'vitest';
import { lostOrigins } from '../../features/handover/lost-origins.ts';
import { openOrigins } from '../../features/handover/origins.ts';
import { noEntries } from '../../features/handover/outcome.ts';
import { resolutionsOf } from '../../features/handover/resolutions.ts';
import { closeAll, createDesk, type TestDesk } from '../../features/handover/testing/desks.ts';
import { sentElsewhere } from '../../features/unresolved/sent-elsewhere.ts';
import { profileMigrations } from '../profile-session.ts';
import { repairKinds } from './repair-kinds.ts';

const [own, theirs] = ['a'.repeat(32), 'b'.repeat(32)];

it('requests and resolutions whose origins are lost are this computer’s own only where that is known', () => {
  const [laptop, desk] = [1, 2].map((number) =>
    createDesk(number, () => Date.parse('2026-11-20'), profileMigrations),
  ) as [TestDesk, TestDesk];
  const { sqlite } = desk;
  laptop.request(theirs);
  desk.request(own);
  const facts = JSON.stringify({ intentKey: own });
  sqlite.run(
    `INSERT INTO audit_log (at, action, facts, hash) VALUES ('-', 'customer.create.journalled', ?, '-')`,
    [facts],
  );
  desk.merge(laptop.save());
  for (const one of [laptop, desk])
    one.resolutions.append({
      ...{
        intentKey: one === laptop ? theirs : own,
        verdict: 'absent',
        resourceId: null,
        how: 'word',
      },
    });
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
  const sentBy = () => [own, theirs].map((key) => sentElsewhere(sqlite, desk.own, key));
  settle(0);
  expect(sentBy()).toEqual([null, null]);
  for (const _ of ['once', 'again']) {
    settle(2);
    expect(sentBy()).toEqual([null, 'not known any more']);
    expect(lostOrigins(sqlite)).toEqual({ ...noEntries(), request: 1, resolution: 1 });
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
