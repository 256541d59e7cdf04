import { expect, type Page } from '@playwright/test';

/**
 * Titles of a last page: of a webhook it says what came of it. After a first profile it offers a
 * recovery key, which another time is made (recovery.spec).
 */
const ended = /^(Done|Not created|The webhook may exist|Recovery key)$/;

/** What the page asks for by `ask`, confirmed in the document that main makes of it. */
export async function confirmDocument(
  page: Page,
  ask: () => Promise<void>,
  button: string,
  fields: Readonly<Record<string, string>> = {},
  choice: string | null = null,
): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await ask();
  const document = await opening;
  if (choice !== null) await document.getByRole('radio', { name: choice }).check();
  await submitSecret(document, fields, button);
}

/**
 * Types secrets into the document that main makes for them, by its labels, and closes it when main
 * has taken them.
 */
export async function submitSecret(
  page: Page,
  fields: Readonly<Record<string, string>>,
  button: string,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: ended })).toBeVisible();
  await page.close();
}
