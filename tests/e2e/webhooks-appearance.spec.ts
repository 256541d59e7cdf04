import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { startLocalTarget } from './support/local-target.ts';
import { confirmDocument } from './support/secret-document.ts';

const desk = { Name: 'Treasury desk', Description: 'All that happens' };

/** Used by everybody, and no wider than a narrow window or a wide one. */
async function expectSound(page: Page, what: string): Promise<void> {
  for (const width of [420, 1600, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `${what} at ${width}`);
  }
  await expectAccessible(page, what);
}

test('webhooks and their tunnels, from empty to what stands in the way', async ({
  app,
  screens,
}) => {
  const { webhooks } = screens;
  await webhooks.go('Webhooks');
  await expect(app.getByText('No webhooks yet')).toBeVisible();
  await expectSound(app, 'no webhooks');
  await webhooks.go('Deliveries');
  await expect(app.getByText('No deliveries yet')).toBeVisible();
  await expectSound(app, 'no deliveries');
  await webhooks.openSandboxTunnel();
  await expectSound(app, 'tunnels');
  await app.getByRole('button', { name: 'Add tunnel', exact: true }).click();
  for (const kind of ['SSH', 'ngrok', 'Own URL']) {
    await app.getByRole('radio', { name: kind }).check();
    await app.getByRole('button', { name: 'Add and open tunnel' }).click();
    await expectSound(app, `form of a tunnel, ${kind}`);
  }

  await webhooks.go('Webhooks');
  await app.getByRole('button', { name: 'Import' }).click();
  await app.getByRole('button', { name: 'Enter secret' }).click();
  await expect(app.getByText('Enter a webhook ID. It starts with webhook_.')).toBeVisible();
  await expectSound(app, 'form of an existing webhook with problems');

  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await expect(webhooks.field('URL')).toHaveValue(/^https:/);
  await app.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(app.getByText('2 fields need your attention.')).toBeVisible();
  await expectSound(app, 'form of a webhook with problems');
  await webhooks.fill(desk);
  await expectSound(app, 'review of a webhook');
});

test('a webhook, its deliveries, and where they go on to', async ({ app, screens }) => {
  const { webhooks } = screens;
  await webhooks.openSandboxTunnel();
  await webhooks.create(desk);
  const detail = webhooks.detail(desk.Name);
  await expect(detail.getByText('webhook.create').first()).toBeVisible();
  await expectSound(app, 'a webhook beside the list');

  // Anybody can call the address: what is not signed is kept apart.
  await expect(webhooks.fact(detail, 'URL')).toHaveText(/^https:/);
  const { origin, pathname } = new URL(await webhooks.fact(detail, 'URL').innerText());
  expect(origin).toMatch(/^https:/);
  await webhooks.go('Tunnels');
  const receiver = await app.getByText(/^Listening on http/).innerText();
  const local = /http:\/\/[\d.]+:\d+/.exec(receiver)?.[0];
  expect((await fetch(`${local}${pathname}`, { method: 'POST', body: '{}' })).status).toBe(401);
  await webhooks.go('Deliveries');
  await expect(webhooks.deliveries('webhook.create')).toBeVisible();
  const refused = webhooks.deliveries('Not verified, not read');
  await expect(refused).toContainText('Unsigned');
  await expectSound(app, 'deliveries');
  await webhooks.open(refused, 'Not verified, not read');
  await expectSound(app, 'a delivery that is not proved');
  await webhooks.open(webhooks.deliveries('webhook.create'), 'webhook.create');
  await expectSound(app, 'a delivery beside the list');

  await webhooks.go('Forwarding');
  await expectSound(app, 'no targets to forward to');
  await app.getByRole('button', { name: 'Add target' }).first().click();
  await expectSound(app, 'form of a target');
  const target = await startLocalTarget();
  await webhooks.addTarget('Ledger', target.url);
  await app.getByRole('button', { name: 'Replay: Ledger' }).click();
  const dialog = app.getByRole('dialog', { name: 'Replay to Ledger' });
  await dialog.getByRole('radio', { name: 'Matching a filter' }).check();
  await expectAccessible(app, 'dialog of a replay');
  const replay = () => dialog.getByRole('button', { name: 'Replay', exact: true }).click();
  await confirmDocument(app, replay, 'Replay');
  await expect(dialog).toBeHidden();
  await expect(webhooks.target('Ledger')).toContainText('1 delivered');
  await expectSound(app, 'targets and results');
  await app.getByRole('button', { name: 'Remove: Ledger' }).click();
  await expect(app.getByRole('dialog', { name: 'Remove this target?' })).toBeVisible();
  await expectAccessible(app, 'question about a target');
  await target.stop();
});

test('a webhook that may exist, and one whose address leads elsewhere', async ({
  app,
  screens,
  service,
}) => {
  const { webhooks } = screens;
  const { baseUrl, token } = service;
  const elsewhere = { Name: 'Elsewhere', URL: 'https://hooks.example.com/in' };
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token });
  await webhooks.createElsewhere(elsewhere);
  await expect(webhooks.detail('Elsewhere')).toBeVisible();
  await expectSound(app, 'a webhook that leads elsewhere');
  await service.fault({ kind: 'drop', operation: 'createWebhook' });
  const lost = { Name: 'Lost', URL: 'https://hooks.example.com/other' };
  await webhooks.createElsewhere(lost);
  await expect(app.getByText('The webhook may exist', { exact: true })).toBeVisible();
  await expectSound(app, 'unknown outcome of a webhook');
  await webhooks.go('Webhooks');
  await expect(app.getByRole('region', { name: 'May exist' })).toContainText('Lost');
  await expectSound(app, 'webhooks that may exist');
});
