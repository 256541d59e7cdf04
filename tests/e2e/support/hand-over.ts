/** Hand-over with another computer, which is the test: it reads what it gets, and sends a customer back. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { cardOf, textOfCard } from '../../../src/main/features/handover/card.ts';
import { createComputer } from '../../../src/main/features/handover/testing/computer.ts';

/** The document that a button opens. */
export async function documentOf(
  page: Page,
  button: string,
  by: 'pointer' | 'keyboard' = 'pointer',
): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  const found = page.getByRole('button', { name: button });
  await (by === 'pointer' ? found.click() : found.press('Enter'));
  return await opening;
}

/** Reads the fields that ask for words, and types those of the other computer. */
export async function typeWords(document: Page, words: readonly string[]): Promise<void> {
  const fields = await document.getByLabel(/^Word \d+$/).all();
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    const name = (await field.getAttribute('name')) ?? '';
    await field.fill(words[Number(name.slice('word-'.length)) - 1] ?? '');
  }
}

/** Saves a file for the other computer, as a person who compares its words. Gives all that it reads in it. */
export async function handOver(page: Page, folder: string): Promise<string> {
  const other = createComputer('Laptop');
  const document = await documentOf(page, 'Save hand-over file…');
  await document.getByLabel('Card of the other computer').fill(textOfCard(other.card));
  await document.getByRole('button', { name: 'Show its words' }).click();
  await typeWords(document, other.words);
  await document.getByLabel('Folder').fill(folder);
  await document.getByRole('button', { name: 'Save hand-over file' }).click();
  await expect(document.getByRole('heading', { name: 'Hand-over file saved' })).toBeVisible();
  await document.close();
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.handover'));
  return other.textOf(join(folder, name));
}

/** Merges a file of another computer that knows one more customer. */
export async function mergeFrom(
  page: Page,
  { folder, card, baseUrl }: { folder: string; card: string; baseUrl: string },
): Promise<void> {
  const other = createComputer('Laptop');
  const observation = {
    what: 'observation',
    from: [other.card.signing],
    content: {
      kind: 'customer',
      id: 'customer_handed',
      source: 'read',
      intentKey: null,
      raw: null,
      body: { type: 'individual', email: 'katherine@example.com' },
      observedAt: '2026-11-20T12:00:00.000Z',
      happenedAt: null,
      eventId: null,
      deviations: [],
    },
  };
  const profiles = [{ name: 'Theirs', environment: 'sandbox' as const, baseUrl }];
  const file = join(folder, 'theirs.handover');
  const lines = [other.start({ profiles }), { what: 'profile', profile: 0 }, observation];
  other.write(file, cardOf(card), lines, 1);
  const document = await documentOf(page, 'Open hand-over file…');
  await document.getByLabel('Hand-over file').fill(file);
  await document.getByRole('button', { name: 'Show what it would add' }).click();
  await expect(document.getByText('new: 1 source. Here already: nothing.')).toBeVisible();
  await typeWords(document, other.words);
  await document.getByRole('button', { name: 'Merge file' }).click();
  await expect(document.getByRole('heading', { name: 'Hand-over file merged' })).toBeVisible();
  await document.close();
}
