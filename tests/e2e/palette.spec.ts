import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { account, ada } from './support/samples.ts';

const box = (app: Page) =>
  app.getByRole('combobox', { name: 'Search screens, actions and records' });
const options = (app: Page) => app.getByRole('listbox', { name: 'Results' }).getByRole('option');
const selected = (app: Page) => options(app).and(app.locator('[aria-selected="true"]'));

test.use({ startArguments: ['--ephemeral'] });

test('with the keyboard alone: a screen, an action, a record by name and by ID, and the recent ones', async ({
  app,
  screens,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  const id = new URL(app.url()).hash.split('/').at(-1) ?? '';

  // Opened from within a field too, and given back to it.
  await screens.go('Customers');
  await app.getByRole('textbox', { name: 'Search name, email or ID' }).focus();
  await app.keyboard.press('ControlOrMeta+k');
  await expect(box(app)).toBeFocused();
  // What was opened before comes first, however it was opened.
  await expect(options(app).first()).toHaveText(/^Ada Byron/);
  await expect(selected(app)).toHaveText(/^Ada Byron/);
  await expectAccessible(app, 'the palette');
  await app.keyboard.press('Escape');
  await expect(box(app)).toBeHidden();
  await expect(app.getByRole('textbox', { name: 'Search name, email or ID' })).toBeFocused();

  const open = async (typed: string, first: string | RegExp) => {
    await app.keyboard.press('ControlOrMeta+k');
    await box(app).pressSequentially(typed);
    await expect(selected(app)).toHaveText(first);
    // A screen reader follows the selection, which the field names.
    const current = await box(app).getAttribute('aria-activedescendant');
    await expect(app.locator(`#${current}`)).toHaveText(first);
    await app.keyboard.press('Enter');
    await expect(box(app)).toBeHidden();
  };
  await open('audit', 'Audit log');
  await expect(app.getByRole('link', { name: 'Audit log' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await open('new virt', 'New virtual account');
  await expect(screens.heading('New virtual account')).toBeVisible();
  await screens.virtualAccounts.fill({ ...account, Customer: 'Ada' });
  await screens.virtualAccounts.reviewButton().click();
  await screens.virtualAccounts.createButton().click();
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();

  await open('byr', /^Ada Byron/);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Timeline');
  await open(id, /^Ada Byron/);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();

  // Arrows go through what was found, whatever its kind.
  await app.keyboard.press('ControlOrMeta+k');
  await expect(options(app).first()).toHaveText('Timeline');
  await expect(options(app).nth(1)).toHaveText(/^USD → USDC/);
  await box(app).fill('byron');
  await expect(options(app)).toHaveCount(2);
  await app.keyboard.press('ArrowDown');
  await expect(selected(app)).toContainText('USD → USDC');
  await app.keyboard.press('Enter');
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();

  await app.keyboard.press('ControlOrMeta+k');
  await box(app).fill('no such thing');
  await expect(app.getByText('No results for “no such thing”')).toBeVisible();
  await expectAccessible(app, 'the palette without results');
  for (const width of [420, 1024]) {
    await app.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(app, `the palette at ${width}`);
  }
});

test('the frame shows it, looks up an event and views the past from it', async ({
  app,
  screens,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await app.getByRole('button', { name: 'Search', exact: true }).click();
  await box(app).fill('look up event');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('dialog', { name: 'Look up event' })).toBeVisible();
  // Behind a dialog the page is out of reach.
  await app.keyboard.press('ControlOrMeta+k');
  await expect(box(app)).toBeHidden();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog', { name: 'Look up event' })).toBeHidden();
  expect(app.url()).not.toContain('look-up');

  await app.keyboard.press('ControlOrMeta+k');
  await box(app).fill('view as of');
  await app.keyboard.press('Enter');
  await expect(app.getByLabel('Date and time', { exact: true })).toBeFocused();
});

test('nothing of one profile is found or recent in another', async ({ app, screens, service }) => {
  const { baseUrl, token } = service;
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await app.keyboard.press('ControlOrMeta+k');
  await box(app).fill('byron');
  await expect(selected(app)).toHaveText(/^Ada Byron/);
  await app.keyboard.press('Enter');
  await screens.settings.open();
  await screens.settings.addAndUse({ name: 'Live', environment: 'Production', baseUrl, token });
  await app.keyboard.press('ControlOrMeta+k');
  await expect(options(app).first()).toHaveText('New customer');
  await box(app).fill('byron');
  await expect(app.getByText('No results for “byron”')).toBeVisible();
  await box(app).fill('switch to');
  await app.keyboard.press('Enter');
  await expect(
    app.getByText('Runs on this computer. Nothing here is real.', { exact: false }),
  ).toBeVisible();
  await app.keyboard.press('ControlOrMeta+k');
  await box(app).fill('byron');
  await expect(selected(app)).toHaveText(/^Ada Byron/);
});

test('a record leads to its events, and the address says which', async ({ app, screens }) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  const id = new URL(app.url()).hash.split('/').at(-1) ?? '';
  await screens.customers.detail('Ada Byron').getByRole('link', { name: 'Events' }).click();
  await expect(screens.heading('Timeline')).toBeVisible();
  expect(app.url()).toContain(`customer=${id}`);
  await screens.go('Virtual accounts');
  await screens.virtualAccounts.create(account);
  const detail = screens.virtualAccounts.detail('USD → USDC');
  await detail.getByRole('link', { name: 'Events' }).click();
  await expect(screens.heading('Timeline')).toBeVisible();
  expect(app.url()).toContain('q=virtualAccount_');
});
