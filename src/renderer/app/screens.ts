/**
 * Which file holds which screen. The customers are where a page usually opens, so they come with it;
 * the others are brought while the page rests, or at once when it opens on one of them.
 */
import { screenAt } from './screen-at.ts';
import { screenFile } from './screen-file.tsx';

export const screens = {
  newCustomer: screenFile(
    async () => (await import('../features/customers/new-customer-screen.tsx')).NewCustomerScreen,
  ),
  onboarding: screenFile(
    async () => (await import('../features/onboarding/onboarding-screen.tsx')).OnboardingScreen,
  ),
  imports: screenFile(
    async () => (await import('../features/imports/import-screen.tsx')).ImportScreen,
  ),
  virtualAccounts: screenFile(
    async () =>
      (await import('../features/virtual-accounts/virtual-accounts-screen.tsx'))
        .VirtualAccountsScreen,
  ),
  addressBook: screenFile(
    async () => (await import('../features/address-book/address-book-screen.tsx')).AddressesScreen,
  ),
  newVirtualAccount: screenFile(
    async () =>
      (await import('../features/virtual-accounts/new-virtual-account-screen.tsx'))
        .NewVirtualAccountScreen,
  ),
  bankAccounts: screenFile(
    async () =>
      (await import('../features/bank-accounts/bank-accounts-screen.tsx')).BankAccountsScreen,
  ),
  bulk: screenFile(async () => (await import('../features/bulk/bulk-screen.tsx')).BulkScreen),
  changes: screenFile(
    async () => (await import('../features/changes/changes-screen.tsx')).ChangesScreen,
  ),
  webhooks: screenFile(
    async () => (await import('../features/webhooks/webhooks-screen.tsx')).WebhooksScreen,
  ),
  timeline: screenFile(
    async () => (await import('../features/timeline/timeline-screen.tsx')).TimelineScreen,
  ),
  unresolved: screenFile(
    async () => (await import('../features/unresolved/unresolved-screen.tsx')).UnresolvedScreen,
  ),
  settings: screenFile(
    async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
  ),
} as const;

/** Brings the screen that the page opens on. A failure is left to the place that renders it. */
export async function loadFirstScreen(hash: string): Promise<void> {
  const name = screenAt(hash);
  if (name !== 'customers') await screens[name].load().catch(() => undefined);
}

/** Brings all the others, one after another. */
export async function loadOtherScreens(): Promise<void> {
  for (const screen of Object.values(screens)) await screen.load().catch(() => undefined);
}
