import { expect, type Locator, type Page } from '@playwright/test';
import { readClipboard } from './support/clipboard.ts';
import { test } from './support/fixtures.ts';
import { drag } from './support/pointer.ts';
import { account, ada, wallet } from './support/samples.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Drags the mouse from the first character of one place to the last of another, and copies. */
async function copyBetween(page: Page, from: Locator, to: Locator): Promise<void> {
  await drag(
    page,
    from,
    to,
    (first, last) => [
      { x: first.x + 1, y: first.y + first.height / 2 },
      { x: last.x + last.width - 1, y: last.y + last.height / 2 },
    ],
    // A drag that begins in what is selected would move that instead.
    () => page.evaluate(() => getSelection()?.removeAllRanges()),
  );
  await page.keyboard.press('ControlOrMeta+c');
}

// In Electron nothing may read the clipboard, so there is nothing to compare with.
const onlyHere = { tag: '@browser' };

test(
  'an address in groups is copied as it is, however it is selected',
  onlyHere,
  async ({ app, screens }) => {
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    await screens.go('Virtual accounts');
    await screens.virtualAccounts.startNew();
    await screens.virtualAccounts.fill(account);
    await screens.virtualAccounts.reviewButton().click();
    await expect(app.getByText('checksum correct')).toBeVisible();
    await expect(app.getByText('first use')).toBeVisible();
    const groups = app.getByTitle(wallet).locator('span');

    // On one line, and wrapped over several where the window is narrow.
    for (const width of [1280, 420]) {
      await app.setViewportSize({ width, height: 900 });
      await copyBetween(app, groups.first(), groups.last());
      await expect.poll(() => readClipboard(app)).toBe(wallet);
      // A part of it, the way it is compared with another source.
      await copyBetween(app, groups.nth(1), groups.nth(3));
      await expect.poll(() => readClipboard(app)).toBe(wallet.slice(2, 14));
    }

    // Together with what stands around it, the address is still one word.
    await app.evaluate(() => getSelection()?.selectAllChildren(document.body));
    await app.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => readClipboard(app)).toContain('To this wallet address');
    expect(await readClipboard(app)).toContain(wallet);
    await app.setViewportSize({ width: 1280, height: 900 });

    await screens.virtualAccounts.createButton().click();
    await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
    await copyBetween(app, groups.first(), groups.last());
    await expect.poll(() => readClipboard(app)).toBe(wallet);
  },
);
