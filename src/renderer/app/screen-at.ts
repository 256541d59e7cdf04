/** Which screen an address means. Apart from the screens, so that asking brings none of them. */

import { addressBookPaths } from '../features/address-book/paths.ts';
import { bankAccountPaths } from '../features/bank-accounts/paths.ts';
import { bulkPaths } from '../features/bulk/paths.ts';
import { changePaths } from '../features/changes/paths.ts';
import { customerPaths } from '../features/customers/paths.ts';
import { importPaths } from '../features/imports/paths.ts';
import { onboardingPaths } from '../features/onboarding/paths.ts';
import { settingsPaths } from '../features/settings/paths.ts';
import { timelinePaths } from '../features/timeline/paths.ts';
import { unresolvedPaths } from '../features/unresolved/paths.ts';
import { virtualAccountPaths } from '../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../features/webhooks/paths.ts';
import { isWithin, splitFragment } from './fragment.ts';

type ScreenName =
  | 'customers'
  | 'newCustomer'
  | 'onboarding'
  | 'imports'
  | 'virtualAccounts'
  | 'newVirtualAccount'
  | 'addressBook'
  | 'bankAccounts'
  | 'changes'
  | 'bulk'
  | 'webhooks'
  | 'timeline'
  | 'unresolved'
  | 'settings';

/**
 * Where a page without a screen in its address begins. Set before the first render: a redirect from
 * within would make the frame and the screen a second time.
 */
export function beginSomewhere({ location, history }: Pick<Window, 'location' | 'history'>): void {
  if (location.hash !== '' && location.hash !== '#' && location.hash !== '#/') return;
  const address = `${location.pathname}${location.search}#${customerPaths.root}`;
  history.replaceState(history.state, '', address);
}

/** The screen of an address fragment; an address without one opens the customers. */
export function screenAt(hash: string): ScreenName {
  const { path } = splitFragment(hash);
  if (path === customerPaths.new) return 'newCustomer';
  if (path === virtualAccountPaths.new) return 'newVirtualAccount';
  const names: readonly [string, ScreenName][] = [
    [addressBookPaths.root, 'addressBook'],
    [onboardingPaths.root, 'onboarding'],
    [importPaths.root, 'imports'],
    [virtualAccountPaths.root, 'virtualAccounts'],
    [bankAccountPaths.root, 'bankAccounts'],
    [changePaths.root, 'changes'],
    [bulkPaths.root, 'bulk'],
    [webhookPaths.root, 'webhooks'],
    [timelinePaths.root, 'timeline'],
    [unresolvedPaths.root, 'unresolved'],
    [settingsPaths.root, 'settings'],
  ];
  const found = names.find(([prefix]) => isWithin(path, prefix));
  return found?.[1] ?? 'customers';
}
