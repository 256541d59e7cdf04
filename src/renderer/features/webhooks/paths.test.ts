import { expect, it } from 'vitest';
import { placeOf, webhookPaths } from './paths.ts';

const placeAt = (path: string) => {
  const [, , part = null, id = null] = path.split('/');
  return placeOf(part, id);
};

it.each([
  [webhookPaths.root, { part: 'webhooks', selectedId: null }],
  [webhookPaths.one('webhook_1'), { part: 'webhooks', selectedId: 'webhook_1' }],
  [webhookPaths.new, { part: 'new' }],
  [webhookPaths.existing, { part: 'existing' }],
  [webhookPaths.deliveries, { part: 'deliveries', arrival: null }],
  [webhookPaths.delivery(1_204), { part: 'deliveries', arrival: 1_204 }],
  [webhookPaths.tunnels, { part: 'tunnels' }],
  [webhookPaths.forwarding, { part: 'forwarding' }],
])('%s leads to its own part', (path, place) => {
  expect(placeAt(path)).toEqual(place);
});

it.each(['x', '-1', '1.5', '9'.repeat(16)])('the arrival "%s" is none', (id) => {
  expect(placeOf('deliveries', id)).toEqual({ part: 'deliveries', arrival: null });
});
