import { expect, type Page } from '@playwright/test';
import { askOrigin } from '../../src/main/hosts/browser/testing/ask-origin.ts';
import { startConsole } from '../support/console-process.ts';
import { test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { Screens } from './support/pages/screens.ts';
import type { WebhooksPage } from './support/pages/webhooks.ts';
import { ada } from './support/samples.ts';

const desk = { Name: 'Treasury desk', Description: 'All that happens' };

/** Everything that crosses between page and console, to look for what must not be there. */
function listenIn(page: Page): string[] {
  const said: string[] = [];
  page.on('websocket', (socket) => {
    const keep = ({ payload }: { payload: string | Buffer }) => said.push(payload.toString());
    socket.on('framesent', keep);
    socket.on('framereceived', keep);
  });
  page.on('request', (request) => said.push(request.url(), request.postData() ?? ''));
  return said;
}

async function expectArrived(webhooks: WebhooksPage): Promise<void> {
  for (const event of ['webhook.create', 'customer.create']) {
    const row = webhooks.deliveries(event);
    await expect(row).toHaveCount(1);
    await expect(row.getByText('Verified', { exact: true })).toBeVisible();
    await expect(row).toContainText('Treasury desk');
  }
}

test('from the first start to deliveries that are genuine, and still there after a restart', async ({
  own,
  app,
  screens,
}) => {
  const { webhooks } = screens;
  await app.setViewportSize({ width: 1600, height: 900 });
  const said = listenIn(app);
  await screens.go('Webhooks');
  await expect(app.getByText('No webhooks yet')).toBeVisible();
  await webhooks.openSandboxTunnel();
  const tunnel = webhooks.tunnel('Built-in sandbox');
  await expect(tunnel).toContainText('sent a test request to the public URL');

  await webhooks.create(desk);
  const detail = webhooks.detail('Treasury desk');
  await expect(detail.getByText('Stored encrypted on this computer')).toBeVisible();
  await expect(app.getByText('1 of 10 known')).toBeVisible();

  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await webhooks.go('Deliveries');
  await expectArrived(webhooks);
  const delivery = await webhooks.open(webhooks.deliveries('customer.create'), 'customer.create');
  await expect(delivery).toContainText('Verified: signed with the webhook’s secret');
  await expect(webhooks.fact(delivery, 'Relation to event')).toHaveText(
    'First delivery of its event',
  );

  await webhooks.go('Webhooks');
  const header = app.getByRole('table', { name: 'Webhooks' }).getByRole('columnheader');
  await expect(header).toHaveText([
    'Name',
    'URL',
    'Events',
    'Status',
    'Delivery rate',
    'Last delivery',
    'Signatures',
    'Reachability',
  ]);
  await expect(webhooks.row('Treasury desk').getByRole('cell')).toHaveText([
    'Treasury desk',
    /^https:\/\/(127\.0\.0\.1|localhost):\d+\/hooks\/[0-9a-f]{32}$/,
    /^\d+ events$/,
    'Healthy',
    /^1( · .+)?$/,
    /^(?:today|yesterday) \d\d:\d\d/,
    '2 verified',
    /^Check passed .+ ago$/,
  ]);
  expect(said.length).toBeGreaterThan(0);
  expect(said.some((text) => /secret_[0-9a-z]/.test(text))).toBe(false);

  expect(await own.stop('SIGTERM')).toBe(0);
  const { webhooks: again } = new Screens(await own.open());
  await again.go('Deliveries');
  await expectArrived(again);
  await again.go('Tunnels');
  await expect(again.tunnel('Built-in sandbox')).toContainText(/Check passed/);
  await again.go('Webhooks');
  await again.row('Treasury desk').getByRole('link').click();
  await expect(again.detail('Treasury desk')).toContainText('Stored encrypted on this computer');
});

test('the secret is shown once, in a document of its own', { tag: '@browser' }, async ({
  app,
  screens,
  context,
}) => {
  const said = listenIn(app);
  await screens.webhooks.openSandboxTunnel();
  await screens.webhooks.create(desk);
  const opening = context.waitForEvent('page');
  await app.getByRole('button', { name: 'Show secret' }).click();
  const shown = await opening;
  const { origin, pathname } = new URL(shown.url());
  await shown.getByRole('button', { name: 'Show secret once' }).click();
  await expect(shown.locator('textarea[readonly]')).toHaveValue(/^secret_/);
  const text = await shown.locator('textarea[readonly]').inputValue();
  const isWhole = await shown
    .locator('textarea[readonly]')
    .evaluate(
      (field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight,
    );
  expect(isWhole).toBe(true);
  expect(/^secret_[0-9a-z]+$/.test(text)).toBe(true);
  expect(await shown.locator('script').count()).toBe(0);
  expect((await app.content()).includes(text)).toBe(false);
  expect(said.some((one) => one.includes(text))).toBe(false);
  // Spent: nobody opens it a second time.
  const [cookie] = await context.cookies(origin);
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
  expect((await askOrigin(`${origin}${pathname}`, { headers })).status).toBe(404);
});

test('New webhook by the keyboard alone, from what is missing to its detail', async ({
  app,
  screens,
}) => {
  const { webhooks } = screens;
  const press = (key: string) => app.keyboard.press(key);
  await webhooks.openSandboxTunnel();
  await webhooks.go('Webhooks');
  await expect(app.getByText('No webhooks yet')).toBeVisible();
  await tabTo(app, 'New webhook');
  await press('Enter');
  await expect(webhooks.field('URL')).toHaveValue(/^https:\/\/.+\/hooks\//);
  await tabTo(app, 'Review');
  await press('Enter');
  // What is missing takes the person there.
  await expect(app.getByText('2 fields need your attention.')).toBeVisible();
  await expect(webhooks.field('Name')).toBeFocused();
  await app.keyboard.type('Treasury desk');
  await press('Enter');
  await expect(app.getByText('1 field needs your attention.')).toBeVisible();
  await expect(app.getByRole('textbox', { name: 'Search events' })).toBeFocused();
  await app.keyboard.type('payout.f');
  await tabTo(app, 'payout.failed', 'checkbox');
  await press('Space');
  await expect(app.getByText('1 of 20 selected')).toBeVisible();
  await tabTo(app, 'Review');
  await press('Enter');
  await expect(app.getByRole('heading', { name: 'Review' })).toBeFocused();
  await expect(app.getByText('This uses one of 10 webhooks')).toBeVisible();
  await tabTo(app, 'Create webhook');
  await press('Enter');
  const detail = webhooks.detail('Treasury desk');
  await expect(detail.getByRole('heading').first()).toBeFocused();
  await expect(webhooks.fact(detail, 'Events')).toHaveText('payout.failed');
  await press('Escape');
  await expect(detail).toBeHidden();
});

test('what was typed for a webhook stays readable when the console has gone', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  const { webhooks } = screens;
  await webhooks.openSandboxTunnel();
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await webhooks.fill(desk);
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(webhooks.field('URL')).toHaveValue(/^https:\/\/.+\/hooks\//);
  const url = await webhooks.field('URL').inputValue();
  const { port } = new URL(own.process().origin);
  await own.stop('SIGKILL');
  await expect(app.getByText('Causeway is not responding')).toBeVisible();
  await webhooks.field('Description').fill('Typed while nobody answered');

  const args = ['--port', port];
  const again = await startConsole({ dataDir: own.dataDir, args });
  await expect(app.getByText('This page’s link has expired')).toBeVisible();
  await expect(webhooks.field('Name')).toHaveValue(desk.Name);
  await expect(webhooks.field('Description')).toHaveValue('Typed while nobody answered');
  await expect(webhooks.field('URL')).toHaveValue(url);
  // The next start is another origin: its page begins anew, and the tunnel leads here still.
  await app.goto(again.url);
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await webhooks.fill(desk);
  await expect(app.getByText(/^Check passed/).first()).toBeVisible();
  await webhooks.createButton().click();
  await expect(webhooks.detail(desk.Name)).toContainText('Stored encrypted on this computer');
  await webhooks.go('Deliveries');
  await expect(webhooks.deliveries('webhook.create')).toContainText('Verified');
  await again.stop();
});
