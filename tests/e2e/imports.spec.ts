import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import papa from 'papaparse';
import { z } from 'zod';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { exportList } from './support/export-list.ts';
import { openOnHosted } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { test as base, openSshTunnel } from './support/public-side.ts';
import { wallet } from './support/samples.ts';
import { moveKyc } from './support/timeline-story.ts';

const test = base.extend(openOnHosted);

const made = z.looseObject({ id: z.string() });

/** Published: no money is under it. */
const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Gives a text in one of the forms, and has it read. */
async function give(page: Page, form: 'IDs' | 'JSON' | 'CSV', text: string): Promise<void> {
  await page.getByRole('radiogroup').getByText(form, { exact: true }).click();
  await page.getByRole('textbox', { name: form, exact: true }).fill(text);
  await page.getByRole('button', { name: 'Preview' }).click();
}

async function keep(page: Page, button: string, then: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('marked unconfirmed.')).toBeVisible();
  await page.getByRole('link', { name: then }).click();
}

async function downloaded(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportList(page)]);
  const text = await readFile(await download.path(), 'utf8');
  const { data } = papa.parse<Record<string, string>>(text.trim(), { header: true });
  return { name: download.suggestedFilename(), rows: data };
}

test('what exists elsewhere is brought, annotated, completed by deliveries, and taken out as a list', async ({
  app,
  screens,
  service,
  publicSide,
}) => {
  // Made elsewhere, before anything here could hear of it.
  const input = { type: 'individual', email: 'ada@example.com' };
  const { id: ada } = made.parse(await service.call('POST', '/v2/customer', input));
  const account = made.parse(
    await service.call('POST', '/v2/virtual-account', {
      customerId: ada,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: wallet,
      integratorBpsFee: '40',
    }),
  );

  await test.step('a customer by its id, by keyboard alone', async () => {
    await screens.go('Customers');
    await tabTo(app, 'Import');
    await app.keyboard.press('Enter');
    await expect(screens.heading('Import records')).toBeVisible();
    await tabTo(app, 'IDs', 'textbox');
    await app.keyboard.type(`${ada}\nwallet_1`);
    await tabTo(app, 'Preview');
    await app.keyboard.press('Enter');
    await expect(part(app, 'Rows that can’t be imported')).toContainText(
      '“wallet_1” is not the ID of a customer',
    );
    await expectAccessible(app, 'looking at what was given');
    await tabTo(app, 'Import 1 record');
    await app.keyboard.press('Enter');
    await expect(app.getByText('1 record imported')).toBeVisible();
    await app.getByRole('link', { name: 'Go to customers' }).click();
    await expect(app.getByRole('row').filter({ hasText: 'unconfirmed' })).toHaveCount(1);
  });

  await test.step('its account as JSON, a table, and what is refused', async () => {
    await screens.go('Virtual accounts');
    await app.getByRole('button', { name: 'Import' }).first().click();
    await give(app, 'JSON', JSON.stringify({ id: 'virtualAccount_x', note: privateKey }));
    await expect(app.getByRole('alert')).toContainText('looks like a private key');
    await expect(app.getByRole('textbox', { name: 'JSON', exact: true })).toHaveValue('');
    await give(
      app,
      'JSON',
      JSON.stringify({ data: { virtualAccount: { ...account, customerId: ada } } }),
    );
    await keep(app, 'Import 1 record', 'Go to virtual accounts');
    await expect(app.getByRole('row').filter({ hasText: 'USD → USDC' })).toContainText(
      'unconfirmed',
    );

    await screens.go('Customers');
    await app.getByRole('button', { name: 'Import' }).first().click();
    const table = [
      ['Customer ID', 'e-mail', 'First name', 'Remarks'],
      ['customer_bea', 'bea@example.com', '=Bea', 'x'],
      ['customer_cem', 'not an email', 'Cem', ''],
      [ada, 'ada@example.com', '', ''],
    ];
    await give(app, 'CSV', papa.unparse(table));
    await expect(part(app, 'Rows that can’t be imported')).toContainText(
      '3e-mailEnter an email address',
    );
    await expect(app.getByRole('combobox', { name: 'Field for column Remarks' })).toHaveValue('');
    await keep(app, 'Import 2 records', 'Go to customers');
    await expect(screens.heading('Customers')).toHaveText('Customers · 2');
  });

  await test.step('notes with their history, a label and a reference, found from the list', async () => {
    await app.getByRole('link', { name: /^ada@/ }).click();
    const written = part(app, 'Notes and labels');
    const labels = written
      .getByRole('combobox', { name: 'Labels' })
      .or(written.getByLabel('Labels'));
    await labels.first().fill('VIP');
    await labels.first().press('Enter');
    await expect(written.getByText('VIP', { exact: true })).toBeVisible();
    await written.getByLabel('Your reference').fill('K-1001');
    await written.getByLabel('Your reference').press('Enter');
    await written.getByLabel('New note').fill(privateKey);
    await written.getByRole('button', { name: 'Add note' }).click();
    await expect(written).toContainText('nothing was saved');
    await written.getByLabel('New note').fill('Speaks Portuguese');
    await written.getByRole('button', { name: 'Add note' }).click();
    await expect(written.getByLabel('New note')).toHaveValue('');
    await written.getByRole('button', { name: /^Edit note/ }).click();
    await written
      .getByRole('textbox', { name: 'Note', exact: true })
      .fill('Speaks Portuguese, and Greek');
    await written.getByRole('button', { name: 'Save note' }).click();
    await written.getByText('1 earlier version').click();
    await expect(written.getByRole('listitem').first()).toContainText('and Greek');
    await expectAccessible(app, 'a customer with notes');
    await app.getByRole('button', { name: 'Close' }).click();
    await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('greek');
    await expect(screens.customers.row('ada@example.com')).toContainText('VIP');
    await expect(app.getByText('1 of 2')).toBeVisible();
    await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('');
    await expect(app.getByText('1 of 2')).toBeHidden();
  });

  const queue = async (group: string): Promise<Locator> => {
    await screens.go('Customers');
    await app.getByRole('link', { name: 'Onboarding', exact: true }).click();
    await app.getByRole('link', { name: new RegExp(`^${group}`) }).click();
    return app
      .getByRole('table', { name: `Customers: ${group}` })
      .getByRole('link', { name: 'ada@example.com' });
  };

  await test.step('the queue: waiting on us, then on the customer, on review, and ready', async () => {
    await expect(await queue('Waiting on us')).toBeVisible();
    await screens.go('Webhooks');
    await openSshTunnel(app, publicSide);
    await screens.webhooks.create({ Name: 'Treasury desk' });
    await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
    await service.control('POST', `/customers/${ada}/terms`, { to: 'pending' });
    await expect(await queue('Waiting on the customer')).toBeVisible();
    await expectAccessible(app, 'the queue');
    await app.setViewportSize({ width: 420, height: 900 });
    await expectNoSidewaysScroll(app, 'the queue, narrow');
    await app.setViewportSize({ width: 1280, height: 800 });
    await service.control('POST', `/customers/${ada}/terms`, { to: 'successful' });
    await moveKyc(service, ada, 'pending');
    await expect(await queue('In review')).toBeVisible();
    await moveKyc(service, ada, 'successful');
    const ready = await queue('Ready');
    await expect(ready).toBeVisible();
    await ready.click();
    const today = part(app, 'Can this customer get an account today?');
    await expect(today).toContainText('Yes, verification is complete');
    await expect(part(app, 'Unconfirmed')).toHaveCount(0);
    await expect(part(app, 'Sources')).toContainText('Imported');
  });

  await test.step('lists as files hold what the screen counts', async () => {
    await screens.go('Customers');
    const all = await downloaded(app);
    expect(all.name).toMatch(/^SANDBOX-customers-\d{8}-\d{6}Z\.csv$/);
    expect(all.rows).toHaveLength(2);
    expect(all.rows.find((row) => row['customer ID'] === ada)).toMatchObject({
      labels: 'VIP',
      'your reference': 'K-1001',
      'record unconfirmed': 'no',
      'virtual accounts': '1',
    });
    expect(all.rows.find((row) => row['customer ID'] === 'customer_bea')?.['name']).toBe("'=Bea");
    await app.getByRole('combobox', { name: 'Label' }).selectOption('VIP');
    await expect(app.getByText('1 of 2')).toBeVisible();
    expect((await downloaded(app)).rows).toHaveLength(1);
  });
});
