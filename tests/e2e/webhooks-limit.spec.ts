import { expect } from '@playwright/test';
import { z } from 'zod';
import { openOnHosted, test } from './support/fixtures.ts';
import { startGate } from './support/gate.ts';
import type { HostedService } from './support/hosted-service.ts';
import { Screens } from './support/pages/screens.ts';
import { makeEvent, openSshTunnel, test as throughSsh } from './support/public-side.ts';
import { submitSecret } from './support/secret-document.ts';

const elsewhere = {
  Name: 'Treasury desk',
  URL: 'https://hooks.example.com/in',
  Events: ['payout.create'],
};

const onHosted = test.extend(openOnHosted);

/** What the interface takes for a webhook (Interface 4.4). */
const another = { name: 'Another', url: 'https://hooks.example.com/x', events: ['payout.create'] };

/** How the service itself refuses it. */
async function refusalOf({ baseUrl, token }: HostedService, body: unknown) {
  const answer = await fetch(`${baseUrl}/v1/webhook`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(false);
  const { message } = z.object({ message: z.string().min(1) }).parse(await answer.json());
  return { status: answer.status, message };
}

onHosted(
  'the eleventh webhook is refused in the service’s words, and what was typed stays',
  async ({ app, screens, service }) => {
    const { webhooks } = screens;
    for (let number = 1; number <= 10; number += 1) {
      await service.call('POST', '/v1/webhook', { ...another, name: `Webhook ${number}` });
    }
    await webhooks.createElsewhere(elsewhere);
    const alert = app.getByRole('alert').filter({ hasText: 'Refused by the service' });
    await expect(alert).toContainText('Nothing was created.');
    const { status, message } = await refusalOf(service, another);
    await expect(alert.getByRole('listitem')).toHaveText([message]);
    await expect(alert).toContainText(`HTTP ${status}`);
    expect(await service.list('webhooks')).toHaveLength(10);
    await app.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(webhooks.field('Name')).toHaveValue('Treasury desk');
    await expect(webhooks.field('URL')).toHaveValue(elsewhere.URL);
    await webhooks.go('Webhooks');
    await expect(app.getByText('0 of 10 known')).toBeVisible();
  },
);

onHosted(
  'a lost answer: it may exist, its secret can’t be requested, and the screen says what to do',
  async ({ own, app, screens, service }) => {
    const { webhooks } = screens;
    await service.fault({ kind: 'drop', operation: 'createWebhook' });
    await webhooks.createElsewhere(elsewhere);
    const main = app.getByRole('main');
    await expect(main.getByText('The webhook may exist', { exact: true })).toBeVisible();
    await expect(main).toContainText(
      'Its secret was in the lost response, and Causeway can’t request it',
    );
    await expect(main).toContainText(
      'What to do: Check with the service whether the webhook exists.',
    );
    await expect(webhooks.createButton()).toBeDisabled();
    await app.getByRole('link', { name: 'Show in webhooks' }).click();
    const expectSaid = async (shown: Screens) => {
      const lost = shown.page.getByRole('region', { name: 'May exist' });
      await expect(lost).toContainText('Treasury desk');
      await expect(lost).toContainText('Causeway can’t request it');
      await expect(lost).toContainText('What to do:');
      await expect(lost).toContainText(elsewhere.URL);
    };
    await expectSaid(screens);

    await own.stop();
    const again = new Screens(await own.open());
    await again.webhooks.go('Webhooks');
    await expectSaid(again);
    // It was sent once, and nothing sends it again by itself.
    expect(await service.list('webhooks')).toHaveLength(1);
  },
);

test('a webhook that came to be while its form was away is said in the frame', async ({
  app,
  screens,
  service,
}) => {
  const { webhooks } = screens;
  const gate = await startGate(service.baseUrl, 'POST /v1/webhook');
  const { token } = service;
  await screens.settings.addAndUse({ name: 'Gated', baseUrl: gate.baseUrl, token });
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await webhooks.fill(elsewhere);
  const opening = app.context().waitForEvent('page');
  await webhooks.createButton().click();
  const document = await opening;
  await expect(document.getByText(elsewhere.URL)).toBeVisible();
  // It answers when the service has.
  await document.getByRole('button', { name: 'Create webhook' }).click({ noWaitAfter: true });
  await expect(app.getByText('Continue in the window that opened')).toBeVisible();
  await screens.go('Customers');
  // It comes over the screen while something there is being clicked, and the click still counts.
  await screens.customers.newButton().hover();
  await app.mouse.down();
  gate.open();
  await expect(app.getByText('The service created the webhook')).toBeVisible();
  await app.mouse.up();
  await expect(screens.heading('New customer')).toBeVisible();
  await app.getByRole('link', { name: 'Open record' }).click();
  await expect(webhooks.detail('Treasury desk')).toContainText('Stored encrypted');
  // Whoever opened it knows.
  await screens.go('Settings');
  await expect(app.getByText('The service created the webhook')).toBeHidden();
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await expect(webhooks.field('Name')).toHaveValue('');
  await gate.stop();
});

test('an address that became another webhook’s is said, and the one to take instead is offered', {
  tag: '@browser',
}, async ({ own, app, screens, context }) => {
  const { webhooks } = screens;
  await webhooks.openSandboxTunnel();
  await webhooks.go('Webhooks');
  await webhooks.newButton().click();
  await webhooks.fill({ Name: 'Second', Events: ['customer.create'] });
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  const taken = await webhooks.field('URL').inputValue();
  await app.getByRole('button', { name: 'Review', exact: true }).click();

  const page = await context.newPage();
  await page.goto(await own.process().freshLink());
  const faster = new Screens(page).webhooks;
  await faster.create({ Name: 'First', URL: taken, Events: ['payout.create'] });
  await expect(faster.detail('First')).toBeVisible();

  await webhooks.createButton().click();
  await expect(app.getByText(/^This URL belongs to another webhook, or may/)).toBeVisible();
  await app.getByRole('button', { name: 'Back', exact: true }).click();
  const use = app.getByRole('button', { name: 'Use URL: Sandbox' });
  await expect(use).toBeEnabled();
  await use.click();
  await expect(webhooks.field('URL')).toHaveValue(/^https:\/\/.+\/hooks\/[0-9a-f]{32}$/);
  await expect(webhooks.field('URL')).not.toHaveValue(taken);
  await app.getByRole('button', { name: 'Review', exact: true }).click();
  await webhooks.createButton().click();
  await expect(webhooks.detail('Second')).toBeVisible();
  await expect(app.getByText('2 of 10 known')).toBeVisible();
});

const created = z.object({
  data: z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) }),
});

throughSsh(
  'a delivery before the answer of the create, and a webhook that was made elsewhere',
  async ({ app, screens, service, publicSide, context }) => {
    const { webhooks } = screens;
    const gate = await startGate(service.baseUrl, 'POST /v1/webhook');
    await screens.settings.addAndUse({
      name: 'Hosted',
      baseUrl: gate.baseUrl,
      token: service.token,
    });
    await openSshTunnel(app, publicSide);

    await test.step('what comes too early is held, and genuine when the secret is there', async () => {
      await webhooks.create({ Name: 'Treasury desk', Events: ['webhook.create'] });
      await webhooks.go('Deliveries');
      const held = webhooks.deliveries('Encrypted until its signature is checked');
      await expect(held).toContainText('Not checked');
      const detail = await webhooks.open(held, 'Encrypted until its signature is checked');
      await expect(detail).toContainText('The webhook’s secret is not known yet.');
      await expect(webhooks.fact(detail, 'Storage')).toHaveText('Awaiting secret');

      gate.open();
      await webhooks.go('Deliveries');
      const row = webhooks.deliveries('webhook.create');
      await expect(row).toContainText('Verified');
      const judged = await webhooks.open(row, 'webhook.create');
      const verdicts = judged.getByRole('region', { name: 'Signature checks' });
      await expect(verdicts.getByRole('listitem')).toContainText(['Not checked', 'Verified']);
    });
    await test.step('one that exists is added by id, URL and secret', async () => {
      // The form offers an address that leads here; somebody else uses it.
      await webhooks.go('Webhooks');
      await webhooks.newButton().click();
      await expect(webhooks.field('URL')).toHaveValue(/\/hooks\//);
      const url = await webhooks.field('URL').inputValue();
      const made = { name: 'Made elsewhere', url, events: ['wallet.create'] };
      const { data } = created.parse(await service.call('POST', '/v1/webhook', made));
      const { id, secret } = data.webhook;

      await webhooks.go('Webhooks');
      await app.getByRole('button', { name: 'Import' }).click();
      await app.getByRole('button', { name: 'Enter secret' }).click();
      await expect(app.getByRole('textbox', { name: 'Webhook ID' })).toBeFocused();
      await app.getByRole('textbox', { name: 'Webhook ID' }).fill(id);
      await webhooks.field('URL').fill(url);
      await webhooks.field('Name').fill('Made elsewhere');
      const opening = context.waitForEvent('page');
      await app.getByRole('button', { name: 'Enter secret' }).click();
      await submitSecret(await opening, { Secret: secret }, 'Store secret');
      await expect(
        app.getByText('Made elsewhere is imported and its secret is stored.'),
      ).toBeVisible();
      expect(await app.content()).not.toContain(secret);
      await app.getByRole('link', { name: 'Show webhook' }).click();
      await expect(webhooks.detail('Made elsewhere')).toContainText('Stored encrypted');
      await expect(app.getByText('2 of 10 known')).toBeVisible();
      await makeEvent(service, 'wallet.create');
      await webhooks.go('Deliveries');
      const row = webhooks.deliveries('wallet.create');
      await expect(row).toContainText('Verified');
      await expect(row).toContainText('Made elsewhere');
    });
    await gate.stop();
  },
);
