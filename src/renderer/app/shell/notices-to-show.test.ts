import { expect, it } from 'vitest';
import { bulkPaths } from '../../features/bulk/paths.ts';
import { changePaths } from '../../features/changes/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { settingsPaths } from '../../features/settings/paths.ts';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import { noticesToShow } from './notices-to-show.ts';

const notices = [
  { key: 'expiry', tone: 'amber' },
  { key: 'run', tone: 'blue', leadsTo: bulkPaths.run('run_1') },
  { key: 'changes', tone: 'red', leadsTo: changePaths.root },
  { key: 'unknown', tone: 'amber', leadsTo: unresolvedPaths.root },
  { key: 'created', tone: 'green', leadsTo: customerPaths.one('customer_1') },
] as const;

const keysAt = (location: string) => noticesToShow(notices, location).map(({ key }) => key);

it('the worst notice stands first, and those of one kind as they came', () => {
  expect(keysAt(settingsPaths.root)).toEqual(['changes', 'created', 'expiry', 'unknown', 'run']);
});

it.each([
  [changePaths.root, 'changes'],
  [changePaths.signedOff, 'changes'],
  [unresolvedPaths.request('1', 'unknown'), 'unknown'],
  [bulkPaths.runRows('run_1', 'refused'), 'run'],
  [customerPaths.one('customer_1'), 'created'],
])('at %s none is shown that leads there', (location, key) => {
  expect(keysAt(location)).toHaveLength(notices.length - 1);
  expect(keysAt(location)).not.toContain(key);
});
