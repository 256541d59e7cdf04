import { expect, type Page } from '@playwright/test';
import { readClipboard } from './support/clipboard.ts';
import { passphrase, test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { account, ada, wallet } from './support/samples.ts';
import { submitSecret } from './support/secret-document.ts';

/** Customer, virtual account, and what both show, by what a person reads and clicks. */
async function doTheJob(page: Page): Promise<string> {
  const screens = new Screens(page);
  await screens.customers.create(ada);
  await expectCustomer(page);
  await screens.go('Virtual accounts');
  await screens.virtualAccounts.startNew();
  await screens.virtualAccounts.fill(account);
  await screens.virtualAccounts.reviewButton().click();
  await expectReview(page);
  await screens.virtualAccounts.createButton().click();
  return await expectDeposit(page);
}

async function expectCustomer(page: Page): Promise<void> {
  const detail = new Screens(page).customers.detail('Ada Byron');
  await expect(detail.getByText(/^customer_[0-9a-z]+$/).first()).toBeVisible();
  const verification = detail.getByRole('region', { name: 'Verification' });
  await expect(verification.getByRole('heading', { level: 3 })).toHaveText([
    'Base verification',
    'SEPA verification',
  ]);
  for (const raw of ['base', 'sepa']) {
    await expect(verification.getByText(raw, { exact: true })).toBeVisible();
  }
  await expect(verification.getByText('Incomplete')).toHaveCount(2);
  const done = verification.getByRole('list', { name: 'Complete' }).first();
  await expect(done.getByRole('listitem')).toContainText(['Email address', 'First name']);
  // One of the two profiles alone asks for it (Interface 2.1).
  await expect(verification.getByText('Proof of address')).toHaveCount(1);

  const known = detail.getByRole('region', { name: 'Record' });
  await expect(known.getByText('12 Analytical Row')).toBeVisible();
  await expect(known.getByText('Flat 3')).toBeVisible();
  await expect(known.getByText('123-45-6789')).toBeVisible();
  await expect(known.getByText('unconfirmed', { exact: true })).not.toHaveCount(0);
  const learned = detail.getByRole('region', { name: 'Sources' });
  await expect(learned).toContainText('Response to the create request');
  await expect(learned).toContainText('Entered in Causeway');
}

async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible();
  const form = page.getByRole('main');
  // The whole address in groups of four, and every group of it.
  await expect(form.getByTitle(wallet)).toHaveText(wallet);
  const groups = await form.getByTitle(wallet).locator('span').allTextContents();
  expect(groups.join('')).toBe(wallet);
  expect(groups.slice(1, -1).every((group) => group.length === 4)).toBe(true);
  await expect(form.getByText('checksum correct')).toBeVisible();
  await expect(form.getByText('first use')).toBeVisible();
  await expect(form.getByText('40 bps (0.40 %)')).toBeVisible();
  await expect(form.getByText('Money sent to the wallet can’t be recovered.')).toBeVisible();
}

/** Gives the account number. */
async function expectDeposit(page: Page): Promise<string> {
  const detail = new Screens(page).virtualAccounts.detail('USD → USDC');
  const deposit = detail.getByRole('region', { name: 'Deposit instructions' });
  const names = deposit.getByRole('term');
  await expect(names).toHaveText([
    'Currency',
    'Bank name',
    'Account number',
    'Routing number',
    'Beneficiary name',
    'Beneficiary address',
  ]);
  const fees = detail.getByRole('region', { name: 'Fees' });
  await expect(fees.getByRole('definition')).toHaveText([
    '65 bps (0.65 %)',
    '40 bps (0.40 %)',
    '25 bps (0.25 %)',
    /^100\.00 USD → 99\.35 USD.*Before conversion to USDC\. The exchange rate is not included\.$/,
  ]);
  const destination = detail.getByRole('region', { name: 'Destination' });
  await expect(destination.getByTitle(wallet)).toBeVisible();
  await expect(destination.getByRole('link', { name: 'Ada Byron' })).toBeVisible();
  await expect(detail.getByRole('region', { name: 'Times' })).not.toContainText('not known');
  return (await deposit.getByRole('definition').nth(2).innerText()).trim();
}

/** After a restart: both records are there, with all that was known. */
async function expectStillKnown(page: Page, accountNumber: string): Promise<void> {
  const screens = new Screens(page);
  await screens.go('Customers');
  await screens.customers.row('Ada Byron').getByRole('link').click();
  await expectCustomer(page);
  await screens.go('Virtual accounts');
  await page.getByRole('link', { name: /Ada Byron/ }).click();
  expect(await expectDeposit(page)).toBe(accountNumber);
}

test.describe('with the keychain', () => {
  test('from the first start to reading it all again', async ({ own, app, screens }) => {
    await expect(screens.heading('Overview')).toBeVisible();
    await expect(app.getByRole('heading', { name: 'Start here' })).toBeVisible();
    const accountNumber = await doTheJob(app);
    expect(await own.stop('SIGTERM')).toBe(0);
    await expectStillKnown(await own.open(), accountNumber);
  });

  // In Electron nothing may read the clipboard, so there is nothing to compare with.
  const onlyHere = { tag: '@browser' };
  test(
    'each deposit instruction is copied alone, and all of them at once',
    onlyHere,
    async ({ app }) => {
      await app.context().grantPermissions(['clipboard-write']);
      const clipboard = () => readClipboard(app);
      const accountNumber = await doTheJob(app);
      const deposit = app.getByRole('region', { name: 'Deposit instructions' });
      const values = await deposit.getByRole('definition').allInnerTexts();
      for (const [index, name] of [
        'currency',
        'bank name',
        'account number',
        'routing number',
        'beneficiary name',
        'beneficiary address',
      ].entries()) {
        await deposit.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
        await expect.poll(clipboard).toBe(values[index]?.trim());
      }
      await deposit.getByRole('button', { name: 'Copy all' }).click();
      await expect.poll(clipboard).toContain(`Account number: ${accountNumber}`);
      const all = await clipboard();
      for (const value of values) expect(all).toContain(value.trim());
    },
  );
});

test.describe('with a passphrase', () => {
  test.use({ vault: 'none' });

  test('chosen on the first screen, asked for after a restart', async ({ own, app }) => {
    await expect(app.getByRole('heading', { level: 1 })).toHaveText(
      'Where should Causeway store its secrets?',
    );
    await expect(app.getByRole('note')).toContainText(/keychain.*desktop session/);
    let opening = app.context().waitForEvent('page');
    await app.getByRole('button', { name: 'Choose passphrase' }).click();
    await submitSecret(
      await opening,
      { 'New passphrase': passphrase, 'Repeat new passphrase': passphrase },
      'Set passphrase',
    );
    const accountNumber = await doTheJob(app);
    await own.stop();

    const again = await own.open();
    await expect(again.getByRole('heading', { name: 'Causeway is locked' })).toBeVisible();
    await again.getByText('Where your data is, and what to do if the passphrase is lost').click();
    await expect(again.getByText(own.dataDir)).toBeVisible();
    await expect(again.getByText(/A lost passphrase can’t be recovered/)).toBeVisible();
    opening = again.context().waitForEvent('page');
    await again.getByRole('button', { name: 'Enter passphrase' }).click();
    const document = await opening;
    await document.getByLabel('Passphrase').fill('not the passphrase at all');
    await document.getByRole('button', { name: 'Unlock' }).click();
    await expect(document.getByRole('alert')).toBeVisible();
    await submitSecret(document, { Passphrase: passphrase }, 'Unlock');
    await expectStillKnown(again, accountNumber);
  });

  test('or this session only, and then nothing is left', async ({ own, app, screens }) => {
    await app.getByRole('button', { name: 'Use this session only' }).click();
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    await expect(app.getByText('This session is temporary')).toBeVisible();
    await own.stop();
    const again = await own.open();
    await again.getByRole('button', { name: 'Use this session only' }).click();
    await expect(again.getByText('Nothing is recorded in this profile yet')).toBeVisible();
  });
});

// How Electron’s host reads these arguments has tests beside it; the job itself is that of the others.
const inOneHost = { tag: '@one-host' };

test.describe('with a passphrase from a file', () => {
  test.use({ vault: 'passphrase-file' });

  test('nobody is asked', inOneHost, async ({ own, app }) => {
    const accountNumber = await doTheJob(app);
    await own.stop('SIGKILL');
    await expectStillKnown(await own.open(), accountNumber);
  });
});

test.describe('for a session alone', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('the whole job works', inOneHost, async ({ app }) => {
    await doTheJob(app);
  });
});

test('with the service gone, all stays readable, and creating says why not', async ({
  own,
  app,
  screens,
  service,
}) => {
  await screens.settings.addAndUse({
    name: 'Hosted',
    baseUrl: service.baseUrl,
    token: service.token,
  });
  await screens.go('Customers');
  const accountNumber = await doTheJob(app);
  await own.stop();
  await service.stop();

  const again = await own.open();
  const now = new Screens(again);
  await expect(now.connection().getByText('Service unreachable')).toBeVisible();
  await expect(
    now.frame().getByText(/can’t be reached, so nothing can be created now/),
  ).toBeVisible();
  await expectStillKnown(again, accountNumber);
  await now.go('Customers');
  await now.customers.startNew();
  await expect(now.customers.createButton()).toBeDisabled();
  await expect(again.locator('form').getByText('Not available now.')).toBeVisible();
  // The whole sentence stands in the frame alone.
  await expect(again.getByText(/nothing can be created now/)).toHaveCount(1);
});
