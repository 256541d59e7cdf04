/** Sandbox, payouts and notices, without a mouse. */
import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { seedVirtualAccounts } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

async function goTo(app: Page, place: string): Promise<void> {
  const box = app.getByRole('combobox', { name: 'Search screens, actions and records' });
  // A page that was just shown hears keys a moment later.
  await expect(async () => {
    await app.keyboard.press('ControlOrMeta+k');
    await expect(box).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await app.keyboard.type(place);
  const chosen = app.getByRole('option', { name: place, exact: true });
  await expect(chosen).toHaveAttribute('aria-selected', 'true');
  await app.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

/** Runs in the page: the whole of it is seen, and nothing lies over it. */
function isUncovered(field: Element): boolean {
  const { left, top, right, bottom } = field.getBoundingClientRect();
  return [top + 1, (top + bottom) / 2, bottom - 1].every(
    (y) => document.elementFromPoint((left + right) / 2, y) === field,
  );
}

test('with the keyboard alone: a deposit, its payout and its field, and notices', async ({
  own,
  app,
  screens,
}) => {
  const { payouts } = screens;
  await seedVirtualAccounts(await own.process().freshLink(), [['Ada', 'Byron']]);

  await test.step('a deposit is paid in, and a fault set and cleared', async () => {
    await goTo(app, 'Sandbox');
    await tabTo(app, 'Deposits', 'link');
    await app.keyboard.press('Enter');
    await tabTo(app, 'Amount', 'textbox');
    await app.keyboard.press('ControlOrMeta+a');
    await app.keyboard.type('1250.50');
    await tabTo(app, 'Pay in deposit');
    await app.keyboard.press('Enter');
    await expect(app.getByText(/^Deposit paid in/)).toBeVisible();
    await goTo(app, 'Sandbox');
    await tabTo(app, 'Faults', 'link');
    await app.keyboard.press('Enter');
    await tabTo(app, 'Set fault');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('table', { name: 'Faults set' })).toBeVisible();
    await tabTo(app, /^Clear/);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('table', { name: 'Faults set' })).toBeHidden();
  });

  await test.step('its payout is filtered, opened and explained, and a field chosen', async () => {
    await goTo(app, 'Payouts');
    await expect(payouts.rows()).toHaveCount(1);
    // What had the focus went with its screen.
    await expect(screens.heading('Payouts')).toBeFocused();
    await tabTo(app, 'State');
    await app.keyboard.press('Enter');
    await tabTo(app, /^Successful/, 'checkbox');
    await app.keyboard.press('Space');
    await expect(payouts.chips()).toHaveCount(1);
    await app.keyboard.press('Escape');
    await tabTo(app, '1,250.50 USD', 'link');
    await app.keyboard.press('Enter');
    await tabTo(app, 'Show source fields');
    await app.keyboard.press('Enter');
    await tabTo(app, 'Choose field for amount in');
    await app.keyboard.press('Enter');
    const dialog = app.getByRole('dialog', { name: 'Choose the field of a value' });
    const automatic = dialog.getByRole('radio', { name: 'Automatic' });
    await expect(automatic).toBeVisible();
    await expect(async () => {
      await app.keyboard.press('Tab');
      await expect(automatic).toBeFocused({ timeout: 50 });
    }).toPass();
    await app.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: '/source/amount' })).toBeChecked();
    await tabTo(app, 'Unit', 'combobox');
    await tabTo(app, 'Use this field');
    await app.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(app.getByText(/the field that you chose/)).toBeVisible();
    await expect(app.getByRole('button', { name: 'Choose field for amount in' })).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(app.getByRole('button', { name: 'Show source fields' })).toHaveCount(0);
  });

  await test.step('at 200 and 400 % zoom: a row is left to, and nothing is covered', async () => {
    const row = app.getByRole('link', { name: '1,250.50 USD' });
    await app.setViewportSize({ width: 640, height: 512 });
    await row.press('Enter');
    await expect(app.getByRole('button', { name: 'Back to Payouts' })).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(row).toBeFocused();

    await app.setViewportSize({ width: 320, height: 256 });
    const whole = { ratio: 1 };
    await screens.link('Payouts').focus();
    await expect(screens.link('Payouts')).toBeInViewport(whole);
    await tabTo(app, /^State/);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('checkbox', { name: /^Successful/ })).toBeInViewport(whole);
    await app.keyboard.press('Escape');
    await goTo(app, 'New virtual account');
    await tabTo(app, 'Review');
    await app.keyboard.press('Enter');
    const wrong = app.getByLabel('Customer', { exact: true });
    await expect(wrong).toBeFocused();
    await expect.poll(() => wrong.evaluate(isUncovered)).toBe(true);
    await app.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('notices are chosen', async () => {
    await goTo(app, 'Notices');
    await tabTo(app, 'Failed payouts', 'checkbox');
    await app.keyboard.press('Space');
    await tabTo(app, 'Save notices');
    await app.keyboard.press('Enter');
    const form = app.getByRole('form', { name: 'Notices' });
    await expect(form.getByRole('status')).toHaveText('Saved');
    await expect(form.getByRole('checkbox', { name: 'Failed payouts' })).toBeChecked();
    await expect(form.getByRole('button', { name: 'Save notices' })).toBeFocused();
  });
});
