import { expect, type Locator, type Page } from '@playwright/test';
import { confirmDocument } from '../secret-document.ts';

export interface WebhookEntry {
  readonly Name: string;
  readonly Description?: string;
  /** Left out: the one that a proven tunnel offers. */
  readonly URL?: string;
  /** Left out: all that the service lists. */
  readonly Events?: readonly string[];
}

type Part = 'Webhooks' | 'Deliveries' | 'Tunnels' | 'Forwarding';

/** Webhooks with its four parts: webhooks, deliveries, tunnels, forwarding. */
export class WebhooksPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async go(part: Part): Promise<void> {
    const screens = this.page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('link', { name: /^Webhooks\b/ }).click();
    const parts = this.page.getByRole('navigation', { name: 'Webhook views' });
    const link = parts.getByRole('link', { name: new RegExp(`^${part}\\b`) });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  /** A tunnel by its name, in the list of tunnels. */
  tunnel(name: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name, exact: true });
    return this.page.getByRole('main').getByRole('listitem').filter({ has: heading });
  }

  /** A forwarding target by its name, in the list of them. */
  target(name: string): Locator {
    return this.tunnel(name);
  }

  /** From any screen: adds a target that every verified delivery is forwarded to. */
  async addTarget(name: string, url: string): Promise<void> {
    await this.go('Forwarding');
    await this.page.getByRole('button', { name: 'Add target' }).first().click();
    const form = this.page.getByRole('form', { name: 'Add target' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'URL', exact: true }).fill(url);
    const ask = () => form.getByRole('button', { name: 'Add target' }).click();
    await confirmDocument(this.page, ask, 'Add target');
    await expect(this.target(name)).toBeVisible();
  }

  async openSandboxTunnel(): Promise<void> {
    await this.go('Tunnels');
    await this.page.getByRole('button', { name: 'Open: Built-in sandbox', exact: true }).click();
    await expect(this.tunnel('Built-in sandbox')).toContainText(/Check passed/);
  }

  readonly newButton = (): Locator =>
    this.page.getByRole('button', { name: 'New webhook', exact: true });

  readonly createButton = (): Locator =>
    this.page.getByRole('button', { name: 'Create webhook', exact: true });

  field(label: 'Name' | 'Description' | 'URL'): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** Fills in the form that is shown and goes on to its review. */
  async fill({ Name, Description, URL, Events }: WebhookEntry): Promise<void> {
    await this.field('Name').fill(Name);
    if (Description !== undefined) await this.field('Description').fill(Description);
    if (URL === undefined) await expect(this.field('URL')).toHaveValue(/^https:\/\/.+\/hooks\//);
    else await this.field('URL').fill(URL);
    const group = this.page.getByRole('group', { name: 'Events', exact: true });
    if (Events === undefined) await group.getByRole('button', { name: 'All listed' }).click();
    for (const name of Events ?? []) {
      await group.getByRole('checkbox', { name, exact: true }).check();
    }
    await this.page.getByRole('button', { name: 'Review', exact: true }).click();
  }

  /** From the list of webhooks to what stands there at the end: the detail, or what went wrong. */
  async create(entry: WebhookEntry): Promise<void> {
    await this.go('Webhooks');
    await this.newButton().click();
    await this.fill(entry);
    await this.createButton().click();
  }

  /** As create, at an address that is none of ours: confirmed in a document of main's own. */
  async createElsewhere(entry: WebhookEntry): Promise<void> {
    await this.go('Webhooks');
    await this.newButton().click();
    await this.fill(entry);
    await confirmDocument(this.page, () => this.createButton().click(), 'Create webhook');
  }

  /** The row of a webhook in the list. */
  row(name: string): Locator {
    return this.#rows('Webhooks', name);
  }

  /** A webhook, or a delivery, by what it is called, beside its list. */
  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Rows of the deliveries that are shown, by the name of their event. */
  deliveries(event: string): Locator {
    return this.#rows('Deliveries', event);
  }

  /** Opens a delivery from its row, and waits until it is read. */
  async open(row: Locator, title: string): Promise<Locator> {
    await row.getByRole('link').click();
    // Under a pointer that was left there the list takes in nothing for 15 seconds.
    await this.page.mouse.move(0, 0);
    const detail = this.detail(title);
    await expect(this.fact(detail, 'Path')).toContainText('/hooks/');
    return detail;
  }

  /** The value that stands beside a name. */
  fact(within: Locator, name: string): Locator {
    const term = this.page.locator('dt', { hasText: new RegExp(`^${name}$`) });
    return within.locator('dl > div').filter({ has: term }).locator('dd');
  }

  #rows(table: string, name: string): Locator {
    return this.page
      .getByRole('table', { name: table })
      .getByRole('row')
      .filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }
}
