/** Where each screen begins, what a window that shows it is called, and what a switch leaves open. */
import { frameTexts } from '../../texts/frame.ts';
import { isWithin, paths } from '../paths.ts';

type ScreenName = keyof typeof frameTexts.screens;

/** Every screen that has a name has a place. */
const roots: Readonly<Record<ScreenName, string>> = {
  customers: paths.customers,
  virtualAccounts: paths.virtualAccounts,
  bankAccounts: paths.bankAccounts,
  changes: paths.changes,
  bulk: paths.bulk,
  imports: paths.imports,
  webhooks: paths.webhooks,
  timeline: paths.timeline,
  unresolved: paths.unresolved,
  settings: paths.settings,
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
