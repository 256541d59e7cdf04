/** What is published of what is new here. */
import { afterEach, expect, it, vi } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { closeAll, createDesk, type TestDesk } from '../handover/testing/desks.ts';
import { createPublishing } from './publishing.ts';
import { openTeamState } from './team-state.ts';

const desks: TestDesk[] = [];
afterEach(() => closeAll(desks.splice(0)));

it('is looked for in few statements, however many kinds there are', () => {
  const desk = createDesk(1, () => Date.parse('2026-11-20'), profileMigrations);
  desks.push(desk);
  const { sqlite, own } = desk;
  const publishing = createPublishing({
    ...{ sqlite, state: openTeamState(sqlite), own, known: () => [] },
    start: () => ({ computer: own, person: null, computers: {} }),
  });
  const sign = vi.fn();
  while (publishing.step(sign, () => undefined));
  const asked = [vi.spyOn(sqlite, 'all'), vi.spyOn(sqlite, 'first'), vi.spyOn(sqlite, 'texts')];
  expect(publishing.step(sign, () => undefined)).toBe(false);
  publishing.passing()();
  expect(asked.flatMap(({ mock }) => mock.calls)).toHaveLength(7);
});
