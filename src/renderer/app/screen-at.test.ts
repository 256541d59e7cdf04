import { expect, it } from 'vitest';
import { paths } from './paths.ts';
import { beginSomewhere, screenAt } from './screen-at.ts';

it.each([
  ['', 'customers'],
  ['#/', 'customers'],
  ['#code=abc', 'customers'],
  [`#${paths.customer('customer_1')}`, 'customers'],
  [`#${paths.newCustomer}`, 'newCustomer'],
  [`#${paths.onboardingOf('review')}`, 'onboarding'],
  [`#${paths.importInto('webhooks')}`, 'imports'],
  [`#${paths.virtualAccount('virtualAccount_1')}`, 'virtualAccounts'],
  [`#${paths.newVirtualAccount}`, 'newVirtualAccount'],
  [`#${paths.addressBook}`, 'addressBook'],
  [`#${paths.addressBookEntry(7)}`, 'addressBook'],
  [`#${paths.bulkRunRows('0'.repeat(32), 'created')}`, 'bulk'],
  [`#${paths.settingsSection('audit')}`, 'settings'],
  [`#${paths.timeline}`, 'timeline'],
  [`#${paths.timeline}?late=yes`, 'timeline'],
  [`#${paths.timelineEvent('event_1')}?late=yes`, 'timeline'],
  [`#${paths.unresolvedRequest('a'.repeat(32), 'exists')}`, 'unresolved'],
  ['#/settings-of-another-kind', 'customers'],
])('a page opened on "%s" asks for the screen %s', (hash, screen) => {
  expect(screenAt(hash)).toBe(screen);
});

it.each([
  ['', '/?a=1#/customers'],
  ['#/', '/?a=1#/customers'],
  ['#/settings/audit', null],
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
