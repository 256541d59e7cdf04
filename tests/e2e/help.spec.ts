import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';

const help = (app: Page) => app.getByRole('dialog', { name: 'Help' });
const title = (app: Page, name: string) =>
  help(app).getByRole('article').getByRole('heading', { name, level: 3, exact: true });
const search = (app: Page) => help(app).getByRole('textbox', { name: 'Search help' });

test.use({ startArguments: ['--ephemeral'] });

test('with the keyboard alone: the help of a screen, another page by its words, and back', async ({
  app,
  screens,
}) => {
  await screens.go('Payouts');
  await app.keyboard.press('?');
  await expect(search(app)).toBeFocused();
  await expect(title(app, 'Payouts')).toBeVisible();
  await expectAccessible(app, 'the help of a screen');

  await app.keyboard.type('look-alike fraudsters');
  await expect(help(app).getByRole('status')).toHaveText('1 page found');
  await expectAccessible(app, 'what was found in the help');
  await app.keyboard.press('Enter');
  await expect(title(app, 'Address book')).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(help(app)).toBeHidden();
  await expect(screens.heading('Payouts')).toBeVisible();

  // In a field it is a letter.
  await screens.go('Customers');
  await app.getByRole('button', { name: 'New customer' }).click();
  const field = app.getByRole('textbox', { name: 'Email' });
  await field.focus();
  await app.keyboard.type('a?');
  await expect(field).toHaveValue('a?');
  await expect(help(app)).toBeHidden();

  // F1 explains the field, and the mark beside it does the same.
  await app.keyboard.press('F1');
  const told = app.getByRole('dialog', { name: 'Email' });
  await expect(told).toContainText('The customer’s email address.');
  await expectAccessible(app, 'the help of a field');
  await app.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('a?');
  await app.getByLabel('City').locator('../..').getByRole('button', { name: 'Explain' }).click();
  await expect(app.getByRole('dialog', { name: 'City' })).toContainText('the address');
});

test('by its button: a link to another page, to a screen, and a word that stands nowhere', async ({
  app,
  screens,
}) => {
  await screens.go('Customers');
  const button = app.getByRole('button', { name: 'Help', exact: true });
  await button.click();
  await expect(title(app, 'Customers')).toBeVisible();
  await help(app).getByRole('article').getByRole('button', { name: 'Onboarding' }).click();
  await expect(title(app, 'Onboarding')).toBeFocused();
  await search(app).fill('xylophone');
  await expect(help(app).getByRole('status')).toHaveText(
    'No help for “xylophone”. Try another word.',
  );
  for (const width of [420, 1024]) {
    await app.setViewportSize({ width, height: 700 });
    await expectNoSidewaysScroll(app, `the help at ${width}`);
  }
  await search(app).fill('');
  await app.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await button.click();
  await help(app)
    .getByRole('navigation', { name: 'All help' })
    .getByRole('button', { name: 'First steps' })
    .click();
  await help(app).getByRole('link', { name: 'virtual account' }).click();
  await expect(help(app)).toBeHidden();
  await expect(screens.heading('New virtual account')).toBeVisible();
});
