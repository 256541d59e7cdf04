import { expect, type Locator, type Page } from '@playwright/test';

/** Payouts: list with its filters and totals, and detail. */
export class PayoutsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly table = (): Locator => this.page.getByRole('table', { name: 'Payouts' });

  /** Rows in the page, without the head. */
  readonly rows = (): Locator => this.table().locator('[data-index]');

  /** The row that begins with this amount in. */
  row(amountIn: string): Locator {
    return this.rows().filter({ has: this.page.getByRole('link', { name: amountIn }) });
  }

  readonly search = (): Locator =>
    this.page.getByRole('textbox', { name: 'Search ID, customer or address' });

  readonly menu = (name: 'State' | 'Customer' | 'Time' | 'More' | 'Views'): Locator =>
    this.page.getByRole('search').getByRole('button', { name: new RegExp(`^${name}(:|$)`) });

  /** Closes a menu, which has the focus for it. */
  async escape(name: string): Promise<void> {
    const menu = this.page.getByRole('dialog', { name });
    await expect(menu.locator(':focus')).toHaveCount(1);
    await this.page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }

  readonly chips = (): Locator =>
    this.page.getByRole('list', { name: 'Active filters' }).getByRole('button');

  /** Sums of the rows that match. */
  readonly totals = (): Locator => this.page.locator('dl[aria-label="Totals"]').first();

  /** The detail beside the list, by its amounts. */
  detail(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  /** A fact of the open detail. */
  fact(detail: Locator, name: string): Locator {
    const term = this.page.locator('dt', { hasText: new RegExp(`^${name}$`) });
    return detail.locator('dl > div').filter({ has: term }).locator('dd').first();
  }
}
