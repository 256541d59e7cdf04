import { expect } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from './support/accessibility.ts';
import { test as base, openOnHosted } from './support/fixtures.ts';
import { UnresolvedPage } from './support/pages/unresolved.ts';
import { account, ada } from './support/samples.ts';

const test = base.extend(openOnHosted);

const grace = { ...ada, Email: 'grace@example.com', 'First name': 'Grace', 'Last name': 'Hopper' };
const events = z.object({ items: z.array(z.object({ id: z.string() })) });

test('a lost answer is settled by an event, by JSON, or by sending again', async ({
  app,
  screens,
  service,
}) => {
  const unresolved = new UnresolvedPage(app);
  await screens.go('Customers');

  await test.step('the form leads to the very request', async () => {
    await service.fault({ kind: 'drop', operation: 'createCustomer' });
    await screens.customers.create(ada);
    await app.locator('form').getByRole('link', { name: 'Show unresolved requests' }).click();
    const detail = unresolved.detail('Create customer');
    await expect(detail.getByText('ada@example.com').first()).toBeVisible();
    await expect(detail.getByText('Outcome unknown')).toBeVisible();
    await detail.getByText('Response as received').click();
    await expect(detail.getByText('Causeway stored no response to this request.')).toBeVisible();
    await expect(unresolved.link(1)).toHaveAttribute('aria-current', 'page');
  });

  await test.step('one event fits two requests, and a person says whose it is', async () => {
    // The service fails before it creates this one.
    await service.fault({ kind: 'error', operation: 'createCustomer', status: 500 });
    await screens.go('Customers');
    await screens.customers.create(grace);
    await expect(app.locator('form').getByText('Outcome unknown', { exact: true })).toBeVisible();
    const [event] = events.parse(await service.control('GET', '/list/events?limit=1')).items;
    await screens.go('Timeline');
    await screens.timeline.lookUp(event?.id ?? '');
    await app.getByRole('button', { name: 'Show event' }).click();
    await unresolved.link(2).click();
    await expect(unresolved.row('Grace Hopper')).toContainText('1 match');
    await expect(unresolved.row('Ada Byron')).toContainText('1 match');
    await expectAccessible(app, 'the list of unresolved requests');
    await unresolved.open('Ada Byron');
    const detail = unresolved.detail('Create customer');
    await expect(detail.getByText('It also matches another request.')).toBeVisible();
    await expectAccessible(app, 'one request, with a proposal');
    await detail.getByRole('button', { name: /^Confirm match/ }).click();
    await unresolved.goOn('Confirm match', 'Confirm match');
    await expect(detail.getByText('Confirmed created as')).toBeVisible();
  });

  await test.step('what is not there is sent again by a person', async () => {
    await unresolved.open('Grace Hopper');
    const detail = unresolved.detail('Create customer');
    await expect(detail.getByText('grace@example.com').first()).toBeVisible();
    await detail.getByText('Response as received').click();
    await expect(detail.getByText('"ts":')).toBeVisible();
    await expect(detail.getByText('Possible matches')).toBeHidden();
    const stillSaid = app.getByText('The customer was not created, or the outcome is unknown.');
    await expect(stillSaid).toBeVisible();
    await detail.getByRole('button', { name: 'Mark as not created…' }).click();
    // Enter takes the default, once it has the focus.
    const question = unresolved.dialog('Mark as not created');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await detail.getByRole('button', { name: 'Mark as not created…' }).click();
    await unresolved.goOn('Mark as not created', 'Mark as not created');
    await expect(stillSaid).toBeHidden();
    await expect(unresolved.link(null)).toBeVisible();
    expect(await service.list('customers')).toHaveLength(1);

    // An event comes after all that fits what was said not to exist: nothing is sent before it is cleared up.
    const resource = { id: 'customer_late', type: 'individual', verificationProfiles: [] };
    await service.control('POST', '/events', { name: 'customer.create', mock: false, resource });
    const [late] = events.parse(await service.control('GET', '/list/events?limit=1')).items;
    await screens.go('Timeline');
    await screens.timeline.lookUp(late?.id ?? '');
    await app.getByRole('button', { name: 'Show event' }).click();
    await app.getByRole('link', { name: 'Show new matches' }).click();
    await expect(unresolved.row('Grace Hopper')).toContainText('1 match');
    await unresolved.open('Grace Hopper');
    const alarm = detail.getByRole('alert').filter({ hasText: 'marked not created' });
    await expect(alarm.getByRole('link', { name: 'customer_late' })).toBeVisible();
    await expect(detail.getByText(/Decide first whether it is/)).toBeVisible();
    await expect(detail.getByRole('button', { name: 'Send again…' })).toBeHidden();
    await expectAccessible(app, 'what came of a request that was said not to exist');
    await alarm.getByRole('button', { name: 'Not a match…' }).click();
    await unresolved.goOn('Not a match?', 'Mark as not created');
    await expect(alarm).toBeHidden();
    await expect(unresolved.link(null)).toBeVisible();

    await detail.getByRole('button', { name: 'Send again…' }).click();
    await unresolved.goOn('Send again?', 'Send again');
    await expect(screens.customers.detail('Grace Hopper')).toBeVisible();
    expect(await service.list('customers')).toHaveLength(2);
  });

  await test.step('an account is found by its JSON, by the keyboard alone', async () => {
    await screens.go('Virtual accounts');
    await service.fault({ kind: 'drop', operation: 'createVirtualAccount' });
    await screens.virtualAccounts.create(account);
    await app.locator('form').getByRole('link', { name: 'Show unresolved requests' }).click();
    const detail = unresolved.detail('Create virtual account');
    const exists = detail.getByRole('button', { name: 'Mark as created…' });
    await exists.press('Enter');
    const dialog = unresolved.dialog('Mark as created');
    await expect(dialog.getByLabel('ID at the service')).toBeFocused();
    await app.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(exists).toBeFocused();
    await app.keyboard.press('Enter');
    await expect(dialog.getByLabel('ID at the service')).toBeFocused();
    await expectAccessible(app, 'the dialog that asks for what exists');
    await app.keyboard.type('customer_1');
    await app.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('virtualAccount_ followed by letters');
    await app.keyboard.press('Shift+Tab');
    await app.keyboard.press('ArrowRight');
    await app.keyboard.press('Tab');
    const [made] = await service.list('virtual-accounts');
    await app.keyboard.insertText(JSON.stringify(made?.['record']));
    await app.keyboard.press('Tab');
    await app.keyboard.press('Tab');
    await app.keyboard.press('Enter');
    await expect(dialog.getByText('matches the request')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await app.keyboard.press('Tab');
    await app.keyboard.press('Enter');
    await expect(detail.getByText('Confirmed created as')).toBeVisible();
    await detail.getByRole('link', { name: /^virtualAccount_/ }).click();
    await expect(screens.virtualAccounts.detail('USD → USDC')).toBeVisible();
    expect(await service.list('virtual-accounts')).toHaveLength(1);
    await expect(unresolved.link(null)).toBeVisible();
  });
});
