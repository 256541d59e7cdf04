import { describe, expect, it } from 'vitest';
import { bridgeContract } from '../../bridge/contract.ts';
import {
  beginSomewhere,
  features,
  hasPast,
  placeAfterSwitch,
  screenAt,
  windowTitle,
} from './features.ts';

const id = '0'.repeat(32);

it.for([
  ['/overview', { part: null }, 'Overview', '/overview'],
  ['/overview/week', { part: 'week' }, 'Overview', '/overview'],
  ['/customers', { selectedId: null }, 'Customers', '/customers'],
  ['/customers/customer_1', { selectedId: 'customer_1' }, 'Customers', '/customers'],
  ['/customers/customer_1/', { selectedId: 'customer_1' }, 'Customers', '/customers'],
  ['/customers/customer_1/more', null, 'Customers', '/customers'],
  ['/customers/new', {}, 'Customers', '/customers'],
  ['/customers/onboarding', { part: null }, 'Customers', '/customers'],
  ['/customers/onboarding/review', { part: 'review' }, 'Customers', '/customers'],
  ['/imports/webhooks', { part: 'webhooks' }, 'Import', '/imports/webhooks'],
  ['/virtual-accounts/new', {}, 'Virtual accounts', '/virtual-accounts'],
  ['/virtual-accounts/va_1', { selectedId: 'va_1' }, 'Virtual accounts', '/virtual-accounts'],
  ['/virtual-accounts/address-book', { place: null }, 'Virtual accounts', '/virtual-accounts'],
  ['/virtual-accounts/address-book/7', { place: '7' }, 'Virtual accounts', '/virtual-accounts'],
  ['/payouts/payout%2F1', { selectedId: 'payout/1' }, 'Payouts', '/payouts'],
  ['/bank-accounts/ba_1', { selectedId: 'ba_1' }, 'Bank accounts', '/bank-accounts'],
  ['/other-records', { kind: 'wallet', selectedId: null }, 'Other records', '/other-records'],
  [
    '/other-records/payment-links/paymentLink%2F1',
    { kind: 'paymentLink', selectedId: 'paymentLink/1' },
    'Other records',
    '/other-records',
  ],
  ['/bulk', { rest: '' }, 'Bulk runs', '/bulk'],
  [`/bulk/drafts/${id}/check/bad`, { rest: `drafts/${id}/check/bad` }, 'Bulk runs', '/bulk'],
  ['/webhooks/webhook_1', { part: 'webhook_1', id: null }, 'Webhooks', '/webhooks'],
  ['/webhooks/deliveries/17', { part: 'deliveries', id: '17' }, 'Webhooks', '/webhooks'],
  ['/timeline', { eventId: null }, 'Timeline', '/timeline'],
  ['/timeline/event%2F1', { eventId: 'event/1' }, 'Timeline', '/timeline'],
  ['/timeline/100%', { eventId: '100%' }, 'Timeline', '/timeline'],
  ['/unresolved/exists/key', { first: 'exists', second: 'key' }, 'Unresolved', '/unresolved'],
  ['/changes/signed-off', { part: 'signed-off' }, 'Changes', '/changes'],
  ['/settings/about', { section: 'about' }, 'Settings', '/settings/about'],
  ['/customersandmore', null, null, '/customersandmore'],
  ['/settings-of-another-kind', null, null, '/settings-of-another-kind'],
  ['/nowhere', null, null, '/nowhere'],
] as const)(
  '%s shows its screen, has its title, and leads to its list after a switch',
  (expected) => {
    const [location, props, title, afterSwitch] = expected;
    expect(screenAt(location)?.props ?? null).toEqual(props);
    expect(windowTitle(location)).toBe(title === null ? 'Causeway' : `${title} · Causeway`);
    expect(placeAfterSwitch(location)).toBe(afterSwitch);
  },
);

it.each([
  '/overview',
  '/customers',
  '/customers/customer_1',
  '/customers/onboarding',
  '/virtual-accounts',
  '/bank-accounts',
  '/webhooks',
  '/webhooks/webhook_1',
  '/timeline/event_1',
])('%s can show the past', (location) => {
  expect(hasPast(location)).toBe(true);
});

it.each([
  '/webhooks/deliveries',
  '/webhooks/deliveries/3',
  '/webhooks/tunnels',
  '/webhooks/forwarding',
  '/webhooks/new',
  '/webhooks/existing',
  '/settings',
  '/virtual-accounts/address-book',
  '/virtual-accounts/address-book/7',
  '/webhookish',
])('%s is about now alone', (location) => {
  expect(hasPast(location)).toBe(false);
});

describe('every manifest', () => {
  it('has its own root, and all its addresses within it', () => {
    const roots = features.map(({ paths }) => paths.root);
    expect(new Set(roots).size).toBe(roots.length);
    for (const { paths } of features)
      for (const path of Object.values(paths))
        if (typeof path === 'string')
          expect(`${path.split('?', 1)[0]}/`).toContain(`${paths.root}/`);
  });

  it('has a screen at its root, which only it shows', () => {
    for (const { paths } of features) expect(screenAt(paths.root), paths.root).not.toBeNull();
  });
});

it('every area of the bridge is of one feature, of the frame, or asked anew each time', () => {
  const claimed = features.flatMap(({ areas }) => Object.keys(areas));
  expect(new Set(claimed).size).toBe(claimed.length);
  const others = Object.keys(bridgeContract).filter((area) => !claimed.includes(area));
  expect(others.toSorted()).toEqual([
    'annotations',
    'asOf',
    'connection',
    'evidence',
    'exports',
    'intents',
    'links',
    'listExports',
    'lock',
    'profiles',
    'savedViews',
    'search',
    'updates',
    'vault',
  ]);
});

it.each([
  ['', '/?a=1#/overview'],
  ['#/', '/?a=1#/overview'],
  ['#/settings/about', null],
  ['#/customers/customer_1', null],
])('a page opened on "%s" begins at %s', (hash, address) => {
  let written: string | null = null;
  const history = {
    state: null,
    replaceState: (_state: unknown, _unused: string, url: string) => {
      written = url;
    },
  };
  const location = { hash, pathname: '/', search: '?a=1' };
  beginSomewhere({ location, history } as unknown as Pick<Window, 'location' | 'history'>);
  expect(written).toBe(address);
});
