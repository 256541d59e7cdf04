import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import papa from 'papaparse';
import { readPdf, textOf } from '../../src/main/core/pdf/testing/read-pdf.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { openBridge, seedVirtualAccounts } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

/** What the program in a pack says of it, or of a changed copy, under plain Node. */
async function verified(zip: Buffer, folder: string): Promise<string> {
  const pack = `${folder}/pack.zip`;
  const program = `${folder}/verify.mjs`;
  await writeFile(program, unzipSync(zip)['verify.mjs'] ?? '');
  const run = () => spawnSync(process.execPath, [program, pack], { encoding: 'utf8' });
  await writeFile(pack, zip);
  const intact = run();
  expect(intact.status, intact.stdout).toBe(0);
  const changed = Buffer.from(zip);
  changed.write('C', changed.indexOf('createCustomer'));
  await writeFile(pack, changed);
  expect(run()).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('DOES NOT FIT: requests.jsonl: '),
  });
  return intact.stdout;
}

/** The file that a button makes, fetched by the page itself. */
async function made(
  app: Page,
  name: string,
  role: 'button' | 'menuitem' = 'button',
): Promise<{ bytes: Buffer; name: string }> {
  const downloading = app.waitForEvent('download');
  await app.getByRole(role, { name }).press('Enter');
  const download = await downloading;
  return { bytes: await readFile(await download.path()), name: download.suggestedFilename() };
}

test(
  'statements of a customer and of a virtual account, as PDF and CSV',
  {
    tag: '@browser',
  },
  async ({ own, app, screens }, info) => {
    const shoot = async (what: string): Promise<void> => {
      await info.attach(what, { body: await app.screenshot(), contentType: 'image/png' });
    };
    const link = () => own.process().freshLink();
    const [ofAda = ''] = await seedVirtualAccounts(await link(), [
      ['Ada', 'Byron'],
      ['Hedy', 'Lamarr'],
    ]);
    const other = await openBridge(await link());
    const { profileId } = await other.bridge.connection.get();
    const deposit = (amount: string, until: 'successful' | 'failed') =>
      other.bridge.sandboxControls.payIn({ profileId, virtualAccountId: ofAda, amount, until });
    await deposit('12500.75', 'successful');
    await deposit('0.10', 'successful');
    await deposit('400.5', 'failed');

    await test.step('a customer is chosen, and the totals are shown', async () => {
      await screens.go('Reports');
      await expect(app.getByText('Choose a customer or virtual account')).toBeVisible();
      await expectAccessible(app, 'reports, empty');
      await shoot('empty');
      // With the keyboard alone, as the close below.
      await tabTo(app, 'Customer', 'combobox');
      await app.keyboard.type('Ada');
      await expect(app.getByRole('option', { name: /Ada Byron/ })).toBeVisible();
      await app.keyboard.press('ArrowDown');
      await app.keyboard.press('Enter');
      await expect(app.getByRole('heading', { name: '3 payouts' })).toBeVisible();
      const totals = app.getByLabel('Totals');
      await expect(totals).toContainText('Received12,901.35 USD');
      await expect(totals).toContainText('Failed, cancelled or refunded400.50 USD');
      await expect(app.getByRole('row', { name: /^Failed/ })).toContainText('400.50 USD');
      const listed = app.getByRole('table', { name: 'Payouts in the statement' });
      await expect(listed.getByRole('row')).toHaveCount(4);
      await expect(listed.getByRole('row').last()).toContainText('400.50 USD');
      await expectAccessible(app, 'statement');
      await expectNoSidewaysScroll(app, 'statement');
      await shoot('statement');
    });

    await test.step('the PDF and the CSV say the same', async () => {
      const { bytes, name } = await made(app, 'Make statement (PDF)');
      expect(name).toMatch(/^SANDBOX-statement-customer-\w+-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.pdf$/);
      const printed = (await readPdf(bytes)).map(textOf).join('\n');
      expect(printed).toContain('Statement\nAda Byron');
      expect(printed).toContain('SANDBOX: for testing only. No money moved.');
      expect(printed).toContain('Received\n3\n12,901.35 USD\n0\n0');
      const csv = await made(app, 'Make statement (CSV)');
      const rows = papa.parse<Record<string, string>>(csv.bytes.toString('utf8').slice(1).trim(), {
        header: true,
      }).data;
      expect(rows.map((row) => row['Amount in'])).toEqual(['12500.75', '0.10', '400.5']);
    });

    await test.step('a virtual account leads to its own statement, which stays after a reload', async () => {
      await screens.go('Virtual accounts');
      await app
        .getByRole('table', { name: 'Virtual accounts' })
        .getByRole('link', { name: 'Ada Byron' })
        .click();
      await app.getByRole('link', { name: 'Statement…' }).click();
      await expect(app.getByRole('heading', { name: '3 payouts' })).toBeVisible();
      await app.reload();
      await expect(app.getByRole('heading', { name: '3 payouts' })).toBeVisible();
      await app.getByText('Range', { exact: true }).click();
      await app.getByLabel('First day').fill('2020-01-01');
      await app.getByLabel('Last day').fill('2019-12-31');
      await expect(app.getByText('Enter a last day as YYYY-MM-DD')).toBeVisible();
      await app.getByLabel('Last day').fill('2020-01-31');
      await expect(app.getByText('No payout was created in this period.')).toBeVisible();
      await expectAccessible(app, 'statement of an account');
      await shoot('account');
    });

    await test.step('evidence packs of a customer and of a period are checked without Causeway', async () => {
      const folder = info.outputPath();
      await app.getByRole('link', { name: 'Evidence pack' }).click();
      await expectAccessible(app, 'evidence of a period');
      await expectNoSidewaysScroll(app, 'evidence of a period');
      await shoot('evidence of a period');
      const period = await made(app, 'Make evidence pack (ZIP)');
      expect(period.name).toMatch(/^SANDBOX-evidence-[\d-]+-masked\.zip$/);
      expect(period.bytes.toString('latin1')).not.toContain('Byron');
      expect(await verified(period.bytes, folder)).toContain('INTACT');

      await screens.go('Customers');
      await app.getByRole('link', { name: 'Ada Byron' }).click();
      await app.getByRole('button', { name: 'Evidence pack…' }).click();
      const dialog = app.getByRole('dialog', { name: 'Evidence pack' });
      await dialog.getByRole('radio', { name: 'Include' }).check();
      await expectAccessible(app, 'evidence of a customer');
      await shoot('evidence of a customer');
      const { bytes } = await made(app, 'Make evidence pack (ZIP)');
      expect(await verified(bytes, folder)).toContain('Evidence pack of: Customer customer_');
      const report = `${folder}/report.html`;
      await writeFile(report, unzipSync(bytes)['report.html'] ?? '');
      const page = await app.context().newPage();
      await page.goto(`file://${report}`);
      await expect(page.getByRole('heading', { name: 'Requests and responses' })).toBeVisible();
      await info.attach('report', { body: await page.screenshot(), contentType: 'image/png' });
      await page.close();
      await dialog.getByRole('button', { name: 'Close' }).click();

      await screens.go('Audit log');
      await app.getByRole('button', { name: 'Export' }).click();
      const log = await made(app, 'JSON Lines', 'menuitem');
      expect(log.name).toMatch(/^SANDBOX-audit-log-[\d-]+Z\.jsonl$/);
      await shoot('audit log');
      const check = async (lines: Buffer) => {
        const file = `${folder}/audit-log.jsonl`;
        await writeFile(file, lines);
        return spawnSync(process.execPath, [`${folder}/verify.mjs`, file], { encoding: 'utf8' });
      };
      expect(await check(log.bytes)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/Audit log of: .*, whole[\s\S]*INTACT/),
      });
      const text = log.bytes.toString('utf8');
      const dropped = Buffer.from(text.replace(/^.*"sequence":2,.*\n/m, ''));
      expect(await check(dropped)).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('DOES NOT FIT: entry 2: Missing here.'),
      });
    });
    other.close();
  },
);

test(
  'a period is closed: its files stay the same, and what arrived later is named',
  {
    tag: '@browser',
  },
  async ({ own, app, screens }, info) => {
    const shoot = async (what: string): Promise<void> => {
      await info.attach(what, { body: await app.screenshot(), contentType: 'image/png' });
    };
    const link = () => own.process().freshLink();
    const [account = ''] = await seedVirtualAccounts(await link(), [['Ada', 'Byron']]);
    const other = await openBridge(await link());
    const { profileId } = await other.bridge.connection.get();
    const deposit = (amount: string) =>
      other.bridge.sandboxControls.payIn({
        profileId,
        virtualAccountId: account,
        amount,
        until: 'successful',
      });
    await deposit('12500.75');

    await screens.go('Reports');
    await tabTo(app, 'Period close', 'link');
    await app.keyboard.press('Enter');
    await expect(app.getByText('No period closed yet.')).toBeVisible();
    const totals = app.getByRole('table', { name: 'Totals' });
    await expect(totals.getByRole('row', { name: /^Received/ })).toContainText('12,500.75 USD');
    await expectAccessible(app, 'preview of a close');
    await expectNoSidewaysScroll(app, 'preview of a close');
    await shoot('preview');

    await tabTo(app, 'Close period…');
    await app.keyboard.press('Enter');
    const dialog = app.getByRole('dialog');
    await expect(dialog).toContainText('The period has not ended.');
    await tabTo(app, 'Note', 'textbox');
    await app.keyboard.type('Month end, agreed with Lea');
    await expectAccessible(app, 'dialog of a close');
    await shoot('dialog');
    await tabTo(app, 'Close period');
    await app.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const close = app.getByRole('article');
    await expect(close).toContainText('Month end, agreed with Lea');
    await expect(close).toContainText('Nothing arrived later');

    await app.setViewportSize({ width: 360, height: 900 });
    await expectNoSidewaysScroll(app, 'a close, narrow');
    // When it was closed, with its zone, stays in its place.
    const closed = close.getByRole('definition').first();
    const over = () => closed.evaluate((value) => value.scrollWidth - value.clientWidth);
    await expect.poll(over).toBe(0);
    await shoot('close, narrow');
    await app.setViewportSize({ width: 1280, height: 720 });

    const before = await made(app, 'Export report (PDF)');
    expect(before.name).toMatch(
      /^SANDBOX-period-close-\d{4}-\d\d-01-\d{4}-\d\d-\d\d-[A-Z][\w-]*\.pdf$/,
    );
    const printed = (await readPdf(before.bytes)).map(textOf).join('\n');
    expect(printed).toContain('12,500.75 USD');
    expect(printed).toContain('Closed before the period ended.');

    await deposit('99.50');
    await expect(close).toContainText(/Arrived later: \d+ events, 1 payout differs/);
    await close.getByText('Arrived later', { exact: true }).click();
    await expect(close).toContainText('not known at the close');
    await expect(close).toContainText('Now: Successful, Amount in 99.50 USD');
    await expectAccessible(app, 'a close with later arrivals');
    await shoot('later');
    const after = await made(app, 'Export report (PDF)');
    expect(after.bytes.equals(before.bytes)).toBe(true);

    // The list behind its sums: without the payout that came later.
    await close.getByRole('button', { name: 'Show as of the close' }).click();
    const listed = app.getByRole('table', { name: 'Payouts' });
    await expect(listed).toContainText('12,500.75');
    await expect(listed).not.toContainText('99.50');
    await expect(app.getByText(/^As of .* Data received later is hidden\.$/)).toBeVisible();
    await shoot('payouts of the close');
    other.close();
  },
);
