import { expect, type Locator, type Page } from '@playwright/test';

/** Requests whose outcome is unknown: the list, one of them, and its dialogs. */
export class UnresolvedPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The way there, with how many there are to settle. */
  link(count: number | null): Locator {
    const name =
      count === null
        ? 'Unresolved'
        : `Unresolved ${count} unresolved request${count === 1 ? '' : 's'}`;
    return this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name, exact: true });
  }

  row(about: string): Locator {
    return this.page.getByRole('table', { name: 'Requests' }).getByRole('row', { name: about });
  }

  async open(about: string): Promise<void> {
    await this.row(about).getByRole('link').first().click();
  }

  /** One request, by what it is: `Create customer`. */
  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  readonly dialog = (name: string): Locator => this.page.getByRole('dialog', { name, exact: true });

  /** Goes on in a dialog where Cancel has the focus. */
  async goOn(dialog: string, action: string): Promise<void> {
    await expect(this.dialog(dialog).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await this.dialog(dialog).getByRole('button', { name: action, exact: true }).click();
    await expect(this.dialog(dialog)).toBeHidden();
  }
}
