import { expect, type Locator, type Page } from '@playwright/test';
import { BulkPage } from './bulk.ts';
import { CustomersPage } from './customers.ts';
import { PayoutsPage } from './payouts.ts';
import { SettingsPage } from './settings.ts';
import { TimelinePage } from './timeline.ts';
import { VirtualAccountsPage } from './virtual-accounts.ts';
import { WebhooksPage } from './webhooks.ts';

export const screenNames = [
  'Overview',
  'Customers',
  'Virtual accounts',
  'Payouts',
  'Bank accounts',
  'Other records',
  'Unresolved',
  'Changes',
  'Timeline',
  'Webhooks',
  'Bulk runs',
  'Reconcile',
  'Reports',
  'Audit log',
  'Sandbox',
  'Settings',
] as const;

/** The frame around every screen: how a person gets about. */
export class Screens {
  readonly page: Page;
  readonly bulk: BulkPage;
  readonly customers: CustomersPage;
  readonly virtualAccounts: VirtualAccountsPage;
  readonly payouts: PayoutsPage;
  readonly webhooks: WebhooksPage;
  readonly settings: SettingsPage;
  readonly timeline: TimelinePage;

  constructor(page: Page) {
    this.page = page;
    this.bulk = new BulkPage(page);
    this.customers = new CustomersPage(page);
    this.virtualAccounts = new VirtualAccountsPage(page);
    this.payouts = new PayoutsPage(page);
    this.webhooks = new WebhooksPage(page);
    this.settings = new SettingsPage(page);
    this.timeline = new TimelinePage(page);
  }

  link(name: (typeof screenNames)[number]): Locator {
    // What waits there for somebody is part of the name.
    const named = new RegExp(`^${name}( [\\d,]+\\+? .*)?$`);
    return this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: named });
  }

  /** Goes to a screen, and waits until it stands there instead of the one before. */
  async go(name: (typeof screenNames)[number]): Promise<void> {
    await this.link(name).click();
    const title = new RegExp(`^${name}( ·|$)`);
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  /** The name of the screen that is shown. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** Where the frame says once what can't be done. */
  readonly frame = (): Locator => this.page.getByRole('main');

  /** The state of the connection at the foot of the rail. */
  readonly connection = (): Locator =>
    this.page.getByRole('complementary', { name: 'Profile, screens and connection' });
}
