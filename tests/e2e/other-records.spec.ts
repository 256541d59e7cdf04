import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { exportList } from './support/export-list.ts';
import { test } from './support/fixtures.ts';
import { ada } from './support/samples.ts';

test.use({ startArguments: ['--ephemeral'] });

test('wallets, addresses and payment links, out of their events, and back to them', async ({
  app,
  screens,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  const customer = new URL(app.url()).hash.split('/').at(-1) ?? '';
  await screens.go('Other records');
  await expect(app.getByText('No wallets yet')).toBeVisible();
  await expectAccessible(app, 'no wallets');

  await screens.go('Sandbox');
  await app.getByRole('link', { name: 'Events', exact: true }).click();
  const trigger = async (name: string, resource: object) => {
    await app.getByRole('combobox', { name: 'Event name' }).fill(name);
    await app.getByLabel('Resource as JSON').fill(JSON.stringify(resource));
    await app.getByRole('button', { name: 'Trigger event' }).click();
    await expect(app.getByText('1 event triggered')).toBeVisible();
  };
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  await trigger('wallet.create', {
    id: 'wallet_e2e1',
    nickname: 'Treasury desk',
    address,
    network: 'base',
    customer,
    tier: { level: '=7' },
  });
  await trigger('address.create', { id: 'address_e2e1', line1: '12 Arcade', customer });
  await trigger('paymentLink.create', { id: 'paymentLink_e2e1', name: 'Shop', start: null });

  await screens.go('Other records');
  // A saved view of one kind is shown from another one.
  await app.getByRole('textbox', { name: /^Search address/ }).fill('desk');
  await app.getByRole('button', { name: 'Views' }).click();
  await app.getByRole('textbox', { name: 'View name' }).fill('Desk');
  await app.getByRole('button', { name: 'Save view' }).click();
  await expect(app.getByRole('button', { name: 'Show view Desk' })).toBeVisible();
  await app.keyboard.press('Escape');
  await app.getByRole('textbox', { name: /^Search address/ }).fill('');
  await app.getByRole('link', { name: /^Addresses/ }).click();
  await app.getByRole('button', { name: 'Views' }).click();
  await app.getByRole('button', { name: 'Show view Desk' }).click();
  await expect(app.getByRole('textbox', { name: /^Search address/ })).toHaveValue('desk');
  const row = app.getByRole('table', { name: 'Wallets' }).getByRole('row', { name: /Treasury/ });
  await expect(row).toContainText('Ada Byron');
  await expect(row).toContainText('Created');
  await app.getByRole('textbox', { name: /^Search address/ }).fill('desk');
  await row.getByRole('link').first().click();
  const detail = app.getByRole('region', { name: 'Treasury desk', exact: true });
  await expect(detail.getByText('tier.level')).toBeVisible();
  await expect(detail.getByText('12 Arcade')).toHaveCount(0);
  await expectAccessible(app, 'a wallet');
  await expectNoSidewaysScroll(app, 'a wallet');

  // To its event, and back to the record.
  await detail.getByRole('link', { name: 'wallet.create' }).click();
  await expect(app).toHaveURL(/#\/timeline\/event_/);
  await app
    .getByRole('region', { name: 'wallet.create' })
    .getByRole('link', { name: 'Record' })
    .click();
  await expect(detail).toBeVisible();

  const downloading = app.waitForEvent('download');
  await exportList(app);
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain('"wallet_e2e1","Treasury desk"');

  await app.getByRole('link', { name: /^Payment links/ }).click();
  await expect(app.getByRole('table', { name: 'Payment links' })).toContainText('Shop');

  // From the customer, and by the palette.
  await app.goto(`${app.url().split('#')[0]}#/customers/${customer}`);
  const ofCustomer = app.getByRole('region', { name: 'Other records · 2' });
  await expect(ofCustomer.getByRole('link')).toHaveCount(2);
  await app.keyboard.press('ControlOrMeta+k');
  const box = app.getByRole('combobox', { name: 'Search screens, actions and records' });
  await box.fill('arcade');
  await expect(
    app.getByRole('listbox', { name: 'Results' }).getByRole('option').first(),
  ).toContainText('Ada Byron');
  await app.keyboard.press('Enter');
  await expect(app).toHaveURL(/#\/other-records\/addresses\/address_e2e1$/);
  await expect(app.getByText('12 Arcade')).toBeVisible();
});
