import { expect, type Locator, type Page } from '@playwright/test';

/** What the form of a customer takes, by its labels. */
export interface CustomerEntry {
  readonly Type?: 'Individual' | 'Business';
  readonly Email?: string;
  readonly 'Display name'?: string;
  readonly Phone?: string;
  readonly 'Line 1'?: string;
  readonly 'Line 2'?: string;
  readonly City?: string;
  readonly State?: string;
  readonly 'Postal code'?: string;
  readonly Country?: string;
  readonly 'First name'?: string;
  readonly 'Last name'?: string;
  readonly 'Tax identification number'?: string;
  readonly 'Tax identification number type'?: string;
}

/** Customers: list, form and detail. */
export class CustomersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly newButton = (): Locator =>
    this.page.getByRole('button', { name: 'New customer', exact: true });

  readonly createButton = (): Locator =>
    this.page.getByRole('button', { name: 'Create customer', exact: true });

  field(label: keyof CustomerEntry): Locator {
    return this.page.getByLabel(label, { exact: true }).and(this.page.locator('input, select'));
  }

  /** Opens the form from the list, from wherever the page is. */
  async startNew(): Promise<void> {
    const screens = this.page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: /^Customers/ }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: /^Customers/ })).toBeVisible();
    await this.newButton().click();
  }

  async fill({ Type, ...rest }: CustomerEntry): Promise<void> {
    if (Type !== undefined) await this.field('Type').selectOption({ label: Type });
    for (const [label, value] of Object.entries(rest)) {
      const field = this.field(label as keyof CustomerEntry);
      if (label === 'Country') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  async create(entry: CustomerEntry): Promise<void> {
    await this.startNew();
    await this.fill(entry);
    await this.createButton().click();
  }

  /** The detail of a customer by its name, whole or beside the list. */
  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** The row of the list that leads to the detail. */
  row(name: string): Locator {
    return this.page
      .getByRole('table', { name: 'Customers' })
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name }) });
  }
}
