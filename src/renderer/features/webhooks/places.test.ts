import { expect, it } from 'vitest';
import { paths } from '../../app/paths.ts';
import { placeOf } from './places.ts';

const placeAt = (path: string) => {
  const [, , part = null, id = null] = path.split('/');
  return placeOf(part, id);
};

it.each([
  [paths.webhooks, { part: 'webhooks', selectedId: null }],
  [paths.webhook('webhook_1'), { part: 'webhooks', selectedId: 'webhook_1' }],
  [paths.newWebhook, { part: 'new' }],
  [paths.existingWebhook, { part: 'existing' }],
  [paths.deliveries, { part: 'deliveries', arrival: null }],
  [paths.delivery(1_204), { part: 'deliveries', arrival: 1_204 }],
  [paths.tunnels, { part: 'tunnels' }],
  [paths.forwarding, { part: 'forwarding' }],
])('%s leads to its own part', (path, place) => {
  expect(placeAt(path)).toEqual(place);
});

it.each(['x', '-1', '1.5', '9'.repeat(16)])('the arrival "%s" is none', (id) => {
  expect(placeOf('deliveries', id)).toEqual({ part: 'deliveries', arrival: null });
});
