import { expect, type Locator, type Page } from '@playwright/test';

/** The timeline: its list, filters, histogram and detail. */
export class TimelinePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly table = (): Locator => this.page.getByRole('table', { name: 'Events' });

  /** Rows in the page, without the head. */
  readonly rows = (): Locator => this.table().locator('[data-index]');

  row(index: number): Locator {
    return this.table().locator(`[data-index="${index}"]`);
  }

  readonly search = (): Locator =>
    this.page.getByRole('textbox', { name: 'Search IDs, emails, addresses, text' });

  /** Searches, and waits until the list shows what was found. */
  async find(text: string): Promise<void> {
    await this.search().fill(text);
    // The address holds what is searched for once the list does.
    await expect.poll(() => this.#searched()).toBe(text);
    await expect(this.table()).toHaveAttribute('aria-busy', 'false');
  }

  #searched(): string {
    const [, query = ''] = new URL(this.page.url()).hash.split('?');
    return new URLSearchParams(query).get('q') ?? '';
  }

  /** A filter that opens below its button. */
  readonly menu = (name: 'Event' | 'Customer' | 'Time' | 'More' | 'As of' | 'Views'): Locator =>
    this.page.getByRole('button', { name: new RegExp(`^${name}(:|$)`) });

  readonly chips = (): Locator =>
    this.page.getByRole('list', { name: 'Active filters' }).getByRole('button');

  /** A customer that is offered beside a search that fits it. */
  readonly offer = (name: string): Locator =>
    this.page
      .getByRole('list', { name: 'Customers that match the search' })
      .getByRole('button', { name });

  readonly histogram = (): Locator => this.page.getByRole('region', { name: 'Events over time' });

  readonly bars = (): Locator => this.histogram().locator('svg');

  /** The detail beside the list, by the event's name. */
  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Opens the newest event of this name that the list shows. */
  async open(name: string): Promise<void> {
    await this.rows().getByRole('link', { name, exact: true }).first().click();
  }

  /** Back to the list alone. */
  async close(detail: Locator): Promise<void> {
    await detail.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(detail).toBeHidden();
  }

  /** A part of the detail by its heading. */
  part(detail: Locator, title: string): Locator {
    const heading = this.page.getByRole('heading', { name: title, exact: true });
    return detail.locator('section').filter({ has: heading }).last();
  }

  /** What a field of the resource was before the event, and what it is since. */
  change(detail: Locator, field: string): Locator {
    return this.part(detail, 'Changed fields')
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: new RegExp(`^${field}`) }) })
      .getByRole('cell');
  }

  /** Reads an event from the service by its id. */
  async lookUp(id: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Look up event' }).click();
    await this.page.getByLabel('Event ID').fill(id);
    await this.page.getByRole('button', { name: 'Look up', exact: true }).click();
  }

  /** Opens the dialog of exports by its key. */
  async openExport(): Promise<Locator> {
    // A key is for the screen when no dialog is open and no field has the focus.
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.page.locator('input:focus, textarea:focus, select:focus')).toHaveCount(0);
    await this.page.keyboard.press('e');
    const dialog = this.page.getByRole('dialog', { name: 'Export events' });
    await expect(dialog).toBeVisible();
    return dialog;
  }

  /** Closes a menu or dialog by Esc, which has the focus for it. */
  async escape(dialog: Locator): Promise<void> {
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  /** A gap by its reason, in the dialog of gaps. */
  gap(reason: string): Locator {
    const heading = this.page.getByRole('heading', { level: 3, name: reason, exact: true });
    return this.page
      .getByRole('dialog', { name: 'Gaps' })
      .getByRole('listitem')
      .filter({ has: heading });
  }

  /** The band that gaps lay between two rows. */
  readonly band = (): Locator =>
    this.table().getByText(/(No missed events known| events? may have been missed)$/);

  /** Texts of rows that lie under the band. */
  async under(band: Locator): Promise<string[]> {
    return await band.evaluate((over) => {
      const box = over.getBoundingClientRect();
      // Closer, they look as one.
      const room = 2;
      const isUnder = (text: Node): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < box.right &&
            right > box.left &&
            top < box.bottom + room &&
            bottom > box.top - room,
        );
      };
      const table = over.closest('[role="table"]') ?? document.body;
      const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode() !== null) texts.push(walker.currentNode);
      return texts
        .filter((text) => !over.contains(text) && isUnder(text))
        .map((text) => text.textContent ?? '');
    });
  }

  /** Names of events that are not seen whole. */
  async cutNames(): Promise<string[]> {
    return await this.table().evaluate((table) =>
      [...table.querySelectorAll('a')]
        .filter((link) => {
          const cell = link.parentElement ?? link;
          const name = link.getBoundingClientRect();
          const { left, right } = cell.getBoundingClientRect();
          const row = link.closest('[role="row"]')?.getBoundingClientRect();
          if (row === undefined) return true;
          const begin = left + Number.parseFloat(getComputedStyle(cell).paddingLeft);
          const isBeside = name.left < begin - 1 || name.right > right;
          return isBeside || name.top < row.top || name.bottom > row.bottom;
        })
        .map(({ innerText }) => innerText),
    );
  }

  /** By how many pixels the cells of the first row are wider than it. */
  async beyondRow(): Promise<number> {
    return await this.row(0).evaluate((row) => {
      const right = (shown: Element) => shown.getBoundingClientRect().right;
      return Math.max(...[...row.children].map(right)) - right(row);
    });
  }

  /** By how many pixels the list is scrolled. */
  async scrolledBy(): Promise<number> {
    return await this.table().evaluate((table) =>
      Math.max(...[...table.children].map(({ scrollTop }) => scrollTop)),
    );
  }

  /** Elements that the list is made of. */
  async elements(): Promise<number> {
    return await this.table().locator('*').count();
  }

  async scrollTo(share: number): Promise<void> {
    await this.rows()
      .first()
      .evaluate((row, part) => {
        let box = row.parentElement;
        while (box !== null && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement;
        box?.scrollTo(0, (box.scrollHeight - box.clientHeight) * part);
      }, share);
  }
}
