import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import papa from 'papaparse';
import { z } from 'zod';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { exportList } from './support/export-list.ts';
import { openOnHosted } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import { test as base, openSshTunnel } from './support/public-side.ts';
import { openBridge, seedVirtualAccounts } from './support/seed.ts';

const test = base.extend(openOnHosted);

const paid = z.object({ payout: z.object({ id: z.string() }) });

async function deposit(
  service: HostedService,
  account: string,
  amount: string,
  until: string,
): Promise<string> {
  const path = `/virtual-accounts/${account}/deposits`;
  return paid.parse(await service.control('POST', path, { amount, until })).payout.id;
}

/** A payout whose amount stands where nobody would look for it. */
async function oddPayout(service: HostedService): Promise<void> {
  const webhookIds = (await service.list('webhooks')).map(({ id }) => id);
  const payout = { id: 'payout_odd1', ledgerEntry: { gross: '77.10' }, status: 'on_hold' };
  const odd = { name: 'payout.pending', data: { payout }, mock: false, webhookIds };
  await service.control('POST', '/events', odd);
}

/** The file that the list is exported to, as rows. */
async function exported(app: Page): Promise<Record<string, string>[]> {
  const downloading = app.waitForEvent('download');
  await exportList(app);
  const text = await readFile(await (await downloading).path(), 'utf8');
  return papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
}

test('the money that moved: listed, summed, filtered, explained and exported', {
  tag: '@browser',
}, async ({ own, app, screens, service, publicSide }) => {
  const { payouts, timeline } = screens;
  await screens.go('Payouts');
  await expect(app.getByText('No payouts yet')).toBeVisible();
  await openSshTunnel(app, publicSide);
  await screens.webhooks.create({ Name: 'Treasury' });
  await expect(screens.webhooks.detail('Treasury')).toBeVisible();
  const [ofAda = '', ofHedy = ''] = await seedVirtualAccounts(await own.process().freshLink(), [
    ['Ada', 'Byron'],
    ['Hedy', 'Lamarr'],
  ]);
  await deposit(service, ofAda, '12500.75', 'successful');
  const open = await deposit(service, ofAda, '1250.00', 'processing');
  await deposit(service, ofAda, '400.5', 'failed');
  await deposit(service, ofHedy, '980.00', 'pending');
  await deposit(service, ofHedy, '300', 'refunded');
  await oddPayout(service);

  await test.step('every payout, its state and what it sums up to', async () => {
    await screens.go('Payouts');
    await expect(screens.heading('Payouts')).toHaveText('Payouts · 6');
    await expect(payouts.rows()).toHaveCount(6);
    await expect(payouts.row('12,500.75 USD')).toContainText('Ada Byron');
    await expect(payouts.row('12,500.75 USD')).toContainText('Successful');
    await expect(payouts.row('12,500.75 USD')).toContainText('USDC');
    await expect(payouts.row('1,250.00 USD')).toContainText('Processing for < 1 min');
    await expect(payouts.row('No amount')).toContainText('not known');
    await expect(payouts.totals()).toContainText('Received300.00 EUR14,151.25 USD');
    await expect(payouts.totals()).toContainText(
      'Failed, cancelled or refunded300.00 EUR400.50 USD',
    );
    await expect(payouts.totals()).toContainText('1 without an amount');
    await expectAccessible(app, 'payouts');
  });

  await test.step('filters stand in the address, and are saved under a name', async () => {
    await payouts.menu('State').click();
    await app.getByRole('checkbox', { name: 'Failed' }).check();
    await payouts.escape('State');
    await expect(payouts.rows()).toHaveCount(1);
    await expect(payouts.totals()).toContainText('400.50 USD');
    await expect(app).toHaveURL(/#\/payouts\?state=failed$/);
    await app.reload();
    await expect(payouts.rows()).toHaveCount(1);
    await payouts.menu('Views').click();
    await app.getByLabel('View name').fill('Failed ones');
    await app.getByRole('button', { name: 'Save view' }).click();
    await expect(app.getByRole('button', { name: 'Show view Failed ones' })).toBeVisible();
    // The button that was pressed lost the focus while it was busy.
    await app.getByLabel('View name').focus();
    await payouts.escape('Views');
    await app.getByRole('button', { name: 'Clear all' }).click();
    await expect(payouts.rows()).toHaveCount(6);
    await payouts.menu('Views').click();
    await app.getByRole('button', { name: 'Show view Failed ones' }).click();
    await expect(payouts.rows()).toHaveCount(1);
    await payouts.chips().click();

    await payouts.search().fill('lamarr');
    await expect(payouts.rows()).toHaveCount(2);
    await payouts.menu('More').click();
    await app.getByLabel('Currency in').selectOption('USD');
    await payouts.escape('More');
    await expect(app.getByText('No matches')).toBeVisible();
    await app.getByRole('button', { name: 'Clear search and filters' }).click();
    await app.getByRole('button', { name: '1 without an amount' }).first().click();
    await expect(payouts.rows()).toHaveCount(1);
    await expect(payouts.chips()).toContainText(['Pending', 'No amount in']);
    await app.getByRole('button', { name: 'Clear all' }).click();
    await payouts.table().getByRole('button', { name: 'Amount in' }).click();
    await expect(app).toHaveURL(/sort=amountIn&order=ascending/);
    await expect(payouts.rows().getByRole('link')).toHaveText([
      '300.00 EUR',
      '980.00 EUR',
      '400.50 USD',
      '1,250.00 USD',
      '12,500.75 USD',
      'No amount',
    ]);
  });

  await test.step('what moved today leads to them, and flags and deposits narrow them', async () => {
    await screens.go('Overview');
    const moved = app.getByRole('region', { name: 'What moved' });
    await expect(moved.getByRole('row', { name: /^Received/ })).toContainText('4 deposits');
    await expect(moved.getByRole('link', { name: /^Payouts paid out/ })).toContainText('1');
    await moved.getByRole('switch', { name: 'Show as table' }).check();
    const bars = moved.getByRole('table', { name: 'Deposits received' });
    await expect(bars).toContainText('14,151.25 USD');
    await expectAccessible(app, 'what moved');
    await moved.getByRole('switch', { name: 'Show as table' }).uncheck();
    await moved.getByRole('link', { name: /^Deposits received/ }).click();
    await expect(payouts.rows()).toHaveCount(4);
    await expect(payouts.chips()).toContainText([
      /^Deposit arrived: From/,
      /^Deposit arrived: Before/,
    ]);
    await app.getByRole('button', { name: 'Clear all' }).click();
    await payouts.menu('More').click();
    await app.getByLabel('Deposit', { exact: true }).selectOption('No deposit reported');
    await app.getByLabel('Flag', { exact: true }).selectOption('States not received');
    await payouts.escape('More');
    await expect(payouts.rows()).toHaveCount(1);
    await expect(payouts.row('No amount')).toBeVisible();
    await app.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('one payout: amounts, lifecycle, sources, and its events', async () => {
    await payouts.row('1,250.00 USD').getByRole('link').click();
    const detail = app.getByRole('region', { name: /^1,250\.00 USD → [\d,.]+ USDC$/ });
    await expect(detail).toContainText(open);
    await expect(detail).toContainText('Possible next states: Successful, Failed');
    await expect(payouts.fact(detail, 'Customer')).toContainText('Ada Byron');
    await expect(payouts.fact(detail, 'Transaction')).toHaveText('Not found');
    await expect(detail.getByText('Read from /source/amount')).toHaveCount(0);
    await detail.getByRole('button', { name: 'Show source fields' }).click();
    await expect(payouts.fact(detail, 'Amount in')).toContainText('Read from /source/amount');
    await expectAccessible(app, 'a payout');
    await detail.getByRole('textbox', { name: 'New note' }).fill('Asked the bank.');
    await detail.getByRole('button', { name: 'Add note' }).click();
    await expect(detail.getByText('Asked the bank.')).toBeVisible();
    for (const width of [700, 1000, 1440]) {
      await app.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(app, `a payout at ${width}`);
    }

    await detail.getByRole('link', { name: 'Show in timeline' }).click();
    await expect(timeline.rows()).toHaveCount(4);
    await timeline.open('payout.processing');
    const event = timeline.detail('payout.processing');
    await event.getByRole('link', { name: /^1,250\.00 USD → / }).click();
    await expect(detail).toBeVisible();
    await payouts.fact(detail, 'Customer').getByRole('link', { name: 'Ada Byron' }).click();
    const customer = screens.customers.detail('Ada Byron');
    await expect(customer.getByRole('heading', { name: 'Payouts · 3' })).toBeVisible();
    await expect(customer).toContainText('14,151.25 USD');
    await customer.getByRole('link', { name: 'Show in payouts' }).click();
    await expect(payouts.rows()).toHaveCount(3);
    await app.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('what was not found is said, and a person says which field it is', async () => {
    await payouts.row('No amount').getByRole('link').click();
    const detail = payouts.detail('Payout');
    await expect(detail.getByRole('note')).toContainText('amount in');
    await detail.getByRole('note').getByRole('button', { name: 'Choose field…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Choose the field of a value' });
    await expect(dialog.getByRole('radio', { name: '/source/amount' })).toBeVisible();
    await dialog.getByRole('radio', { name: '/ledgerEntry/gross' }).check();
    await expect(dialog).toContainText('77.10');
    await dialog
      .getByLabel('Unit')
      .selectOption({ label: 'Minor unit: 1250 with 2 decimals means 12.50' });
    await expect(dialog).toContainText('77.10 is not a whole number of minor units');
    await expectAccessible(app, 'choosing a field');
    await dialog.getByLabel('Unit').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Use this field' }).click();
    await expect(dialog).toBeHidden();
    const chosen = payouts.detail('77.10 → No amount');
    await expect(chosen).toBeVisible();
    await expect(payouts.totals()).toContainText('4 without an amount');

    await chosen.getByRole('button', { name: 'Show source fields' }).click();
    await expect(payouts.fact(chosen, 'Amount in')).toContainText('the field that you chose');
    await chosen.getByRole('button', { name: 'Choose field for amount in' }).click();
    await dialog.getByRole('radio', { name: 'Automatic' }).check();
    await dialog.getByRole('button', { name: 'Use likely names' }).click();
    await expect(payouts.totals()).toContainText('14,151.25 USD');
    await app.keyboard.press('Escape');
  });

  await test.step('what is filtered is exported', async () => {
    await payouts.search().fill('Byron');
    await expect(payouts.rows()).toHaveCount(3);
    const rows = await exported(app);
    expect(rows.map((row) => row['amount in']).toSorted()).toEqual([
      '1250.00',
      '12500.75',
      '400.5',
    ]);
    expect(rows.every((row) => row['customer name'] === 'Ada Byron')).toBe(true);
  });

  await test.step('of the past, later payouts are hidden', async () => {
    const { bridge, close } = await openBridge(await own.process().freshLink());
    const { rows } = await bridge.payouts.list({ sort: 'created', direction: 'ascending' });
    const before = new Date(Date.parse(rows[0]?.firstLearnedAt ?? '') - 1).toISOString();
    expect((await bridge.payouts.list({ knownAt: before })).known).toBe(0);
    close();
  });
});
