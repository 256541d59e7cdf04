import { expect, it } from 'vitest';
import { bankAccountPaths } from '../../features/bank-accounts/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { settingsPaths } from '../../features/settings/paths.ts';
import { timelinePaths } from '../../features/timeline/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { hasPast } from './has-past.ts';

it.each([
  customerPaths.root,
  customerPaths.one('customer_1'),
  virtualAccountPaths.root,
  bankAccountPaths.root,
  webhookPaths.root,
  webhookPaths.one('webhook_1'),
  timelinePaths.event('event_1'),
])('%s can show the past', (location) => {
  expect(hasPast(location)).toBe(true);
});

it.each([
  webhookPaths.deliveries,
  webhookPaths.delivery(3),
  webhookPaths.tunnels,
  webhookPaths.forwarding,
  webhookPaths.new,
  webhookPaths.existing,
  settingsPaths.root,
  '/webhookish',
])('%s is about now alone', (location) => {
  expect(hasPast(location)).toBe(false);
});
