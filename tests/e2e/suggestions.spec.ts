import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';

test.use({ startArguments: ['--ephemeral'] });

test('countries and kinds of tax numbers are suggested, and anything else may be typed', async ({
  app,
  screens,
}) => {
  await screens.customers.startNew();
  const country = screens.customers.field('Country');
  await country.pressSequentially('switz');
  const options = app.getByRole('listbox', { name: 'Country' }).getByRole('option');
  await expect(options).toHaveText(['CHSwitzerland']);
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(country).toHaveValue('CH');
  await expect(options).toHaveCount(0);

  const taxType = screens.customers.field('Tax identification number type');
  await taxType.click();
  await app.getByRole('option', { name: /^EIN/ }).click();
  await expect(taxType).toHaveValue('EIN');

  await country.fill('Atlantis');
  await taxType.fill('Guild number');
  await screens.customers.fill({ 'Last name': 'Free' });
  await screens.customers.createButton().click();
  const detail = screens.customers.detail('Free');
  await expect(detail).toContainText('Atlantis');
  await expect(detail).toContainText('Guild number');
});
