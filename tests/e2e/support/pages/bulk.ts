import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import papa from 'papaparse';

export interface BulkFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Bulk: choosing a file, its columns, what was found, the review, and the run. */
export class BulkPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  readonly chooseButton = (): Locator => this.page.getByRole('button', { name: 'Choose file…' });

  /** The field that a column of the file is matched to. */
  column(heading: string): Locator {
    return this.page.getByRole('combobox', { name: `Field for “${heading}”` });
  }

  /** What the first row of the file is taken for. */
  readonly firstRow = (): Locator =>
    this.page.getByRole('combobox', { name: /^Row \d+, the first, contains$/ });

  /** Rows of the check by what was found, or of a run by their state. */
  part(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: /^Rows by/ })
      .getByRole('link', { name: new RegExp(`^${name} `) });
  }

  /** The rows that are shown, without the heading. */
  rows(): Locator {
    return this.page
      .getByRole('main')
      .getByRole('table')
      .getByRole('row')
      .and(this.page.locator(':not([aria-rowindex="1"])'));
  }

  readonly progress = (): Locator => this.page.getByRole('progressbar', { name: 'Rows sent' });

  button(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('button', { name });
  }

  /** Hands the file over; `open` is what opens the chooser. */
  async give(file: BulkFile, open: () => Promise<void>): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser');
    await open();
    const { name, content } = file;
    const buffer = Buffer.from(content);
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  /** Makes a file to keep, and gives its bytes once it was handed over. */
  async file(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.button(button).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  /** As `file`, read as a table. */
  async table(button: string): Promise<Record<string, string>[]> {
    const text = (await this.file(button)).bytes.toString('utf8').replace(/^\uFEFF/, '');
    return papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
  }

  /** From the check to the run: all that is asked is confirmed. */
  async start(rows: number, things = 'virtual accounts'): Promise<void> {
    await this.page.getByRole('link', { name: `Review ${rows} rows` }).click();
    for (const box of await this.page.getByRole('checkbox').all()) await box.check();
    await this.button(`Create ${rows} ${things}`).click();
  }
}
