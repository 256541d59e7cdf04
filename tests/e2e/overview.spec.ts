import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { ada } from './support/samples.ts';
import { openBridge, seedVirtualAccounts, seedWebhook } from './support/seed.ts';
import { readableTexts } from './support/veil.ts';

const lines = (app: Page): Locator =>
  app.getByRole('region', { name: /^Needs you/ }).getByRole('list', { name: 'Needs you' });
const line = (app: Page, words: string | RegExp): Locator =>
  lines(app)
    .getByRole('listitem')
    .filter({ has: app.getByRole('link', { name: words }) });
const aside = (app: Page): Locator => app.getByRole('list', { name: 'Done and snoozed' });

const made = z.object({ bankAccount: z.object({ id: z.string() }) });
const events = z.object({ items: z.array(z.object({ id: z.string() })) });

test.describe('an empty profile', () => {
  test.use({ startArguments: ['--ephemeral'] });

  test('says what to do first, then that nothing needs anybody', async ({ app, screens }) => {
    await expect(screens.heading('Overview')).toBeVisible();
    await expectAccessible(app, 'first steps');
    await expectNoSidewaysScroll(app, 'first steps');
    await app.getByRole('button', { name: 'New customer' }).click();
    await screens.customers.fill({ 'First name': 'Ada', 'Last name': 'Byron' });
    await screens.customers.createButton().click();
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();

    await screens.go('Overview');
    await expect(app.getByText('Nothing needs you')).toBeVisible();
    await expect(app.getByText(/^Checked today \d\d:\d\d\./)).toBeVisible();
    const created = app.getByRole('link', { name: /^Customers created/ });
    await expect(created).toContainText('1');
    const stage = app.getByRole('link', { name: /^Waiting on the customer/ });
    await expect(stage).toContainText('1');
    await expectAccessible(app, 'nothing open');

    await app.getByRole('switch', { name: 'Show as table' }).check();
    const table = app.getByRole('table', { name: 'Customers by stage' });
    await expect(table.getByRole('row', { name: 'Waiting on the customer 1' })).toBeVisible();
    const hours = app.getByRole('table', { name: 'Customers created' });
    await expect(hours.getByRole('row', { name: /^Hour from today .* 1$/ })).toBeVisible();
    await expectAccessible(app, 'tables');
    await hours.getByRole('link', { name: /^Hour from today/ }).click();
    await expect(app.getByRole('link', { name: /Ada Byron/ })).toBeVisible();
    await app.getByRole('button', { name: /^Remove filter: Created from today/ }).click();
    await screens.go('Overview');
    await app.getByRole('switch', { name: 'Show as table' }).check();
    await app.getByRole('link', { name: 'This week' }).click();
    await expect(hours.getByRole('row', { name: /^From today .* 1$/ })).toBeVisible();
    await app.reload();
    await expect(app.getByRole('link', { name: 'This week' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await app.getByRole('link', { name: /^Waiting on the customer/ }).click();
    await expect(app.getByRole('link', { name: /Ada Byron/ })).toBeVisible();
  });
});

test('what needs somebody is listed, opened where it is done, and gone when it is', {
  tag: '@browser',
}, async ({ own, app, screens, service }) => {
  const token = await service.makeToken({ expiresInSeconds: 3 * 86_400 });
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl: service.baseUrl, token });
  const { bridge, close } = await openBridge(await own.process().freshLink());
  const { profileId } = await bridge.connection.get();
  const create = (firstName: string, digit: string) =>
    bridge.customers.create({
      profileId,
      intentKey: digit.repeat(32),
      input: { type: 'individual', personalInformation: { firstName, lastName: 'Byron' } },
    });
  const ada = await create('Ada', 'a');
  const anne = await create('Anne', 'b');
  await service.fault({ kind: 'drop', operation: 'createCustomer', when: 'before' });
  await create('Alan', 'c').catch(() => undefined);
  await service.control('POST', `/customers/${ada.id}/kyc`, { to: 'rejected', force: true });
  const review = { to: 'additionalReviewRequired', force: true };
  await service.control('POST', `/customers/${anne.id}/kyc`, review);
  const opened = await service.control('POST', `/customers/${ada.id}/bank-accounts`, {
    bankName: 'First Bank',
  });
  const bankAccountId = made.parse(opened).bankAccount.id;
  await bridge.bankAccounts.lookUp({ profileId, customerId: ada.id, bankAccountId });
  await service.control('PATCH', `/bank-accounts/${bankAccountId}`, { bankName: 'Other Bank' });
  await bridge.bankAccounts.lookUp({ profileId, customerId: ada.id, bankAccountId });
  const { items } = events.parse(await service.control('GET', '/list/events?limit=100'));
  for (const { id: eventId } of items) await bridge.timeline.lookUp({ profileId, eventId });
  close();

  await screens.go('Overview');
  const all = [
    ['1 change to sign off', 'Other Bank|Bank name'],
    ['1 request with an unknown outcome', 'Alan Byron · Customer'],
    ['1 customer with rejected KYC', 'Ada Byron'],
    ['1 customer in additional KYC review', 'Anne Byron'],
    ['The access token expires soon', 'Expires in 2 days'],
  ] as const;
  for (const [words, what] of all) await expect(line(app, words)).toContainText(new RegExp(what));
  await expectAccessible(app, 'lines');
  for (const width of [1440, 1024, 700]) {
    await app.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(app, `lines at ${width}`);
  }
  await app.setViewportSize({ width: 1280, height: 720 });

  // Each leads to where it is done, and what is put aside is still named and linked.
  const rejected = line(app, '1 customer with rejected KYC');
  await rejected.getByRole('button', { name: /^Mark as done/ }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
  await expect(aside(app)).toContainText('Ada Byron');
  await expect(aside(app).getByRole('link')).toHaveAttribute('href', `#/customers/${ada.id}`);
  await aside(app)
    .getByRole('button', { name: /^Restore:/ })
    .click();
  await line(app, '1 change to sign off').getByRole('link').click();
  await expect(app.locator('li[aria-current="true"]')).toContainText('Other Bank');
  await screens.go('Overview');
  await line(app, 'The access token expires soon').getByRole('link').click();
  await expect(screens.heading('Settings')).toBeVisible();
  await screens.go('Overview');
  await line(app, '1 customer with rejected KYC').getByRole('link').click();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Overview');
  await line(app, '1 request with an unknown outcome').getByRole('link').click();
  await app.getByRole('button', { name: 'Mark as not created…' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Mark as not created' }).click();
  await screens.go('Overview');
  await expect(line(app, '1 customer with rejected KYC')).toBeVisible();
  await expect(line(app, '1 request with an unknown outcome')).toHaveCount(0);

  // Veiled, nothing names anybody, here and after a reload; the key shows the one under the pointer.
  const names = ['Ada', 'Anne', 'Byron', 'First Bank', 'Other Bank'];
  expect((await readableTexts(app, names)).join()).toContain('Ada Byron');
  await app.keyboard.press('ControlOrMeta+Shift+H');
  await expect(app.getByText('Privacy veil is on.')).toBeVisible();
  await app.reload();
  await expect(line(app, '1 customer with rejected KYC')).toContainText('Ada Byron');
  expect(await readableTexts(app, names)).toEqual([]);
  await line(app, '1 customer with rejected KYC').getByText('Ada Byron').hover();
  await app.keyboard.down('Alt');
  expect(await readableTexts(app, names)).toEqual([expect.stringContaining('Ada Byron')]);
  await app.keyboard.up('Alt');
  await line(app, '1 customer with rejected KYC').getByRole('link').click();
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  expect(await readableTexts(app, names)).toEqual([]);
  await app.getByRole('button', { name: 'Turn off privacy veil' }).click();
  expect(await readableTexts(app, names)).toContain('Ada Byron');
  await screens.go('Overview');

  // As of before all of it, there is nothing; and nothing can be put aside there.
  await app.getByRole('button', { name: 'View as of…' }).click();
  await app.getByLabel('Date and time').fill('2026-01-01T00:00:00');
  await app.getByRole('button', { name: 'View', exact: true }).click();
  await expect(app.getByText('None of these needed you')).toBeVisible();
  await expect(app.getByText(/Causeway checked: mismatches, .*unresolved requests/)).toBeVisible();
  await expect(
    app.getByText(/only the current state of these, so they are not shown here: .*tunnels/),
  ).toBeVisible();
  await expect(app.getByText('Nothing needs you')).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Limits…' })).toHaveCount(0);
});

test('a gap is done with a note, comes back, and is snoozed by the keyboard alone', {
  tag: '@browser',
}, async ({ own, screens }) => {
  await expect(screens.heading('Overview')).toBeVisible();
  await seedVirtualAccounts(await own.process().freshLink(), [['Ada', 'Byron']]);
  await seedWebhook(await own.process().freshLink());
  await own.stop();
  await pause(2_000);
  const again = await own.open();
  const gap = line(again, /gaps? in which events may be missing/);
  await expect(gap).toContainText('Causeway was closed');
  const words = await gap.getByRole('link').innerText();
  await gap.getByRole('button', { name: /^Mark as done/ }).click();
  const dialog = again.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(again, 'done');
  await again.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(gap.getByRole('button', { name: /^Mark as done/ })).toBeFocused();
  await again.keyboard.press('Enter');
  await dialog.getByLabel('Note').fill('Nobody paid in the night');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(gap).toHaveCount(0);
  await expect(again.getByRole('heading', { name: 'Needs you' })).toBeFocused();
  await expect(aside(again)).toContainText(words);
  await expect(aside(again)).toContainText('Nobody paid in the night');
  await expectAccessible(again, 'put aside');
  await aside(again)
    .getByRole('button', { name: /^Restore:/ })
    .click();
  await expect(gap).toBeVisible();
  await expect(aside(again)).toHaveCount(0);

  await again
    .getByRole('link', { name: 'Skip to content' })
    .or(gap.getByRole('link'))
    .first()
    .focus();
  await tabTo(again, /^Snooze/);
  await again.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await again.keyboard.press('Escape');
  await expect(gap.getByRole('button', { name: /^Snooze/ })).toBeFocused();
  await again.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(again, 'Until', 'combobox');
  await again.keyboard.press('i');
  await tabTo(again, 'Snooze line');
  await again.keyboard.press('Enter');
  await expect(gap).toHaveCount(0);
  await expect(aside(again)).toContainText('Snoozed until');

  // It stays put aside over a restart, and what is new is a line all the same.
  await own.stop();
  await pause(2_000);
  const third = await own.open();
  await expect(line(third, /gaps? in which events may be missing/)).toBeVisible();
  await expect(aside(third)).toContainText('Snoozed until');
  await screens.go('Settings');
  await third.getByRole('link', { name: 'Audit' }).click();
  const audit = third.getByRole('region', { name: /audit/i });
  for (const entry of ['Overview line marked as done', 'Overview line restored'])
    await expect(audit.getByText(entry)).toBeVisible();
  await expect(audit.getByText('Overview line snoozed')).toBeVisible();
});

test('limits are a person’s, and kept', async ({ app, screens, own }) => {
  await expect(screens.heading('Overview')).toBeVisible();
  await screens.customers.create({ 'First name': 'Ada', 'Last name': 'Byron' });
  await screens.go('Overview');
  const open = app.getByRole('button', { name: 'Limits…' });
  await open.click();
  const field = app.getByLabel('KYC in review, in hours');
  await expect(field).toHaveValue('72');
  await field.fill('1.5');
  await app.getByRole('button', { name: 'Save limits' }).click();
  await expect(app.getByText('Enter whole hours, from 1 to 8,760.')).toBeVisible();
  await expectAccessible(app, 'limits');
  await field.fill('24');
  await app.getByRole('button', { name: 'Save limits' }).click();
  await expect(field).toHaveCount(0);
  await own.stop();
  const again = await own.open();
  await again.getByRole('button', { name: 'Limits…' }).click();
  await expect(again.getByLabel('KYC in review, in hours')).toHaveValue('24');
});

test.describe('the first steps', () => {
  test.use({ vault: 'passphrase-file' });

  test('come once, are done or skipped, and Help starts them again', async ({
    own,
    app,
    screens,
  }) => {
    const title = (page: Page) => page.getByRole('heading', { name: 'Start here' });
    const step = (name: string) => app.getByRole('listitem').filter({ hasText: name });
    await expect(title(app)).toBeVisible();
    await expectAccessible(app, 'the first steps');
    for (const width of [420, 1024]) {
      await app.setViewportSize({ width, height: 700 });
      await expectNoSidewaysScroll(app, `the first steps at ${width}`);
    }
    await app.getByRole('button', { name: 'Skip: 2. Receive events' }).click();
    await expect(step('2. Receive events')).toContainText('Skipped');

    // What was done elsewhere counts, and a strip stays over the overview until nothing is open.
    await screens.customers.create(ada);
    await screens.go('Overview');
    await expect(step('1. Choose where to work')).toContainText('Done');
    await expect(app.getByRole('heading', { name: 'Needs you' })).toBeVisible();
    await app.getByRole('button', { name: 'Skip: 3. Choose your notices' }).click();
    await expect(title(app)).toBeHidden();

    await own.stop();
    const again = await own.open();
    await expect(again.getByRole('heading', { name: 'Needs you' })).toBeVisible();
    await expect(title(again)).toBeHidden();
    await again.keyboard.press('?');
    await again.getByRole('button', { name: 'First steps', exact: true }).click();
    await again.getByRole('button', { name: 'Start the first steps again' }).click();
    await expect(title(again)).toBeVisible();
    await again.getByRole('button', { name: 'Skip all' }).click();
    await expect(title(again)).toBeHidden();
  });
});
