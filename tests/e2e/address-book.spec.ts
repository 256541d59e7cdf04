import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { exportList } from './support/export-list.ts';
import { test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { Screens } from './support/pages/screens.ts';
import { account, ada, wallet } from './support/samples.ts';
import { startScriptedService } from './support/scripted-service.ts';

/** The first vector of BIP 39; no money is under it. */
const phrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const small = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
/** The ends of `wallet`, and something else between. */
const poisoned = `0x5290${'c'.repeat(32)}9ee7`;
const onTron = 'TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g';

/** Everything that the page sends and gets over its socket, as text. */
function listenToBridge(page: Page): string[] {
  const frames: string[] = [];
  const keep = ({ payload }: { payload: string | Buffer }) => frames.push(payload.toString());
  page.on('websocket', (socket) => {
    socket.on('framesent', keep);
    socket.on('framereceived', keep);
  });
  return frames;
}

async function filesUnder(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
}

// In Electron nothing may read the clipboard or the process, and its frames are not seen.
const onlyHere = { tag: '@browser' };

test(
  'what is no address of the network is refused, and a secret is taken out and kept nowhere',
  onlyHere,
  async ({ own, page, context }) => {
    const frames = listenToBridge(page);
    const app = await own.open();
    const screens = new Screens(app);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (text: string): Promise<void> => {
      await app.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.focus();
      await app.keyboard.press('ControlOrMeta+a');
      await app.keyboard.press('ControlOrMeta+v');
    };
    const { virtualAccounts } = screens;
    const field = virtualAccounts.field('Wallet address');
    await screens.go('Virtual accounts');
    await virtualAccounts.startNew();
    await virtualAccounts.fill({ Network: 'ethereum' });

    await paste(onTron);
    await field.blur();
    await expect(app.getByText('Enter an address of ethereum. This one is of Tron.')).toBeVisible();

    await paste(phrase);
    await expect(app.getByText('This looks like the seed phrase of a wallet')).toBeVisible();
    await expect(field).toHaveValue('');
    await expectAccessible(app, 'a secret was refused');
    // Typed or filled in by a program, it is the same.
    await field.fill(phrase);
    await expect(field).toHaveValue('');
    await expect(app.getByText('It was not stored, sent or logged')).toBeVisible();
    expect(await app.content()).not.toContain('abandon');

    await paste(` 0x5290 8400 0985 2788\u200b6E0F70300698\n57D2E4169EE7 `);
    await expect(field).toHaveValue(wallet);
    await expect(app.getByText('Causeway removed 6 spaces.')).toBeVisible();
    await expect(app.getByText('Causeway removed 1 invisible character.')).toBeVisible();

    // A program that puts another address in the place of what is pasted is found out.
    await app.evaluate((other) => {
      const replace = (event: InputEvent): void => {
        if (event.inputType !== 'insertFromPaste') return;
        event.preventDefault();
        setTimeout(() => document.execCommand('insertText', false, other));
      };
      document.addEventListener('beforeinput', replace, { capture: true, once: true });
    }, poisoned);
    await paste(wallet);
    await expect(app.getByText('The field differs from what you pasted')).toBeVisible();
    // It holds the form up, also after another screen was looked at.
    const held = app.getByText('Clear the field and enter the address again');
    await virtualAccounts.reviewButton().click();
    await expect(held).toBeVisible();
    await screens.go('Customers');
    await screens.go('Virtual accounts');
    await virtualAccounts.startNew();
    await expect(app.getByText('The field differs from what you pasted')).toBeVisible();
    await virtualAccounts.reviewButton().click();
    await expect(held).toBeVisible();
    await paste(wallet);
    await expect(app.getByText('The field differs from what you pasted')).toBeHidden();
    await expect(held).toBeHidden();

    // Nothing of it crossed the bridge, was logged, or is in any file.
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.join('\n')).not.toContain('abandon');
    const running = own.process();
    await own.stop();
    expect(running.stdout() + running.stderr()).not.toContain('abandon');
    for (const file of await filesUnder(own.dataDir)) {
      expect((await readFile(file)).includes('abandon'), file).toBe(false);
    }
  },
);

test.describe('for a session alone', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('what carries no checksum, a large fee and a look-alike are each confirmed, by the keyboard', async ({
    app,
    screens,
  }) => {
    const { virtualAccounts } = screens;
    const create = virtualAccounts.createButton();
    const toReview = async (entry: object): Promise<void> => {
      await screens.go('Virtual accounts');
      await virtualAccounts.startNew();
      await virtualAccounts.fill({ ...account, ...entry });
      await tabTo(app, 'Review');
      await app.keyboard.press('Enter');
      await expect(app.getByRole('heading', { name: 'Review' })).toBeFocused();
    };
    const confirm = async (name: RegExp): Promise<void> => {
      await tabTo(app, name, 'checkbox');
      await app.keyboard.press('Space');
    };
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();

    await toReview({ 'Wallet address': small, 'Integrator fee (bps)': '600' });
    await expect(app.getByText('valid format, no checksum to check')).toBeVisible();
    await expect(create).toBeDisabled();
    await expect(app.getByText('2 confirmations are missing.')).toBeVisible();
    await confirm(/^I compared this address with its source/);
    await expect(app.getByText('1 confirmation is missing.')).toBeVisible();
    await confirm(/^The integrator fee of 600 bps \(6\.00 %\) is right/);
    await expectAccessible(app, 'the review with its confirmations');

    // Another fee is another question; the address stays confirmed.
    await app.getByRole('button', { name: 'Back', exact: true }).click();
    await virtualAccounts.field('Integrator fee (bps)').fill('700');
    await virtualAccounts.reviewButton().click();
    await expect(app.getByText('1 confirmation is missing.')).toBeVisible();
    await confirm(/^The integrator fee of 700 bps/);
    await tabTo(app, 'Create virtual account');
    await app.keyboard.press('Enter');
    await expect(virtualAccounts.detail('USD → USDC')).toBeVisible();

    // A known wallet, and one made to be taken for it.
    await screens.go('Virtual accounts');
    await virtualAccounts.create(account);
    await expect(virtualAccounts.detail('USD → USDC')).toBeVisible();
    await toReview({ 'Wallet address': poisoned, Network: 'base' });
    const alarm = app.getByRole('alert');
    await expect(alarm).toContainText('Look-alike of a known address');
    await expect(alarm).toContainText('Characters 7 to 38 differ.');
    for (const address of [poisoned, wallet]) {
      await expect(alarm.getByTitle(address)).toHaveText(address);
    }
    await expect(create).toBeDisabled();
    await confirm(/^I compared this address/);
    await expect(create).toBeDisabled();
    await confirm(/^The address entered now is right/);
    await expect(create).toBeEnabled();
    await expectAccessible(app, 'the review with a look-alike');
    await app.setViewportSize({ width: 420, height: 900 });
    await expectNoSidewaysScroll(app, 'the review with a look-alike');
    await app.setViewportSize({ width: 1280, height: 720 });

    // The alarm stands in the form, too, and offers the known one.
    await app.getByRole('button', { name: 'Back', exact: true }).click();
    await alarm.getByRole('button', { name: 'Use known address' }).click();
    await expect(virtualAccounts.field('Wallet address')).toHaveValue(wallet);
    await expect(alarm).toBeHidden();

    // A network that nobody knows here.
    await virtualAccounts.fill({ Network: 'newchain', 'Wallet address': 'new1qqpp0' });
    await app.getByRole('checkbox', { name: /is not a network known to Causeway/ }).check();
    await virtualAccounts.reviewButton().click();
    await expect(app.getByText('format not known to Causeway, not checked')).toBeVisible();
    await expect(create).toBeDisabled();
    await confirm(/^Causeway can’t check an address of “newchain”/);
    await expect(create).toBeEnabled();
  });

  test('addresses have labels, and the form offers them', async ({ app, screens }) => {
    const { virtualAccounts } = screens;
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    await screens.go('Virtual accounts');
    await virtualAccounts.create(account);
    await expect(virtualAccounts.detail('USD → USDC')).toBeVisible();

    await app.getByRole('link', { name: 'Address book', exact: true }).click();
    await expect(screens.heading('Address book')).toBeVisible();
    await app.getByRole('row').getByRole('link').first().click();
    const detail = app.getByRole('region', { name: 'No label' });
    await expect(detail.getByTitle(wallet)).toHaveText(wallet);
    await expect(detail.getByRole('link', { name: 'Ada Byron' })).toBeVisible();
    await detail.getByLabel('Label').fill('Treasury cold');
    await detail.getByLabel('Label').press('Enter');
    await expect(app.getByRole('heading', { name: 'Treasury cold' })).toBeVisible();
    await expect(app.getByRole('table').getByText('Treasury cold')).toBeVisible();
    await expectAccessible(app, 'the address book');
    await app.setViewportSize({ width: 420, height: 900 });
    await expectNoSidewaysScroll(app, 'an address');
    await app.setViewportSize({ width: 1280, height: 720 });

    // One that nobody has used yet gets a label as well.
    await tabTo(app, 'Label address');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('combobox', { name: 'Network' })).toBeVisible();
    await app.getByRole('combobox', { name: 'Network' }).focus();
    await app.keyboard.type('base');
    await tabTo(app, 'Wallet address', 'textbox');
    await app.keyboard.type(small);
    await tabTo(app, 'Label', 'textbox');
    await app.keyboard.type('Partner');
    await expectAccessible(app, 'a new label');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('region', { name: 'Partner' })).toContainText('Never');

    // The book as a file, with whole addresses.
    const [download] = await Promise.all([app.waitForEvent('download'), exportList(app)]);
    expect(download.suggestedFilename()).toMatch(/^SANDBOX-addresses-\d{8}-\d{6}Z\.csv$/);
    const book = await readFile(await download.path(), 'utf8');
    expect(book).toContain(`"${wallet}","Treasury cold"`);
    expect(book).toContain(`"${small}","Partner"`);

    await screens.go('Virtual accounts');
    await virtualAccounts.startNew();
    await virtualAccounts.fill({ Network: 'ethereum' });
    await virtualAccounts.field('Wallet address').focus();
    await app.keyboard.type('treas');
    await app.getByRole('option', { name: /Treasury cold/ }).click();
    await expect(virtualAccounts.field('Wallet address')).toHaveValue(wallet);
    await expect(app.getByText('In the address book as “Treasury cold”.')).toBeVisible();

    // Somebody else's wallet is no reassurance.
    await screens.go('Customers');
    await screens.customers.create({ 'First name': 'Grace', 'Last name': 'Hopper' });
    await expect(screens.customers.detail('Grace Hopper')).toBeVisible();
    await screens.go('Virtual accounts');
    await virtualAccounts.startNew();
    await virtualAccounts.fill({ ...account, Customer: 'Grace Hopper' });
    await virtualAccounts.reviewButton().click();
    await expect(app.getByText(/^used by 1 .*, of another customer: Ada Byron$/)).toBeVisible();
  });
});

test('an answer that is not what was sent stops everything until it is cleared up', async ({
  own,
  app,
  screens,
}) => {
  const created = '2026-11-21T12:00:00.000Z';
  const service = await startScriptedService({
    status: 201,
    body: {
      id: 'virtualAccount_departs',
      active: true,
      fees: {
        totalBpsRate: '65',
        integratorFee: { bpsRate: '40' },
        platformFee: { bpsRate: '25' },
      },
      depositInstructions: {
        currency: 'USD',
        bankName: 'Lead Bank',
        bankAccountNumber: '2000000017',
        bankRoutingNumber: '101019644',
        bankBeneficiaryName: 'Ada Byron',
        bankBeneficiaryAddress: '12 Analytical Row',
      },
      destination: { currency: 'USDC', network: 'ethereum', walletAddress: poisoned },
      created,
      updated: created,
    },
  });
  const { baseUrl } = service;
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token: 'a.b.c' });
  await screens.go('Virtual accounts');
  await screens.virtualAccounts.startNew();
  await screens.virtualAccounts.field('Customer').fill('customer_1a2b');
  const { Customer: _, ...rest } = account;
  await screens.virtualAccounts.fill(rest);
  await screens.virtualAccounts.reviewButton().click();
  await screens.virtualAccounts.createButton().click();

  const stop = app.getByRole('alert');
  const heading = 'Stop: mismatch in the service’s response';
  await expect(stop.getByRole('heading', { name: heading })).toBeVisible();
  for (const address of [wallet, poisoned]) {
    await expect(stop.getByTitle(address)).toHaveText(address);
  }
  await expect(stop).toContainText('Causeway stores the response exactly as received');
  await expect(app.getByText('2000000017').first()).toBeHidden();
  await expect(app.getByRole('row').getByText('Mismatch')).toBeVisible();
  await expectAccessible(app, 'the stop');
  await app.setViewportSize({ width: 420, height: 900 });
  await expectNoSidewaysScroll(app, 'the stop');
  await app.setViewportSize({ width: 1280, height: 720 });

  // With the service gone and the console started anew, it stands there still.
  await service.stop();
  await own.stop('SIGKILL');
  const again = await own.open();
  const now = new Screens(again);
  await now.go('Virtual accounts');
  await again.getByRole('row').getByRole('link').first().click();
  await expect(again.getByRole('heading', { name: heading })).toBeVisible();
  await tabTo(again, 'Sign off mismatch');
  await again.keyboard.press('Enter');
  await expect(again.getByText(/^Enter what the service said/)).toBeVisible();
  await expect(again.getByLabel('Explanation')).toBeFocused();
  await again.keyboard.type('Closed at the service, ticket 17');
  await tabTo(again, 'Sign off mismatch');
  await again.keyboard.press('Enter');
  await expect(again.getByText('Closed at the service, ticket 17')).toBeVisible();
  await expect(again.getByRole('heading', { name: heading })).toBeHidden();
  await expect(again.getByRole('row').getByText('Mismatch')).toBeHidden();

  await now.go('Settings');
  await again.getByRole('link', { name: 'Audit' }).click();
  const audit = again.getByRole('region', { name: /audit/i });
  await expect(audit.getByText('Mismatch in a response')).toBeVisible();
  await expect(audit.getByText('Mismatch signed off')).toBeVisible();
});
