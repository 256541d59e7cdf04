import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { noticesToShow } from './notices-to-show.ts';

const notices = [
  { key: 'expiry', tone: 'amber' },
  { key: 'run', tone: 'blue', leadsTo: paths.bulkRun('run_1') },
  { key: 'changes', tone: 'red', leadsTo: paths.changes },
  { key: 'unknown', tone: 'amber', leadsTo: paths.unresolved },
  { key: 'created', tone: 'green', leadsTo: paths.customer('customer_1') },
] as const;

const keysAt = (location: string) => noticesToShow(notices, location).map(({ key }) => key);

it('the worst notice stands first, and those of one kind as they came', () => {
  expect(keysAt(paths.settings)).toEqual(['changes', 'created', 'expiry', 'unknown', 'run']);
});

it.each([
  [paths.changes, 'changes'],
  [paths.changesSignedOff, 'changes'],
  [paths.unresolvedRequest('1', 'unknown'), 'unknown'],
  [paths.bulkRunRows('run_1', 'refused'), 'run'],
  [paths.customer('customer_1'), 'created'],
])('at %s none is shown that leads there', (location, key) => {
  expect(keysAt(location)).toHaveLength(notices.length - 1);
  expect(keysAt(location)).not.toContain(key);
});
