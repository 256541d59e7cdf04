import type { Locator, Page } from '@playwright/test';

export interface VirtualAccountEntry {
  readonly Customer: string;
  readonly 'Source currency': string;
  readonly 'Destination currency': string;
  readonly Network: string;
  readonly 'Wallet address': string;
  readonly 'Integrator fee (bps)': string;
}

/** Virtual accounts: list, form with its review, and detail. */
export class VirtualAccountsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly newButton = (): Locator =>
    this.page.getByRole('button', { name: 'New virtual account', exact: true });

  readonly reviewButton = (): Locator => this.page.getByRole('button', { name: 'Review' });

  readonly createButton = (): Locator =>
    this.page.getByRole('button', { name: 'Create virtual account', exact: true });

  field(label: keyof VirtualAccountEntry): Locator {
    return this.page.getByLabel(label, { exact: true }).and(this.page.locator('input, select'));
  }

  async startNew(): Promise<void> {
    await this.newButton().click();
  }

  /** Fills in what is named, each field in its own way. */
  async fill({ Customer, ...rest }: Partial<VirtualAccountEntry>): Promise<void> {
    if (Customer !== undefined) {
      await this.field('Customer').click();
      await this.field('Customer').fill(Customer);
      await this.page.getByRole('option', { name: Customer }).first().click();
    }
    for (const [label, value] of Object.entries(rest)) {
      const field = this.field(label as keyof VirtualAccountEntry);
      if (label.endsWith('currency')) await field.selectOption(value);
      else if (label === 'Network') await this.chooseNetwork(value);
      else await field.fill(value);
    }
  }

  /** One that is not in the list is typed. */
  private async chooseNetwork(name: string): Promise<void> {
    const isListed = (await this.field('Network').locator(`option[value="${name}"]`).count()) > 0;
    await this.field('Network').selectOption(isListed ? name : { label: 'Other…' });
    if (!isListed) await this.page.getByLabel('Name of the network').fill(name);
  }

  /** From the list to what stands in its place at the end: the detail, or what went wrong. */
  async create(entry: Partial<VirtualAccountEntry>): Promise<void> {
    await this.startNew();
    await this.fill(entry);
    await this.reviewButton().click();
    await this.createButton().click();
  }

  /** The detail by its pair, for example `USD → USDC`. */
  detail(pair: string): Locator {
    return this.page.getByRole('region', { name: pair, exact: true });
  }
}
