import type { Page } from '@playwright/test';

/** The list that is shown, as a file: the button and the format below it. */
export async function exportList(page: Page, format: 'CSV' | 'Excel' = 'CSV'): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: `Export (${format})` }).click();
}
