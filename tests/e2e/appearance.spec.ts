import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { tabTo as tabToOn } from './support/keyboard.ts';
import { screenNames } from './support/pages/screens.ts';
import { account, ada } from './support/samples.ts';
import { openBridge, seedVirtualAccounts, seedWebhook } from './support/seed.ts';

/** Widths of a window: narrow, with a rail of icons, with all of it, wide. */
const widths = [700, 1000, 1440, 1600] as const;

async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${what} at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function expectSound(page: Page, what: string): Promise<void> {
  await expectFits(page, what);
  await expectAccessible(page, what);
}

const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2);

/** A customer whose name fits nowhere, and an amount of more digits than most. */
async function seedLongAndLarge(freshLink: () => Promise<string>): Promise<void> {
  await seedWebhook(await freshLink());
  const [, ofEuros = ''] = await seedVirtualAccounts(await freshLink(), [
    ['Emmy', 'Noether'],
    ['Erna', longName],
  ]);
  const { bridge, close } = await openBridge(await freshLink());
  await bridge.sandboxControls.payIn({
    profileId: 'built-in',
    virtualAccountId: ofEuros,
    amount: '123456789.12',
    until: 'successful',
  });
  close();
}

test.describe('before anything is there', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('every screen, empty', async ({ app, screens }) => {
    for (const name of screenNames) {
      await screens.go(name);
      await expect(screens.heading(name)).toBeVisible();
      await expectSound(app, name);
    }
    for (const part of ['Appearance', 'About']) {
      const link = app.getByRole('link', { name: part, exact: true });
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(app.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expectSound(app, part);
    }
  });

  test('records, forms and what stands in their way', async ({ app, own, screens }) => {
    await screens.customers.startNew();
    await expect(screens.customers.field('Type')).toBeVisible();
    await expectSound(app, 'form of a customer');
    await screens.customers.fill({ Email: 'ada', Phone: '1' });
    await screens.customers.createButton().click();
    await expect(app.getByText('2 fields need your attention.')).toBeVisible();
    await expectSound(app, 'form of a customer with problems');
    await screens.customers.fill(ada);
    await screens.customers.createButton().click();
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    await expectSound(app, 'customer');
    await screens.go('Virtual accounts');
    await screens.virtualAccounts.startNew();
    await screens.virtualAccounts.field('Customer').click();
    await expect(app.getByRole('option', { name: 'Ada Byron' })).toBeVisible();
    await expectAccessible(app, 'choice of a customer');
    await screens.virtualAccounts.fill({ ...account, Network: 'newnet' });
    await screens.virtualAccounts.field('Integrator fee (bps)').fill('x');
    await screens.virtualAccounts.reviewButton().click();
    await expectSound(app, 'form of a virtual account with problems');
    await screens.virtualAccounts.fill(account);
    await screens.virtualAccounts.reviewButton().click();
    await expect(app.getByText('first use')).toBeVisible();
    await expectSound(app, 'review');
    await screens.virtualAccounts.createButton().click();
    await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
    await expectSound(app, 'virtual account');
    await app.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(app.getByRole('button', { name: 'Copy as JSON' })).toBeVisible();
    await expectSound(app, 'virtual account as received');
    await screens.go('Virtual accounts');
    await screens.virtualAccounts.create(account);
    await expect(app.getByRole('dialog')).toBeVisible();
    await expectAccessible(app, 'question about a second account');
    await app.getByRole('button', { name: 'Cancel' }).click();
    await screens.go('Customers');
    await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('nobody');
    await expect(app.getByText('No matches')).toBeVisible();
    await expectSound(app, 'nothing found');
    await app.getByRole('button', { name: 'Clear search and filters' }).click();
    await seedLongAndLarge(own.process().freshLink);
    await expect(screens.customers.row(longName)).toBeVisible();
    await app.setViewportSize({ width: 700, height: 900 });
    const sideways = () =>
      app
        .getByRole('rowgroup')
        .last()
        .evaluate(({ parentElement: list }) => (list?.scrollWidth ?? 0) - (list?.clientWidth ?? 0));
    await expect.poll(sideways).toBe(0);
    await app.setViewportSize({ width: 1440, height: 900 });
    await screens.go('Payouts');
    const amount = app.getByRole('cell', { name: '132,999,998.918976 USDC', exact: true });
    const cut = () => amount.first().evaluate((cell) => cell.scrollWidth - cell.clientWidth);
    await expect.poll(cut).toBe(0);
    await screens.go('Timeline');
    await expect.poll(cut).toBe(0);
    await app.setViewportSize({ width: 480, height: 900 });
    await expect.poll(cut).toBe(0);
    await screens.go('Virtual accounts');
    await app.getByRole('link', { name: longName }).click();
    const subtitle = app.getByRole('region', { name: 'EUR → USDC' }).getByText(longName).first();
    const right = () => subtitle.evaluate((shown) => shown.getBoundingClientRect().right);
    await expect.poll(right).toBeLessThanOrEqual(480);
  });
});

test.describe('without a keychain', () => {
  test.use({ vault: 'none' });

  test('the first screen and the document for a passphrase', async ({ app, context }) => {
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSound(app, 'choice of the vault');
    const opening = context.waitForEvent('page');
    await app.getByRole('button', { name: 'Choose passphrase' }).click();
    const sheet = await opening;
    await sheet.getByLabel('New passphrase', { exact: true }).fill('short');
    await sheet.getByLabel('Repeat new passphrase').fill('short');
    await sheet.getByRole('button', { name: 'Set passphrase' }).click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await expectAccessibleDocument(sheet);
  });
});

test('what fails, is unknown, is offline, and what is production', async ({
  app,
  screens,
  service,
}) => {
  const { baseUrl, token } = service;
  await screens.settings.open();
  await screens.settings.addButton().click();
  await screens.settings.field('Environment').selectOption('Production');
  await expectSound(app, 'form of a profile');
  // Cancel is the answer already.
  await screens.settings.field('Name').fill('Live');
  await app.getByRole('button', { name: 'Cancel' }).click();
  await screens.settings.addAndUse({ name: 'Live', environment: 'Production', baseUrl, token });
  await expectSound(app, 'profiles');
  await screens.go('Customers');
  await service.fault({ kind: 'drop', operation: 'createCustomer' });
  await screens.customers.create(ada);
  await expect(app.locator('form').getByText('Outcome unknown')).toBeVisible();
  await expectSound(app, 'unknown outcome');
  await app.getByRole('link', { name: 'Show unresolved requests' }).first().click();
  await expect(app.getByRole('table', { name: 'Requests' })).toBeVisible();
  await expectSound(app, 'unresolved');
  await service.stop();
  await app.getByRole('button', { name: 'Check now' }).first().click();
  await expect(app.getByText('Service unreachable')).toBeVisible();
  await screens.go('Customers');
  await expectSound(app, 'offline');
});

test.describe('by the keyboard alone', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('the whole main job', async ({ app, screens }) => {
    const press = (key: string) => app.keyboard.press(key);
    const type = (text: string) => app.keyboard.type(text);
    const tabTo = (name: string | RegExp, role: 'button' | 'combobox' | 'textbox' = 'button') =>
      tabToOn(app, name, role);
    await expect(screens.heading('Overview')).toBeVisible();
    await press('Tab');
    await expect(app.getByRole('button', { name: 'Skip to content' })).toBeFocused();
    await press('Enter');
    await expect(app.getByRole('main')).toBeFocused();
    await tabTo('New customer');
    await press('Enter');
    await expect(screens.customers.field('Type')).toBeVisible();
    await tabTo('Email', 'textbox');
    await type('ada@example.com');
    await tabTo('First name', 'textbox');
    await type('Ada');
    await press('Tab');
    await expect(screens.customers.field('Last name')).toBeFocused();
    await type('Byron');
    await tabTo('Create customer');
    await press('Enter');
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();

    await tabTo('New virtual account');
    await press('Enter');
    await expect(screens.virtualAccounts.field('Customer')).toHaveValue(/^Ada Byron/);
    await screens.virtualAccounts.field('Customer').focus();
    await tabTo('Integrator fee (bps)', 'textbox');
    await type('40');
    await press('Tab');
    await expect(screens.virtualAccounts.field('Network')).toBeFocused();
    await type('ethereum');
    await tabTo('Wallet address', 'combobox');
    await type(account['Wallet address']);
    await tabTo('Review');
    await press('Enter');
    await expect(app.getByRole('heading', { name: 'Review' })).toBeFocused();
    await tabTo('Create virtual account');
    await press('Enter');
    await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
    await expect(
      screens.virtualAccounts.detail('USD → USDC').getByRole('heading').first(),
    ).toBeFocused();
    await press('Escape');
    await expect(screens.virtualAccounts.detail('USD → USDC')).toBeHidden();
  });

  test('with reduced motion nothing moves', async ({ app, screens }) => {
    await app.emulateMedia({ reducedMotion: 'reduce' });
    await screens.customers.startNew();
    await expect(screens.customers.field('Type')).toBeVisible();
    const moving = await app.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter(({ transitionDuration, animationDuration }) =>
            [transitionDuration, animationDuration].some((text) => Number.parseFloat(text) > 0.01),
          ).length,
    );
    expect(moving).toBe(0);

    // Nor does a theme pass through the colours between, element by element.
    await app.evaluate(() => {
      document.body.dataset['passing'] = '0';
      document.addEventListener('transitionrun', () => {
        document.body.dataset['passing'] = '1';
      });
    });
    await app.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(app.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await app.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)));
    await expect(app.locator('body')).toHaveAttribute('data-passing', '0');
  });

  test('the theme that was chosen stays', async ({ app, screens }) => {
    await screens.go('Settings');
    await app.getByRole('link', { name: 'Appearance', exact: true }).click();
    await app.getByText('Dark', { exact: true }).click();
    const html = app.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await app.reload();
    await expect(screens.heading('Settings')).toBeVisible();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');

    // In a theme of the system's, which has no grounds of ours.
    const open = app.locator('nav a[aria-current="page"]', { hasText: 'Settings' });
    await expect(open).toHaveCSS('outline-style', 'none');
    await app.emulateMedia({ forcedColors: 'active' });
    await expect(open).toHaveCSS('outline-style', 'solid');
  });
});

/** A document without scripts has no theme of ours: it follows the system. */
async function expectAccessibleDocument(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const contrast = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return color !== backgroundColor;
    });
    expect(contrast).toBe(true);
  }
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}
