import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { readClipboard } from './support/clipboard.ts';
import { openOnHosted } from './support/fixtures.ts';
import { test as base, makeEvent, openSshTunnel, postFromOutside } from './support/public-side.ts';
import { ada } from './support/samples.ts';

const test = base.extend(openOnHosted);

const desk = {
  Name: 'Treasury desk',
  Events: ['address.create', 'customer.create', 'payout.create', 'wallet.create'],
};

test.beforeEach(async ({ app, screens, publicSide }) => {
  await openSshTunnel(app, publicSide);
  await screens.webhooks.create(desk);
  await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
  await screens.webhooks.go('Deliveries');
});

test('events come through TLS proxy and sshd: genuine, repeated, in another order', async ({
  app,
  screens,
  service,
  publicSide,
}) => {
  const { webhooks } = screens;
  await test.step('a customer’s event is genuine on the screen', async () => {
    await screens.go('Customers');
    await screens.customers.create(ada);
    await expect(screens.customers.detail('Ada Byron')).toBeVisible();
    await webhooks.go('Deliveries');
    const row = webhooks.deliveries('customer.create');
    await expect(row.getByText('Verified', { exact: true })).toBeVisible();
    const detail = await webhooks.open(row, 'customer.create');
    await expect(detail).toContainText('Verified: signed with the webhook’s secret');
    await expect(webhooks.fact(detail, 'Storage')).toHaveText('Stored');
    await expect(detail.getByText('not UTF-8 text')).toHaveCount(0);
    await app.context().grantPermissions(['clipboard-write']);
    await detail.getByRole('button', { name: 'Copy body' }).click();
    await expect.poll(() => readClipboard(app)).toMatch(/^\{.*"customer\.create"/s);
  });

  await test.step('duplicates are one delivery, and counted', async () => {
    await service.fault({ kind: 'duplicate', copies: 2 });
    await makeEvent(service, 'wallet.create');
    const row = webhooks.deliveries('wallet.create');
    await expect(row).toHaveCount(1);
    const detail = await webhooks.open(row, 'wallet.create');
    await expect(webhooks.fact(detail, 'Exact duplicates')).toContainText(/^2\b/);
    await expect(webhooks.fact(detail, 'Relation to event')).toHaveText(
      'First delivery of its event',
    );
    await expect(row).toHaveCount(1);
  });

  await test.step('in another order both are genuine, as they arrived', async () => {
    // The steps are long, so that both are made before the first of them goes out.
    await service.fault({ kind: 'reorder', count: 2, stepMs: 2_500 });
    await makeEvent(service, 'payout.create');
    await makeEvent(service, 'address.create');
    const names = app.getByRole('table', { name: 'Deliveries' }).getByRole('link');
    // The newest arrival stands first; it is the older event.
    await expect(names).toHaveText([
      'payout.create',
      'address.create',
      'wallet.create',
      'customer.create',
    ]);
    for (const name of ['payout.create', 'address.create']) {
      await expect(webhooks.deliveries(name)).toContainText('Verified');
    }
  });

  await test.step('a rebuild says what it does, and is asked about first', async () => {
    await app.getByRole('button', { name: 'Rebuild records…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Rebuild records?' });
    await expect(dialog).toContainText('No delivery or record is lost');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Rebuild records', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(app.getByText(/^Records rebuilt/)).toBeVisible();
    await expect(webhooks.deliveries('customer.create')).toContainText('Verified');
  });

  await test.step('the tunnel and the list say the same', async () => {
    await webhooks.go('Tunnels');
    const tunnel = webhooks.tunnel('Gateway');
    await expect(tunnel).toContainText(publicSide.origin);
    await expect(tunnel).toContainText(publicSide.sshd.fingerprints.ed25519);
    await webhooks.go('Webhooks');
    const row = webhooks.row('Treasury desk');
    await expect(row).toContainText(/Check passed/);
    // Four events, one of them three times.
    await expect(row).toContainText('6 verified');
    await expect(row).not.toContainText('not verified');
  });
});

test('what can’t be proved is refused, and the screen tells why and what to do', async ({
  app,
  screens,
  service,
  publicSide,
}) => {
  const { webhooks } = screens;
  const refused = (mark: string) =>
    webhooks.deliveries('Not verified, not read').filter({ hasText: mark });
  // One attempt for a delivery: what was refused is not sent again by itself.
  await service.control('PATCH', '/settings', { retryDelaysMs: [0] });

  for (const { signing, event, mark, words } of [
    {
      signing: 'wrong',
      event: 'wallet.create',
      mark: 'Invalid',
      words: 'The signature does not match any secret that Causeway stores',
    },
    {
      signing: 'missing',
      event: 'payout.create',
      mark: 'Unsigned',
      words: 'The delivery has no signature',
    },
  ]) {
    await test.step(`${mark}, and genuine once it is signed as it should be`, async () => {
      await service.fault({ kind: 'signature', signing });
      const id = await makeEvent(service, event);
      await expect(refused(mark)).toHaveCount(1);
      await expect(webhooks.deliveries(event)).toHaveCount(0);
      await service.control('POST', `/events/${id}/redeliver`);
      await expect(webhooks.deliveries(event)).toContainText('Verified');
      const detail = await webhooks.open(refused(mark), 'Not verified, not read');
      await expect(detail).toContainText(words);
      await expect(detail).toContainText('rejected');
      await expect(detail).toContainText('What to do:');
      await expect(webhooks.fact(detail, 'Storage')).toHaveText('Quarantined');
    });
  }

  await test.step('a changed body under a true signature', async () => {
    const id = await makeEvent(service, 'address.create');
    const row = webhooks.deliveries('address.create');
    const detail = await webhooks.open(row, 'address.create');
    const path = await webhooks.fact(detail, 'Path').innerText();
    const headers = detail.getByRole('region', { name: 'Headers' });
    const signature = await webhooks.fact(headers, 'signature').innerText();
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const forged = JSON.stringify({ id, name: 'address.create', data: { address: {} } });
    expect(await postFromOutside(publicSide, path, { signature }, forged)).toBe(401);
    await expect(refused('Invalid')).toHaveCount(2);
    const shown = await webhooks.open(refused('Invalid').first(), 'Not verified, not read');
    await expect(shown).toContainText('or the bytes were changed in transit');
    await expect(webhooks.fact(shown, 'Storage')).toHaveText('Quarantined');
    // What is known of the event is what was proved.
    await expect(row).toHaveCount(1);
  });

  await expect(screens.link('Webhooks')).toContainText('3 deliveries of the last 24 hours');
  const parts = app.getByRole('navigation', { name: 'Webhook views' });
  await expect(parts.getByRole('link', { name: 'Deliveries' })).toContainText('3 not verified');
  await webhooks.go('Webhooks');
  await expect(webhooks.row('Treasury desk')).toContainText('3 not verified');
});

test('a console that was stopped for a while proves its tunnel again and takes in what waited', async ({
  own,
  service,
  screens,
}) => {
  const { webhooks } = screens;
  // Once a second: what is tried while the console stands still is tried again soon.
  const retryDelaysMs = [0, ...Array.from({ length: 40 }, () => 100_000)];
  await service.control('PATCH', '/settings', { retryDelaysMs });
  await webhooks.go('Tunnels');
  const proof = webhooks
    .fact(webhooks.tunnel('Gateway'), 'Last passed check')
    .locator('time')
    .first();
  const provenAt = async () => Date.parse((await proof.getAttribute('datetime')) ?? '');
  const before = await provenAt();
  const { pid } = own.process();
  process.kill(pid, 'SIGSTOP');
  try {
    await makeEvent(service, 'payout.create');
    // Longer than what counts as a jump of the clock, and than sshd waits for a sign of life.
    await pause(7_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(provenAt, { timeout: 60_000 }).toBeGreaterThan(before + 6_000);
  await expect(webhooks.tunnel('Gateway')).toContainText(/Check passed/);
  await webhooks.go('Deliveries');
  await expect(webhooks.deliveries('payout.create')).toContainText('Verified', { timeout: 60_000 });
  await webhooks.go('Webhooks');
  await expect(webhooks.row('Treasury desk')).toContainText('1 verified');
});
