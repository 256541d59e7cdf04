import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { hasPast } from './has-past.ts';

it.each([
  paths.customers,
  paths.customer('customer_1'),
  paths.virtualAccounts,
  paths.bankAccounts,
  paths.webhooks,
  paths.webhook('webhook_1'),
  paths.timelineEvent('event_1'),
])('%s can show the past', (location) => {
  expect(hasPast(location)).toBe(true);
});

it.each([
  paths.deliveries,
  paths.delivery(3),
  paths.tunnels,
  paths.forwarding,
  paths.newWebhook,
  paths.existingWebhook,
  paths.settings,
  '/webhookish',
])('%s is about now alone', (location) => {
  expect(hasPast(location)).toBe(false);
});
