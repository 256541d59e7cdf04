import { expect, type Page } from '@playwright/test';

type Role = 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox';

/** Tab until the control is there, once it can be: as far as a person would go before giving up. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  role: Role = 'button',
): Promise<void> {
  const wanted = page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .and(page.locator(':enabled, a'));
  await expect(wanted.first()).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const isThere = await wanted.evaluateAll((all) =>
      all.includes(document.activeElement as never),
    );
    if (isThere) return;
  }
  throw new Error(`${name} is not reached by Tab`);
}
