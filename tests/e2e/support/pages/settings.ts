import { expect, type Locator, type Page } from '@playwright/test';
import { confirmDocument } from '../secret-document.ts';

export interface ProfileEntry {
  readonly name: string;
  readonly environment?: 'Hosted sandbox' | 'Production';
  readonly baseUrl: string;
  readonly token: string;
}

/** Settings: profiles and their tokens, and appearance. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly addButton = (): Locator =>
    this.page.getByRole('button', { name: 'Add profile', exact: true });

  field(label: 'Name' | 'Environment' | 'Base URL'): Locator {
    return this.page
      .getByRole('form', { name: 'Add profile' })
      .getByRole(label === 'Environment' ? 'combobox' : 'textbox', { name: label, exact: true });
  }

  /** The entry of a profile in the list. */
  profile(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { level: 3, name, exact: true }) });
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  }

  /** Fills in the form of a profile, and confirms it in the document that opens next. */
  async add({ name, environment, baseUrl, token }: ProfileEntry): Promise<void> {
    await this.addButton().click();
    await this.field('Name').fill(name);
    if (environment !== undefined) await this.field('Environment').selectOption(environment);
    await this.field('Base URL').fill(baseUrl);
    const ask = () => this.addButton().click();
    await confirmDocument(this.page, ask, 'Add profile', { Token: token });
    await expect(this.profile(name)).toBeVisible();
  }

  async use(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Use this profile: ${name}` }).click();
    await expect(this.profile(name).getByText('In use', { exact: true })).toBeVisible();
    // The frame knows it too: until then forms are those of the profile before.
    await expect(this.switchButton(name)).toBeVisible();
  }

  /** The switch in the frame, while it says this profile. */
  switchButton(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Profile: ${name}`) });
  }

  /** A proven profile that is in use. */
  async addAndUse(entry: ProfileEntry): Promise<void> {
    await this.open();
    await this.add(entry);
    await expect(this.profile(entry.name).getByText('The service accepts the token')).toBeVisible();
    await this.use(entry.name);
  }
}
