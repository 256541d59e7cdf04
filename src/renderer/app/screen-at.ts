/** Which screen an address means. Apart from the screens, so that asking brings none of them. */
import { splitFragment } from './fragment.ts';
import { isWithin, paths } from './paths.ts';

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
  const address = `${location.pathname}${location.search}#${paths.customers}`;
  history.replaceState(history.state, '', address);
}

/** The screen of an address fragment; an address without one opens the customers. */
export function screenAt(hash: string): ScreenName {
  const { path } = splitFragment(hash);
  if (path === paths.newCustomer) return 'newCustomer';
  if (path === paths.newVirtualAccount) return 'newVirtualAccount';
  const names: readonly [string, ScreenName][] = [
    [paths.addressBook, 'addressBook'],
    [paths.onboarding, 'onboarding'],
    [paths.imports, 'imports'],
    [paths.virtualAccounts, 'virtualAccounts'],
    [paths.bankAccounts, 'bankAccounts'],
    [paths.changes, 'changes'],
    [paths.bulk, 'bulk'],
    [paths.webhooks, 'webhooks'],
    [paths.timeline, 'timeline'],
    [paths.unresolved, 'unresolved'],
    [paths.settings, 'settings'],
  ];
  const found = names.find(([prefix]) => isWithin(path, prefix));
  return found?.[1] ?? 'customers';
}
