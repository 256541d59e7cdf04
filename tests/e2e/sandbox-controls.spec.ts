import { expect, type Page } from '@playwright/test';
import { sandboxPaths } from '../../src/renderer/features/sandbox/paths.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { account, ada } from './support/samples.ts';
import { confirmDocument } from './support/secret-document.ts';

const part = (app: Page, name: string | RegExp) =>
  app
    .getByRole('navigation', { name: 'Parts of the sandbox' })
    .getByRole('link', { name, exact: true });

/** In a narrow window, the links stay where they are whichever is chosen. */
async function expectStill(app: Page): Promise<void> {
  const wide = app.viewportSize() ?? { width: 1440, height: 900 };
  await app.setViewportSize({ width: 480, height: 900 });
  const links = part(app, /./);
  const placesFor = async (name: string) => {
    await part(app, name).click();
    await expect(part(app, name)).toHaveAttribute('aria-current', 'page');
    return await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().x));
  };
  expect(await placesFor('Bank accounts')).toEqual(await placesFor('Start'));
  await app.setViewportSize(wide);
}

test('the sandbox is filled by one button, understood on every screen, and reset', async ({
  app,
  screens,
}) => {
  await screens.go('Sandbox');
  const main = app.getByRole('main');
  for (const [name, action] of [
    ['Customers', 'New customer'],
    ['Bank accounts', 'New customer'],
    ['Deposits', 'New virtual account'],
  ] as const) {
    await part(app, name).click();
    await expect(main.getByRole('link', { name: action })).toBeVisible();
  }
  await expectStill(app);
  await screens.go('Overview');

  await app.getByRole('button', { name: 'Add sample data' }).click();
  const needs = app.getByRole('region', { name: /^Needs you/ });
  await expect(needs.getByRole('progressbar', { name: 'Progress of sample data' })).toBeVisible();
  await expect(app.getByText('Nothing needs you')).toHaveCount(0);
  await screens.go('Customers');
  await expect(screens.customers.row('Ada Byron')).toBeVisible();
  await expect(screens.customers.row('Northwind Trading')).toBeVisible();
  await screens.go('Sandbox');
  await expect(app.getByText('Sample data added')).toBeVisible();
  await expect(app.getByRole('button', { name: 'Add sample data' })).toHaveCount(0);
  await screens.go('Changes');
  await expect(app.getByRole('main').getByText('Grace Hopper').first()).toBeVisible();
  await screens.go('Timeline');
  await expect(app.getByText('payout.successful').first()).toBeVisible();
  await screens.go('Virtual accounts');
  await expect(app.getByRole('main').getByText('Mismatch').first()).toBeVisible();

  await screens.go('Sandbox');
  for (const name of ['Start', 'Customers', 'Bank accounts', 'Deposits', 'Faults', 'Switches']) {
    await part(app, name).click();
    await expect(part(app, name)).toHaveAttribute('aria-current', 'page');
    for (const width of [700, 1440]) {
      await app.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(app, `${name} at ${width}`);
    }
    await expectAccessible(app, name);
  }

  await part(app, 'Events').click();
  await app.getByRole('combobox', { name: 'Event name' }).fill('wallet.create');
  await app.getByRole('button', { name: 'Trigger event' }).click();
  await app.getByRole('link', { name: 'Delivery to Treasury team' }).click();
  await expect(app).toHaveURL(/\/webhooks\/deliveries\/\d+$/);
  await expect(app.getByText('First delivery of its event')).toBeVisible();
  await screens.go('Sandbox');

  await part(app, 'Start').click();
  const reset = () => app.getByRole('button', { name: 'Reset sandbox…' }).click();
  // A window that is answered is not spoken of any more, nor is its link offered.
  const inWindow = app.getByText('Continue in the window that opened');
  const [question] = await Promise.all([app.context().waitForEvent('page'), reset()]);
  await expect(inWindow).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(inWindow).toBeHidden();
  await question.close();
  await confirmDocument(app, reset, 'Reset sandbox');
  await expect(app.getByRole('button', { name: 'Add sample data' })).toBeVisible();
  await screens.go('Customers');
  await expect(app.getByText('No customers yet')).toBeVisible();
});

test('a customer is verified, paid for and failed on purpose without a terminal', async ({
  app,
  screens,
}) => {
  await screens.customers.create(ada);
  const customer = screens.customers.detail('Ada Byron');
  const verification = app.getByRole('region', { name: /^Sandbox: verification/ });
  await verification.getByRole('combobox', { name: /^Move terms to/ }).selectOption('Successful');
  await verification.getByRole('button', { name: /^Move terms to Successful/ }).click();
  await verification.getByRole('combobox', { name: /^Move KYC to/ }).selectOption('Pending');
  await verification.getByRole('button', { name: /^Move KYC to Pending/ }).click();
  await expect(verification.getByText('Pending', { exact: true }).first()).toBeVisible();
  await verification.getByLabel('Message to the customer').fill('The photo is blurred.');
  await verification.getByRole('combobox', { name: /^Move KYC to/ }).selectOption('Rejected');
  await verification.getByRole('button', { name: /^Move KYC to Rejected/ }).click();
  // No webhook is there: Causeway looked the event up.
  await expect(customer.getByText('The photo is blurred.').first()).toBeVisible();
  await verification.getByRole('button', { name: 'Open bank account' }).click();
  await expect(verification.getByText('Bank account opened.')).toBeVisible();
  await expect(customer.getByText('Bank accounts · 1')).toBeVisible();
  await expectAccessible(app, 'customer with controls');

  await screens.go('Virtual accounts');
  await screens.virtualAccounts.create(account);
  const deposits = app.getByRole('region', { name: 'Sandbox: deposits' });
  await deposits.getByLabel('Amount', { exact: true }).fill('0');
  await deposits.getByRole('button', { name: 'Pay in deposit' }).click();
  await expect(deposits.getByText(/Enter an amount of more than 0/)).toBeVisible();
  await deposits.getByLabel('Amount', { exact: true }).fill('1250.50');
  await deposits.getByLabel('Let the payout run to').selectOption('Funded');
  await deposits.getByRole('button', { name: 'Pay in deposit' }).click();
  await expect(deposits.getByText('Deposit paid in. Payout: funded.')).toBeVisible();
  await deposits.getByRole('combobox', { name: /^Move payout to/ }).selectOption('Processing');
  await deposits.getByRole('button', { name: /^Move payout to Processing/ }).click();
  await expect(deposits.getByRole('cell', { name: 'Processing' }).first()).toBeVisible();
  await expectAccessible(app, 'virtual account with controls');

  await screens.go('Sandbox');
  await part(app, 'Bank accounts').click();
  await app.getByRole('button', { name: 'Change Ada Byron' }).click();
  await app.getByLabel('New account number').fill('00001111');
  await app.getByRole('button', { name: 'Change bank account' }).click();
  await expect(app.getByText('****1111')).toBeVisible();

  await part(app, 'Events').click();
  await app.getByRole('combobox', { name: 'Event name' }).fill('wallet.create');
  await app.getByLabel('Resource as JSON').fill('[1]');
  await app.getByRole('button', { name: 'Trigger event' }).click();
  await expect(app.getByText('The resource is not a JSON object. Nothing was sent.')).toBeVisible();
  await expectAccessible(app, 'events');
  await app.getByLabel('Resource as JSON').fill('');
  await app.getByLabel('How many').fill('2');
  await app.getByRole('button', { name: 'Trigger event' }).click();
  await expect(app.getByText('2 events triggered')).toBeVisible();
  const triggered = app.getByRole('table', { name: 'Triggered events' });
  await expect(triggered.getByText('Looked up: no delivery was verified')).toHaveCount(2);
  await expectAccessible(app, 'triggered events');

  await part(app, 'Switches').click();
  await app.getByLabel('A virtual account needs a verified customer').selectOption('true');
  await expect(app.getByText('Changed')).toBeVisible();
  await expectAccessible(app, 'switches');
  await app.getByRole('button', { name: 'Reset all switches' }).click();
  await expect(app.getByText('Changed')).toHaveCount(0);

  await part(app, 'Faults').click();
  await app.getByLabel('Fault', { exact: true }).selectOption('Server error');
  await app.getByLabel('Request', { exact: true }).selectOption('Create customer');
  await app.getByRole('button', { name: 'Set fault' }).click();
  const faults = app.getByRole('table', { name: 'Faults set' });
  await expect(faults.getByText('Server error')).toBeVisible();
  await expectAccessible(app, 'faults');
  await screens.go('Customers');
  await screens.customers.create({ 'First name': 'Grace', 'Last name': 'Hopper' });
  await expect(app.locator('form').getByRole('alert')).toBeVisible();
});

test('a hosted sandbox is controlled once its control plane is entered', async ({
  app,
  screens,
  service,
}) => {
  const { baseUrl, token, controlUrl, controlToken } = service;
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token });
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await expect(app.getByRole('region', { name: /^Sandbox/ })).toHaveCount(0);
  await app.evaluate((to) => {
    location.hash = `#${to}`;
  }, sandboxPaths.root);
  await expect(app.getByText('No sandbox controls')).toBeVisible();
  await app.getByRole('link', { name: 'Go to profiles' }).click();
  await app.getByRole('button', { name: 'Set control plane: Hosted' }).click();
  await app.getByLabel('Control URL').fill(controlUrl);
  const setting = () => app.getByRole('button', { name: 'Set control plane', exact: true }).click();
  await confirmDocument(app, setting, 'Set control plane', { 'Control token': controlToken });
  await expect(app.getByText(controlUrl)).toBeVisible();
  await expectAccessible(app, 'a control plane');
  await screens.go('Sandbox');
  await expect(app.getByRole('heading', { name: 'In the sandbox' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Add sample data' })).toHaveCount(0);
  await expect(app.getByRole('button', { name: 'Reset sandbox…' })).toHaveCount(0);
  await screens.go('Settings');
  await app.getByRole('button', { name: 'Remove control plane: Hosted' }).click();
  await expect(app.getByRole('button', { name: 'Set control plane: Hosted' })).toBeVisible();
});
