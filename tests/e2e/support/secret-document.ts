import { expect, type Page } from '@playwright/test';

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
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await page.close();
}
