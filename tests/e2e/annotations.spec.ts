import { expect } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { account } from './support/samples.ts';
import { seedCustomers } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

test('what is written beside a record faster than it is answered is kept, all of it', {
  tag: '@browser',
}, async ({ own, page }) => {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  const app = await own.open();
  const people = [
    { firstName: 'Ada', lastName: 'Byron' },
    { firstName: 'Grace', lastName: 'Hopper' },
  ];
  await seedCustomers(
    await own.process().freshLink(),
    people.map((personalInformation) => ({ type: 'individual' as const, personalInformation })),
  );
  await app
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Customers/ })
    .click();
  await app.getByRole('link', { name: 'Ada Byron' }).click();
  const written = app.getByRole('region', { name: 'Notes and labels', exact: true });
  const labels = written.getByLabel('Labels').first();
  const reference = written.getByLabel('Your reference');
  await expect(labels).toBeVisible();

  isHeld = true;
  for (const label of ['VIP', 'Slow payer']) {
    await labels.fill(label);
    await labels.press('Enter');
    await expect(written.getByText(label, { exact: true })).toBeVisible();
  }
  await reference.fill('K-1');
  await reference.press('Enter');
  await reference.pressSequentially('001');
  isHeld = false;
  for (const send of held) send();

  await written.getByLabel('New note').focus();
  await expect(reference).toHaveValue('K-1001');
  // The row of the list says what main keeps.
  await expect(app.getByTitle(/Labels: Slow payer, VIP\s.*K-1001/)).toBeVisible();
  await app.reload();
  for (const label of ['VIP', 'Slow payer']) {
    await expect(written.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(reference).toHaveValue('K-1001');

  const open = async (name: string): Promise<void> => {
    await app.getByRole('link', { name }).click();
    await expect(app.getByRole('heading', { name })).toBeVisible();
  };
  await test.step('a note that was not added waits with its record, also after Escape', async () => {
    const note = written.getByLabel('New note');
    for (const name of ['Grace Hopper', 'Ada Byron']) await open(name);
    await note.fill('Wallet confirmed by phone');
    await note.press('Escape');
    await open('Grace Hopper');
    await expect(note).toHaveValue('');
    await open('Ada Byron');
    await expect(note).toHaveValue('Wallet confirmed by phone');
  });

  await test.step('a form for one customer brings nothing to the form for another', async () => {
    const field = (label: string) =>
      app.getByLabel(label, { exact: true }).and(app.locator('input'));
    const wallet = field('Wallet address');
    const begin = async (name: string): Promise<void> => {
      await app
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: /^Customers/ })
        .click();
      await open(name);
      await app.getByRole('button', { name: 'New virtual account' }).click();
      await expect(field('Customer')).toHaveValue(new RegExp(name));
    };
    await begin('Ada Byron');
    await wallet.fill(account['Wallet address']);
    await begin('Grace Hopper');
    await expect(wallet).toHaveValue('');
    await begin('Ada Byron');
    await expect(wallet).toHaveValue(account['Wallet address']);
  });
});

test('a business has a name of the desk’s own, in lists, titles and pickers', async ({
  app,
  screens,
}) => {
  await screens.go('Customers');
  await screens.customers.create({
    Type: 'Business',
    Email: 'desk@harbour.example',
    'Display name': 'Harbour GmbH',
  });
  const detail = screens.customers.detail('Harbour GmbH');
  await expect(detail.getByTitle('Your display name for this customer')).toBeVisible();
  const row = app.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1);
  await expect(row).toContainText('Harbour GmbH');

  await screens.go('Virtual accounts');
  await screens.virtualAccounts.create({ ...account, Customer: 'Harbour GmbH' });
  const sheet = screens.virtualAccounts.detail('USD → USDC');
  await expect(sheet).toContainText('Harbour GmbH');
  await screens.go('Customers');
  await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('harbour gm');
  await row.getByRole('link').first().click();
  const name = detail.getByLabel('Display name');
  await expect(name).toHaveValue('Harbour GmbH');
  await name.fill('Harbour AG');
  await name.press('Enter');
  await expect(screens.customers.detail('Harbour AG')).toBeVisible();
});
