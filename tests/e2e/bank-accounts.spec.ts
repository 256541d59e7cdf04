import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test as base, openOnHosted } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import { tabTo } from './support/keyboard.ts';
import { Screens } from './support/pages/screens.ts';
import { seedBankAccounts, seedCustomers } from './support/seed.ts';

const test = base.extend(openOnHosted);

const made = z.object({ bankAccount: z.object({ id: z.string() }) });

const ada = {
  type: 'individual' as const,
  email: 'ada@example.com',
  personalInformation: { firstName: 'Ada', lastName: 'Byron' },
};

async function openAccount(
  service: HostedService,
  customer: string,
  fields: object = {},
): Promise<string> {
  const answer = await service.control('POST', `/customers/${customer}/bank-accounts`, fields);
  return made.parse(answer).bankAccount.id;
}

const lookUpButton = (page: Page) =>
  page.getByRole('button', { name: 'Look up bank account', exact: true });
const customerField = (page: Page) => page.getByRole('combobox', { name: 'Customer' });
const idField = (page: Page) => page.getByLabel('Bank account ID', { exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true });
const alarm = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The service reported a change' });
const round = (page: Page) =>
  page.getByRole('status').filter({ hasText: /looked up|Looking up every|Cancelled/ });

/** Both values of a change, the old one first. */
const sides = (change: Locator) => change.locator('dd');

test('a bank account is looked up, changes are flagged until they are signed off, and all of it is there offline', {
  tag: '@browser',
}, async ({ own, app, screens, service }) => {
  await seedCustomers(await own.process().freshLink(), [ada]);
  const customer = z.string().parse((await service.list('customers'))[0]?.['id']);
  const account = await openAccount(service, customer, { bankName: 'First Bank' });
  await screens.go('Bank accounts');
  await expect(app.getByText('No bank accounts yet')).toBeVisible();

  // By the keyboard alone: the form, what is wrong with an id, and what the service does not find.
  await tabTo(app, 'Look up bank account');
  await app.keyboard.press('Enter');
  await expect(screens.heading('Look up bank account')).toBeVisible();
  await tabTo(app, 'Customer', 'combobox');
  await app.keyboard.type('ada');
  await expect(app.getByRole('option', { name: /Ada Byron/ })).toBeVisible();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(customerField(app)).toHaveValue(`Ada Byron · ${customer}`);
  await app.keyboard.press('Tab');
  await expect(idField(app)).toBeFocused();
  await app.keyboard.type('account 1');
  await app.keyboard.press('Enter');
  await expect(app.getByText('bankAccount_ followed by letters')).toBeVisible();
  await idField(app).focus();
  await app.keyboard.press('Control+A');
  await app.keyboard.type('bankAccount_nobody');
  await app.keyboard.press('Enter');
  const missing = app
    .getByRole('alert')
    .filter({ hasText: 'Bank account not found at the service' });
  await expect(missing.getByRole('listitem')).toHaveText(['Bank account not found']);
  await expect(missing).toContainText('HTTP 404');
  await missing.getByText('Response as received').click();
  await expect(missing.locator('pre')).toContainText('"Bank account not found"');
  await expectAccessible(app, 'a bank account that is not found');
  await idField(app).focus();
  await app.keyboard.press('Control+A');
  await app.keyboard.type(` "${account}". `);
  await app.keyboard.press('Enter');

  // What came: masked, and nothing to sign off.
  await expect(app.getByRole('heading', { name: 'First Bank' })).toBeVisible();
  await expect(section(app, 'Record')).toContainText('********6789');
  await expect(section(app, 'Change history')).toContainText('First recorded');
  await expect(screens.heading('Bank accounts')).toHaveText('Bank accounts · 1');
  await expect(alarm(app)).toBeHidden();

  // It changes at the service; asking again flags it, in the detail, the list and the frame.
  await service.control('PATCH', `/bank-accounts/${account}`, {
    status: 'under_review',
    accountNumber: '000999994321',
  });
  await refresh(app).click();
  await expect(section(app, 'Lookups')).toContainText('2 fields have changed');
  await expect(alarm(app)).toContainText('Account number');
  await expect(sides(alarm(app)).nth(0)).toContainText('********6789');
  await expect(sides(alarm(app)).nth(1)).toContainText('********4321');
  await expect(sides(alarm(app)).nth(3)).toContainText('under_review');
  const list = app.getByRole('table', { name: 'Bank accounts' });
  await expect(list.getByText('Changed', { exact: true })).toBeVisible();
  const changes = app.getByRole('link', { name: /^Changes \d/ });
  await expect(changes).toContainText('2 are open');
  await expect(section(app, 'Change history')).toContainText('2 fields changed');
  await expectAccessible(app, 'a bank account that changed');

  // Signed off by the keyboard, with a note; Cancel has the focus.
  await app.getByRole('button', { name: 'Skip to content' }).press('Enter');
  await tabTo(app, 'Sign off all 2');
  await app.keyboard.press('Enter');
  const dialog = app.getByRole('dialog', { name: 'Sign off these 2 changes' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(app, 'signing off');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(alarm(app)).toBeVisible();
  await changes.click();
  await expect(screens.heading('Changes')).toHaveText('Changes · 2');
  await app.getByLabel('Select all shown').check();
  await app.getByRole('button', { name: 'Sign off 2 selected' }).click();
  await dialog.getByLabel('Note').fill('asked the bank');
  await dialog.getByRole('button', { name: 'Sign off' }).click();
  await expect(dialog).toBeHidden();
  await expect(app.getByText('No changes to sign off')).toBeVisible();
  await app.getByRole('link', { name: 'Signed off' }).click();
  await expect(app.getByText('asked the bank')).toHaveCount(2);

  // A further change is flagged again.
  await service.control('PATCH', `/bank-accounts/${account}`, { status: 'active' });
  await screens.go('Bank accounts');
  await list.getByRole('link', { name: 'Ada Byron' }).click();
  await expect(alarm(app)).toBeHidden();
  await refresh(app).click();
  await expect(alarm(app)).toBeVisible();
  await expect(sides(alarm(app))).toHaveCount(2);

  // One is gone from the service: it stays, and says so in the service's words.
  await service.control('DELETE', `/bank-accounts/${account}`);
  await refresh(app).click();
  const gone = app.getByRole('alert').filter({ hasText: 'No longer found at the service' });
  await expect(gone).toContainText('Bank account not found');
  await expect(list.getByText('Not found', { exact: true })).toBeVisible();

  // All at once, with progress, until it is cancelled; and again to its end.
  const others = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      openAccount(service, customer, { accountHolderName: `Holder ${number}` }),
    ),
  );
  await seedBankAccounts(
    await own.process().freshLink(),
    others.map((bankAccountId) => ({ customerId: customer, bankAccountId })),
  );
  await expect(screens.heading('Bank accounts')).toHaveText('Bank accounts · 41');
  await expect(list).toHaveAttribute('aria-rowcount', '42');
  await app.getByRole('button', { name: 'Close' }).click();
  // Slow enough that it is still under way when somebody cancels it.
  await service.fault({ kind: 'delay', operation: 'getBankAccount', ms: 1_500, count: null });
  await app.getByRole('button', { name: 'Refresh all' }).click();
  await expect(app.getByRole('progressbar')).toBeVisible();
  await expect(round(app)).toContainText(/[1-9]\d* of 41/);
  await app.getByRole('button', { name: 'Cancel' }).click();
  await expect(round(app)).toContainText('Cancelled');
  await service.control('DELETE', '/faults');
  // The last by its id: what was asked for when it was cancelled may still be answered.
  const last = others.toSorted().at(-1);
  await service.control('PATCH', `/bank-accounts/${last}`, { bankName: 'Second Bank' });
  await expect(app.getByRole('button', { name: 'Refresh all' })).toBeEnabled();
  await app.getByRole('button', { name: 'Refresh all' }).click();
  await expect(round(app)).toContainText('41 of 41 · 1 changed · 1 not found');
  await app.getByText('Show the one that failed').click();
  await expect(round(app)).toContainText('Bank account not found');
  await expectAccessible(app, 'all were asked for');
  await app.getByRole('textbox', { name: 'Search bank, holder, customer or ID' }).fill('second b');
  await expect(list.getByRole('link')).toHaveCount(1);

  // Nobody there after a restart: everything is still read, and asking says why it can't.
  await own.stop();
  await service.stop();
  const again = new Screens(await own.open());
  await again.go('Bank accounts');
  await expect(again.heading('Bank accounts')).toHaveText('Bank accounts · 41');
  await again.page.goto(again.page.url().replace(/#.*/, `#/bank-accounts/${account}`));
  await expect(section(again.page, 'Change history')).toContainText('2 fields changed');
  await expect(gone).toBeVisible();
  await expect(alarm(again.page)).toBeVisible();
  await refresh(again.page).click();
  const unanswered = again.page.getByRole('alert').filter({ hasText: 'got no usable response' });
  await expect(unanswered).toContainText('refused the connection');
  await again.page.setViewportSize({ width: 420, height: 800 });
  await expectNoSidewaysScroll(again.page, 'a narrow detail');
  await expect(lookUpButton(again.page)).toHaveCount(0);
});
