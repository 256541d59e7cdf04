import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';

test.use({ startArguments: ['--ephemeral'] });

test('a country is chosen by its name, tax numbers are suggested, and anything else may be typed', async ({
  app,
  screens,
}) => {
  await screens.customers.startNew();
  const country = screens.customers.field('Country');
  await country.focus();
  await app.keyboard.type('switz');
  await expect(country).toHaveValue('CH');
  await expect(country.locator('option').last()).toHaveText('Other…');

  const taxType = screens.customers.field('Tax identification number type');
  await taxType.click();
  await app.getByRole('option', { name: /^EIN/ }).click();
  await expect(taxType).toHaveValue('EIN');

  await country.selectOption('Other…');
  await app.getByLabel('Country code').fill('Atlantis');
  await taxType.fill('Guild number');
  await screens.customers.fill({ 'Last name': 'Free' });
  await screens.customers.createButton().click();
  const detail = screens.customers.detail('Free');
  await expect(detail).toContainText('Atlantis');
  await expect(detail).toContainText('Guild number');
});
