import { expect, it } from 'vitest';
import { addressBookPaths } from '../features/address-book/paths.ts';
import { bulkPaths } from '../features/bulk/paths.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { importPaths } from '../features/imports/paths.ts';
import { onboardingPaths } from '../features/onboarding/paths.ts';
import { settingsPaths } from '../features/settings/paths.ts';
import { timelinePaths } from '../features/timeline/paths.ts';
import { unresolvedPaths } from '../features/unresolved/paths.ts';
import { virtualAccountPaths } from '../features/virtual-accounts/paths.ts';
import { beginSomewhere, screenAt } from './screen-at.ts';

it.each([
  ['', 'customers'],
  ['#/', 'customers'],
  ['#code=abc', 'customers'],
  [`#${customerPaths.one('customer_1')}`, 'customers'],
  [`#${customerPaths.new}`, 'newCustomer'],
  [`#${onboardingPaths.group('review')}`, 'onboarding'],
  [`#${importPaths.into('webhooks')}`, 'imports'],
  [`#${virtualAccountPaths.one('virtualAccount_1')}`, 'virtualAccounts'],
  [`#${virtualAccountPaths.new}`, 'newVirtualAccount'],
  [`#${addressBookPaths.root}`, 'addressBook'],
  [`#${addressBookPaths.one(7)}`, 'addressBook'],
  [`#${bulkPaths.runRows('0'.repeat(32), 'created')}`, 'bulk'],
  [`#${settingsPaths.section('audit')}`, 'settings'],
  [`#${timelinePaths.root}`, 'timeline'],
  [`#${timelinePaths.root}?late=yes`, 'timeline'],
  [`#${timelinePaths.event('event_1')}?late=yes`, 'timeline'],
  [`#${unresolvedPaths.request('a'.repeat(32), 'exists')}`, 'unresolved'],
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
