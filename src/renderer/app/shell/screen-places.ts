/** Where each screen begins, what a window that shows it is called, and what a switch leaves open. */

import { bankAccountPaths } from '../../features/bank-accounts/paths.ts';
import { bulkPaths } from '../../features/bulk/paths.ts';
import { changePaths } from '../../features/changes/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { importPaths } from '../../features/imports/paths.ts';
import { settingsPaths } from '../../features/settings/paths.ts';
import { timelinePaths } from '../../features/timeline/paths.ts';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { frameTexts } from '../../texts/frame.ts';
import { isWithin } from '../fragment.ts';

type ScreenName = keyof typeof frameTexts.screens;

/** Every screen that has a name has a place. */
const roots: Readonly<Record<ScreenName, string>> = {
  customers: customerPaths.root,
  virtualAccounts: virtualAccountPaths.root,
  bankAccounts: bankAccountPaths.root,
  changes: changePaths.root,
  bulk: bulkPaths.root,
  imports: importPaths.root,
  webhooks: webhookPaths.root,
  timeline: timelinePaths.root,
  unresolved: unresolvedPaths.root,
  settings: settingsPaths.root,
};

/** These show no record of a profile. */
const without: readonly ScreenName[] = ['imports', 'settings'];

const names = Object.keys(roots) as ScreenName[];

const screenOf = (location: string): ScreenName | undefined =>
  names.find((name) => isWithin(location, roots[name]));

/** @param location in the page's fragment. */
export function windowTitle(location: string): string {
  const name = screenOf(location);
  return name === undefined ? 'Causeway' : `${frameTexts.screens[name]} · Causeway`;
}

/** The record of another profile is not known in this one: its list is shown instead. */
export function placeAfterSwitch(location: string): string {
  const name = screenOf(location);
  return name === undefined || without.includes(name) ? location : roots[name];
}
