import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import papa from 'papaparse';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { boxAtRest } from './support/pointer.ts';
import { openBridge, seedVirtualAccounts } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Id of the one that is open. */
const reconciliation = (page: Page): string =>
  /\/reconcile\/one\/(\w+)/.exec(page.url())?.[1] ?? '';

test('a bank statement is matched with payouts, decided by a person and exported', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  const link = () => own.process().freshLink();
  const [account = ''] = await seedVirtualAccounts(await link(), [['Ada', 'Byron']]);
  const other = await openBridge(await link());
  const { profileId } = await other.bridge.connection.get();
  const deposit = async (amount: string) => {
    const input = { profileId, virtualAccountId: account, amount, until: 'successful' } as const;
    const { id } = await other.bridge.sandboxControls.payIn(input);
    return id;
  };
  const { depositInstructions } = await other.bridge.virtualAccounts.get({ id: account });
  const number =
    depositInstructions.find(({ field }) => field === 'bankAccountNumber')?.value ?? '';
  const ofReference = await deposit('12500.75');
  await deposit('980');
  await deposit('61.25');
  await deposit('61.25');
  await deposit('3.5');
  const today = new Date().toISOString().slice(0, 10);
  const rows = [
    'Booked,Sum,Currency,Details,Account number',
    `${today},"12,500.75",USD,Deposit ${ofReference},`,
    `${today},980.00,USD,Wire,${number}`,
    `${today},61.25,USD,Wire without reference,`,
    `${today},77.00,USD,Own transfer,`,
    `${today},-12.00,USD,Bank fee,`,
  ];

  let draft = '';
  await test.step('the file is recognised, and asks what a column is', async () => {
    await screens.go('Reconcile');
    await expect(app.getByText('No reconciliations yet')).toBeVisible();
    await app.getByRole('button', { name: 'New reconciliation' }).first().click();
    await app.getByLabel('Choose a file').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    });
    await expect(app.getByText('CSV, 5 lines')).toBeVisible();
    const start = app.getByRole('button', { name: 'Match with payouts' });
    await expect(start).toBeDisabled();
    await app.getByLabel('Field for column Booked').selectOption('Date');
    await app.getByLabel('Field for column Sum').selectOption('Amount');
    await expectAccessible(app, 'columns of a statement');
    await expectNoSidewaysScroll(app, 'columns of a statement');
    draft = new URL(app.url()).hash;
    await start.click();
  });

  const lines = app.getByRole('table', { name: 'Lines' });
  const outdated = app.getByText('A decision was undone after these lines were matched');
  const part = (name: RegExp) =>
    app
      .getByRole('navigation', { name: 'Parts of the reconciliation' })
      .getByRole('link', { name });
  await test.step('matches say why', async () => {
    await expect(part(/^Matched 2/)).toBeVisible();
    await expect(part(/^Ambiguous 1/)).toBeVisible();
    await expect(lines).toContainText('The line names the payout ID');
    await expect(lines).toContainText('Same deposit account');
    await expect(app.getByLabel('Totals')).toContainText('13,480.75 USD');
    await expectAccessible(app, 'lines of a statement');
    await expectNoSidewaysScroll(app, 'lines of a statement');
  });

  await test.step('a row does not move under the pointer while others leave the list', async () => {
    const wire = lines.getByRole('row', { name: /Wire/ });
    await wire.hover();
    const place = await boxAtRest(wire);
    const id = reconciliation(app);
    const asked = { id, states: ['certain' as const], search: '', offset: 0, limit: 10 };
    const { rows: certain } = await other.bridge.reconcile.lines(asked);
    const first = certain.find(({ payout }) => payout?.id === ofReference);
    const rows = [{ row: first?.row ?? 0, payoutId: ofReference }];
    await other.bridge.reconcile.confirm({ id, profileId, knownAt: null, rows });
    const changed = app.getByRole('button', { name: 'List changed' });
    await expect(changed).toBeVisible();
    await expect(lines.getByRole('row')).toHaveCount(3);
    expect(await boxAtRest(wire)).toEqual(place);
    await app.mouse.down();
    await app.mouse.up();
    await expect(app.getByRole('region', { name: /^980/ })).toBeVisible();
    await app.getByRole('button', { name: 'Close', exact: true }).click();
    // The pointer has left, so the list is the newest again.
    await expect(lines.getByRole('row')).toHaveCount(2);
    await expect(changed).toBeHidden();
  });

  await test.step('certain ones are confirmed together', async () => {
    await app.getByRole('button', { name: 'Confirm 1 certain' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Confirm matches' }).click();
    await expect(part(/^Decided 2/)).toBeVisible();
  });

  await test.step('a payout says which line was confirmed for it, and leads back', async () => {
    await part(/^Decided 2/).click();
    // What is clicked before they are all there may be another line by then.
    await expect(lines.getByRole('row')).toHaveCount(3);
    await expect(lines.getByRole('row').nth(1)).toContainText('12,500.75');
    await lines.getByRole('row', { name: /Wire/ }).getByRole('link').click();
    // The row is a link that has the name too: what is meant is the line's own.
    const line = app.getByRole('region', { name: /^980/ });
    await line.getByRole('link', { name: 'Ada Byron' }).click();
    await app.getByRole('link', { name: 'november.csv, line 3' }).click();
    await expect(app.getByText('Same deposit account').last()).toBeVisible();
    await app.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('a person chooses among payouts that fit alike', async () => {
    await part(/^Ambiguous 1/).click();
    await lines
      .getByRole('row', { name: /Wire without reference/ })
      .getByRole('link')
      .click();
    await expect(app.getByText('Payouts that fit')).toBeVisible();
    await app.getByRole('button', { name: 'Choose this payout' }).first().click();
    await app.getByRole('dialog').getByRole('button', { name: 'Confirm payout' }).click();
    await expect(app.getByText('A person chose this payout.')).toBeVisible();
  });

  await test.step('a line without a payout is marked with a note, and taken back', async () => {
    await part(/^Unmatched 1/).click();
    await lines
      .getByRole('row', { name: /Own transfer/ })
      .getByRole('link')
      .click();
    await expect(app.getByText('No payout has this amount and currency.').first()).toBeVisible();
    await app.getByRole('button', { name: 'No payout…' }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('Note').fill('Own transfer');
    await dialog.getByRole('button', { name: 'Mark as no payout' }).click();
    await expect(part(/^Decided 4/)).toBeVisible();
    await app.getByRole('button', { name: 'Undo' }).click();
    await expect(part(/^Unmatched 1/)).toBeVisible();
    await expect(outdated).toBeVisible();
  });

  await test.step('payouts without a line, later payouts, and the export', async () => {
    await part(/^Payouts without a line/).click();
    await expect(app.getByRole('table', { name: 'Payouts without a line' })).toContainText(
      '61.25 USD',
    );
    await expect(app.getByLabel('Totals')).toContainText('64.75 USD');
    await expect(
      app.getByRole('cell', { name: 'Successful' }).first().locator('svg'),
    ).toBeVisible();
    await deposit('77');
    await expect(app.getByLabel('Totals')).toContainText('141.75 USD');
    await app.getByRole('button', { name: 'Match again' }).click();
    await expect(part(/^Matched 1/)).toBeVisible();
    await expect(outdated).toBeHidden();
    const downloading = app.waitForEvent('download');
    await app.getByRole('button', { name: 'Export (CSV)' }).press('Enter');
    const text = await readFile(await (await downloading).path(), 'utf8');
    const exported = papa.parse<Record<string, string>>(text.slice(1).trim(), {
      header: true,
    }).data;
    expect(exported.map((row) => row['State'])).toEqual([
      'Confirmed',
      'Confirmed',
      'Confirmed',
      'Matched, likely',
      'Money out',
      'Payout without a line',
      'Payout without a line',
    ]);
    expect(exported[0]).toMatchObject({ 'Payout ID': ofReference, Amount: '12500.75' });
  });

  await test.step('a file that is gone says how to go on', async () => {
    await app.evaluate((to) => {
      location.hash = to;
    }, draft);
    await expect(app.getByText('This file is no longer in memory')).toBeVisible();
    await expect(app.getByText('What it is compared with')).toBeHidden();
    await app.getByRole('link', { name: 'Choose file again' }).click();
    await expect(app.getByLabel('Choose a file')).toBeAttached();
  });
  other.close();
});
