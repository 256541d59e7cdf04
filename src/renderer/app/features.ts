/**
 * The features of the page, in the order of the rail. Addresses, titles, past views, and what is asked
 * again or left open are read from their manifests.
 */
import type { ReactElement } from 'react';
import { addressBookFeature } from '../features/address-book/feature.tsx';
import { approvalsFeature } from '../features/approvals/feature.tsx';
import { auditFeature } from '../features/audit/feature.tsx';
import { bankAccountsFeature } from '../features/bank-accounts/feature.tsx';
import { bulkFeature } from '../features/bulk/feature.tsx';
import { changesFeature } from '../features/changes/feature.tsx';
import { customersFeature } from '../features/customers/feature.tsx';
import { importsFeature } from '../features/imports/feature.tsx';
import { onboardingFeature } from '../features/onboarding/feature.tsx';
import { otherRecordsFeature } from '../features/other-records/feature.tsx';
import { overviewFeature } from '../features/overview/feature.tsx';
import { overviewPaths } from '../features/overview/paths.ts';
import { payoutsFeature } from '../features/payouts/feature.tsx';
import { reconcileFeature } from '../features/reconcile/feature.tsx';
import { reportsFeature } from '../features/reports/feature.tsx';
import { sandboxFeature } from '../features/sandbox/feature.tsx';
import { settingsFeature } from '../features/settings/feature.tsx';
import { settingsPaths } from '../features/settings/paths.ts';
import { timelineFeature } from '../features/timeline/feature.tsx';
import { unresolvedFeature } from '../features/unresolved/feature.tsx';
import { virtualAccountsFeature } from '../features/virtual-accounts/feature.tsx';
import { webhooksFeature } from '../features/webhooks/feature.tsx';
import type { Feature, FeatureScreen } from './feature.tsx';
import { around, isWithin, splitFragment } from './fragment.ts';

export const features: readonly Feature[] = [
  overviewFeature,
  customersFeature,
  onboardingFeature,
  importsFeature,
  virtualAccountsFeature,
  payoutsFeature,
  addressBookFeature,
  bankAccountsFeature,
  otherRecordsFeature,
  unresolvedFeature,
  approvalsFeature,
  changesFeature,
  timelineFeature,
  webhooksFeature,
  bulkFeature,
  reconcileFeature,
  reportsFeature,
  auditFeature,
  sandboxFeature,
  settingsFeature,
];

/** Where a page without a screen in its address begins. */
export const home = overviewPaths.root;

export const profilesPlace = settingsPaths.section('profiles');

/** The feature whose name stands over an address. */
const titled = (location: string): Feature | undefined =>
  around(location, features).find(({ title }) => title !== undefined);

/** @param location in the page's fragment; null where it leads nowhere. */
export function screenAt(location: string): ReactElement | null {
  for (const screen of around(location, features)[0]?.screens ?? []) {
    const element = screen.at(location);
    if (element !== null) return element;
  }
  return null;
}

export function hasPast(location: string): boolean {
  const past = around(location, features)[0]?.past;
  return past !== undefined && !past.except.some((place) => isWithin(location, place));
}

/** Whether an address is of a form whose requests go to the service. */
export const writesToService = (href: string): boolean =>
  features.some(({ actions }) =>
    actions?.some((action) => action.href === href && action.writesToService),
  );

/** What a window is called that shows this. */
export function windowTitle(location: string): string {
  const title = titled(location)?.title;
  return title === undefined ? 'Causeway' : `${title} · Causeway`;
}

/** The screen of the rail that an address is of, none of a record or form in it. */
export const screenTitle = (location: string): string | undefined =>
  features.find(({ paths, Icon }) => paths.root === location && Icon !== undefined)?.title;

/** The record of another profile is not known in this one: its list is shown instead. */
export function placeAfterSwitch(location: string): string {
  const feature = titled(location);
  return feature === undefined || feature.staysOpen ? location : feature.paths.root;
}

/**
 * Set before the first render: a redirect from within would make the frame and the screen a second time.
 */
export function beginSomewhere({ location, history }: Pick<Window, 'location' | 'history'>): void {
  if (location.hash !== '' && location.hash !== '#' && location.hash !== '#/') return;
  const address = `${location.pathname}${location.search}#${home}`;
  history.replaceState(history.state, '', address);
}

/** Brings the screen that the page opens on. A failure is left to the place that renders it. */
export async function loadFirstScreen(hash: string): Promise<void> {
  const { path } = splitFragment(hash);
  const first = around(path, features)[0]?.screens.find((screen) => screen.at(path) !== null);
  await first?.load().catch(() => undefined);
}

/** Brings all the others, one after another, and then what the frame opens. */
export async function loadOtherScreens(
  ofFrame: readonly Pick<FeatureScreen, 'load'>[],
): Promise<void> {
  for (const screen of [...features.flatMap(({ screens }) => screens), ...ofFrame])
    await screen.load().catch(() => undefined);
}
