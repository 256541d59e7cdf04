import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { ada } from './support/samples.ts';
import { seedCustomers } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

test('what is still needed of a customer, and of a whole group, is a text to copy', async ({
  app,
  own,
  screens,
}) => {
  await screens.customers.create(ada);
  const detail = screens.customers.detail('Ada Byron');
  await app.setViewportSize({ width: 420, height: 900 });
  const words = detail.getByText('Prepare message…');
  await expect.poll(() => words.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await app.setViewportSize({ width: 1280, height: 720 });
  await detail.getByRole('button', { name: 'Prepare message…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Messages to customers' });
  const text = dialog.getByRole('article', { name: 'Ada Byron' });
  await expect(text).toContainText('Dear Ada Byron,');
  await expect(text).toContainText('we still need the following from you:');
  await expect(text).toContainText('- Photo ID');
  await expect(text).not.toContainText('@');
  await expectAccessible(app, 'a message');
  await app.keyboard.press('Escape');

  await screens.customers.create({
    Email: 'hedy@example.com',
    'First name': 'Hedy',
    'Last name': 'Lamarr',
  });
  await expect(screens.customers.detail('Hedy Lamarr')).toBeVisible();
  await screens.go('Customers');
  await app.getByRole('link', { name: 'Onboarding', exact: true }).click();
  await app.getByRole('link', { name: /^Waiting on the customer/ }).click();
  await app.getByRole('button', { name: 'Prepare messages…' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy all 2 messages' })).toBeVisible();
  await expect(dialog.getByText('To 2 customers:')).toBeVisible();
  await expect(dialog.getByRole('article')).toHaveText([/^Ada Byron/, /^Hedy Lamarr/]);
  await expectAccessible(app, 'messages of a group');
  await app.keyboard.press('Escape');

  const more = Array.from({ length: 51 }, (_, index) => ({
    type: 'individual' as const,
    email: `p${index}@example.com`,
  }));
  await seedCustomers(await own.process().freshLink(), more);
  await app.getByRole('button', { name: 'Prepare messages…' }).click();
  await expect(dialog.getByText('Customers 1 to 50 of 53')).toBeVisible();
  await dialog.getByRole('button', { name: 'Prepare all 53 messages' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy all 53 messages' })).toBeEnabled();
});
