/** What is published of what is new here. */
import { afterEach, expect, it, vi } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { createPublishing } from './publishing.ts';
import { openTeamState } from './team-state.ts';

const desks: TestDesk[] = [];
afterEach(() => closeAll(desks.splice(0)));

const publishingOf = ({ sqlite, own }: TestDesk) =>
  createPublishing({
    sqlite,
    state: openTeamState(sqlite),
    own,
    known: () => [],
    start: () => ({ computer: own, person: null, computers: {} }),
  });

it.each([
  ['a team told it before', 'team:s:1', 0],
  ['no team was there before', 'saved', 1],
])('where it is lost who told a fact, and %s', (_, file, entries) => {
  const [laptop, desk] = [1, 2].map((number) =>
    createDesk(number, () => Date.parse('2026-11-20'), profileMigrations),
  ) as [TestDesk, TestDesk];
  desks.push(laptop, desk);
  laptop.annotations.addNote({ kind: 'customer', id: 'customer_1' }, 'called');
  desk.merge({ ...laptop.save(), id: file });
  desk.sqlite.exec(`
    PRAGMA foreign_keys=OFF;
    DROP TRIGGER handover_origins_never_go;
    DELETE FROM handover_origins`);
  const publishing = publishingOf(desk);
  const sign = vi.fn();
  while (publishing.step(sign, () => undefined));
  expect(sign).toHaveBeenCalledTimes(entries);
});

it('is looked for in few statements, however many kinds there are', () => {
  const desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  desks.push(desk);
  const { sqlite } = desk;
  const publishing = publishingOf(desk);
  const sign = vi.fn();
  while (publishing.step(sign, () => undefined));
  const asked = [vi.spyOn(sqlite, 'all'), vi.spyOn(sqlite, 'first'), vi.spyOn(sqlite, 'texts')];
  expect(publishing.step(sign, () => undefined)).toBe(false);
  publishing.passing()();
  expect(asked.flatMap(({ mock }) => mock.calls)).toHaveLength(7);
});
