import { expect, type Page } from '@playwright/test';
import { test as base, openOnHosted } from './support/fixtures.ts';
import { startGate } from './support/gate.ts';
import { Screens } from './support/pages/screens.ts';
import { account, ada } from './support/samples.ts';

const test = base.extend(openOnHosted);

test.beforeEach(async ({ screens }) => {
  await screens.go('Customers');
});

const unresolved = (page: Page) => page.getByRole('table', { name: 'Requests' });

test('a customer whose answer is lost is unknown, shown, and never sent again', async ({
  own,
  app,
  screens,
  service,
}) => {
  await service.fault({ kind: 'drop', operation: 'createCustomer' });
  await screens.customers.create(ada);
  await expect(app.locator('form').getByText('Outcome unknown', { exact: true })).toBeVisible();
  // The service did the work.
  expect(await service.list('customers')).toHaveLength(1);
  await expect(app.getByText('1 request has an unknown outcome')).toBeVisible();

  await own.stop();
  const again = new Screens(await own.open());
  await expect(again.page.getByText('1 request has an unknown outcome')).toBeVisible();
  await expect(again.connection().getByText('Service reachable')).toBeVisible();
  await again.page.getByRole('link', { name: 'Show unresolved requests' }).click();
  await expect(unresolved(again.page).getByText('Create customer')).toBeVisible();
  await expect(unresolved(again.page).getByText('Ada Byron')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  // The same customer once more is a question first, and Cancel has the focus.
  await again.go('Customers');
  await again.customers.create(ada);
  const dialog = again.page.getByRole('dialog', { name: 'You may already have this' });
  await expect(dialog).toContainText('with an unknown outcome');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await again.page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(again.customers.field('Email')).toHaveValue('ada@example.com');
  expect(await service.list('customers')).toHaveLength(1);
});

test('a console that is killed while it sends finds the request unknown', async ({
  own,
  screens,
  service,
}) => {
  // The service does the work, and its answer waits as long as the console lives.
  const gate = await startGate(service.baseUrl, 'POST /v2/customer');
  const { token } = service;
  await screens.settings.addAndUse({ name: 'Gated', baseUrl: gate.baseUrl, token });
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.page.getByText('Sending', { exact: true })).toBeVisible();
  await expect.poll(async () => (await service.list('customers')).length).toBe(1);
  await own.stop('SIGKILL');
  const again = new Screens(await own.open());
  await expect(again.page.getByText('1 request has an unknown outcome')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);
  await again.page.getByRole('link', { name: 'Show unresolved requests' }).click();
  await expect(unresolved(again.page).getByText('Create customer')).toBeVisible();
  await gate.stop();
});

test('a second account of the same customer, pair and wallet asks first', async ({
  app,
  screens,
  service,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Virtual accounts');
  await service.fault({ kind: 'drop', operation: 'createVirtualAccount' });
  await screens.virtualAccounts.create(account);
  await expect(app.locator('form').getByText('Outcome unknown', { exact: true })).toBeVisible();
  // Not a second time from here: it may exist.
  await expect(screens.virtualAccounts.createButton()).toBeDisabled();
  expect(await service.list('virtual-accounts')).toHaveLength(1);

  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await app.getByRole('button', { name: 'Start over' }).click();
  // The same wallet, written in small letters.
  const spelling = { ...account, 'Wallet address': account['Wallet address'].toLowerCase() };
  await screens.virtualAccounts.fill(spelling);
  await screens.virtualAccounts.reviewButton().click();
  // Small letters alone carry no checksum.
  await app.getByRole('checkbox', { name: /^I compared this address/ }).check();
  await screens.virtualAccounts.createButton().click();
  const dialog = app.getByRole('dialog', { name: 'You may already have this' });
  await expect(dialog).toBeVisible();
  expect(await service.list('virtual-accounts')).toHaveLength(1);
  // The person knows better.
  await dialog.getByRole('button', { name: 'Create virtual account anyway' }).click();
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
  expect(await service.list('virtual-accounts')).toHaveLength(2);
});

test('Enter in a field sends nothing, a double click is one customer, and twice Enter on the review is one account', async ({
  app,
  screens,
  service,
}) => {
  await screens.customers.startNew();
  await screens.customers.fill(ada);
  await screens.customers.field('City').press('Enter');
  expect(await service.list('customers')).toHaveLength(0);
  await service.fault({ kind: 'delay', operation: 'createCustomer', ms: 300 });
  await screens.customers.createButton().dblclick();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  await screens.go('Virtual accounts');
  await screens.virtualAccounts.startNew();
  await screens.virtualAccounts.fill(account);
  await screens.virtualAccounts.reviewButton().click();
  const create = screens.virtualAccounts.createButton();
  // A button that can't be pressed yet takes no focus.
  await expect(create).toBeEnabled();
  await create.focus();
  await expect(create).toBeFocused();
  await app.keyboard.press('Enter');
  await app.keyboard.press('Enter');
  await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
  expect(await service.list('virtual-accounts')).toHaveLength(1);
});
