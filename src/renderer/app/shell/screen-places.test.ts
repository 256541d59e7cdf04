import { describe, expect, it } from 'vitest';
import { placeAfterSwitch, windowTitle } from './screen-places.ts';

describe('the title of the window', () => {
  it.for([
    ['/customers', 'Customers · Causeway'],
    ['/virtual-accounts/va_1', 'Virtual accounts · Causeway'],
    ['/unresolved/exists/key', 'Unresolved · Causeway'],
    ['/imports/webhooks', 'Import · Causeway'],
    ['/changes/signed-off', 'Changes · Causeway'],
    ['/customersandmore', 'Causeway'],
    ['/nowhere', 'Causeway'],
  ])('of %s is %s', ([location, title]) => {
    expect(windowTitle(location ?? '')).toBe(title);
  });
});

describe('after a switch of the profile', () => {
  it.for([
    ['/customers/customer_1', '/customers'],
    ['/customers/onboarding/review', '/customers'],
    ['/virtual-accounts/address-book/3', '/virtual-accounts'],
    ['/bank-accounts/ba_1', '/bank-accounts'],
    ['/bulk/runs/1/unknown', '/bulk'],
    ['/webhooks/webhook_1', '/webhooks'],
    ['/webhooks/deliveries/17', '/webhooks'],
    ['/timeline/event_1', '/timeline'],
    ['/unresolved/key', '/unresolved'],
    ['/changes/signed-off', '/changes'],
    ['/settings/profiles', '/settings/profiles'],
    ['/imports/customers', '/imports/customers'],
    ['/nowhere', '/nowhere'],
  ])('%s leads to %s', ([location, place]) => {
    expect(placeAfterSwitch(location ?? '')).toBe(place);
  });
});
