import { expect, it } from 'vitest';
import { formatLink, linkKinds } from '../../../bridge/record-link.ts';
import { features, screenAt } from '../features.ts';
import { linkAt, placeOfLink } from './link-places.ts';

const key = '0123456789abcdef'.repeat(2);
const ids = {
  customer: 'customer_a',
  'virtual-account': 'virtualAccount_a',
  'bank-account': 'bankAccount_a',
  payout: 'payout:a@b',
  wallet: 'wallet_a',
  address: 'address_a',
  'payment-link': 'paymentLink_a',
  webhook: 'webhook_a',
  event: 'event_a',
  request: key,
  screen: 'address-book',
} as const;

it.each(linkKinds)('a %s has a place, from which its link is made again', (kind) => {
  const place = placeOfLink({ kind, id: ids[kind] }) ?? '';
  expect(screenAt(place), place).not.toBeNull();
  expect(linkAt(place)).toEqual({ kind, id: ids[kind] });
});

it('every screen has a link of its own, and there is none to others', () => {
  const links = features.map(({ paths }) => linkAt(paths.root));
  expect(new Set(links.map((link) => link?.id)).size).toBe(features.length);
  for (const [index, { paths }] of features.entries()) {
    const link = links[index];
    expect(link && placeOfLink(link)).toBe(paths.root);
    expect(link && formatLink({ ...link, profile: null })).not.toBeNull();
  }
  expect(placeOfLink({ kind: 'screen', id: 'nowhere' })).toBeNull();
  expect(linkAt('/nowhere')).toBeNull();
});

it('what is no record has the link of its screen', () => {
  for (const place of ['/customers/new', '/webhooks/tunnels', '/webhooks/deliveries/7'])
    expect(linkAt(place)?.kind).toBe('screen');
  expect(linkAt('/payouts/a%2Fb')).toEqual({ kind: 'screen', id: 'payouts' });
});
