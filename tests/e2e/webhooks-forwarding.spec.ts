import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page } from '@playwright/test';
import { root } from '../support/run-command.ts';
import { expectAccessible } from './support/accessibility.ts';
import { test as base } from './support/fixtures.ts';
import { type LocalTarget, startLocalTarget } from './support/local-target.ts';
import { Screens } from './support/pages/screens.ts';
import { confirmDocument } from './support/secret-document.ts';

const test = base.extend<{ target: LocalTarget }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for what it needs.
  target: async ({}, use) => {
    const target = await startLocalTarget();
    await use(target);
    await target.stop();
  },
});

const desk = { Name: 'Treasury desk', Events: ['customer.create'] };

test.beforeEach(async ({ screens }) => {
  await screens.webhooks.openSandboxTunnel();
  await screens.webhooks.create(desk);
  await expect(screens.webhooks.detail('Treasury desk')).toBeVisible();
});

/** An event: the sandbox tells of every customer. */
async function createCustomer(screens: Screens, name: string): Promise<void> {
  await screens.go('Customers');
  await screens.customers.create({ 'First name': name, 'Last name': 'Byron' });
  await expect(screens.customers.detail(`${name} Byron`)).toBeVisible();
}

/** The secret, as its document shows it. */
async function readSecret(page: Page): Promise<string> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Show secret' }).click();
  const shown = await opening;
  await shown.getByRole('button', { name: 'Show secret once' }).click();
  const secret = await shown.locator('textarea[readonly]').inputValue();
  await shown.close();
  return secret;
}

test('what is genuine is forwarded byte for byte, waits while nobody takes it, and is replayed', {
  tag: '@browser',
}, async ({ own, app, screens, target }) => {
  const { webhooks } = screens;
  const secret = await readSecret(app);
  let refused: Buffer | undefined;
  await webhooks.addTarget('Ledger', target.url);
  await createCustomer(screens, 'Ada');

  await test.step('forwarded with bytes, signature and content type unchanged', async () => {
    await webhooks.go('Forwarding');
    await expect(webhooks.target('Ledger')).toContainText('1 delivered');
    expect(target.names()).toEqual(['customer.create']);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = target.received;
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    expect(headers['signature'] === signature).toBe(true);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const result = app.getByRole('table', { name: 'Forwarding results' }).getByRole('row');
    await expect(result.nth(1)).toContainText('Delivered');
    await expect(result.nth(1)).toContainText('200');
    await expect(result.nth(1)).toContainText('customer.create');
  });

  await test.step('what nobody takes waits, over a restart of the console', async () => {
    target.answerWith(500);
    await createCustomer(screens, 'Grace');
    await webhooks.go('Forwarding');
    await expect(webhooks.target('Ledger')).toContainText('1 waiting');
    await expect(webhooks.target('Ledger')).toContainText('status 500');
    refused = target.received.at(-1)?.body;
    expect(refused).not.toEqual(target.received[0]?.body);
    await own.stop('SIGKILL');
    target.answerWith(200);
  });

  const again = new Screens(await own.open());
  await test.step('and goes out when it is taken', async () => {
    await again.webhooks.go('Forwarding');
    await expect(again.webhooks.target('Ledger')).toContainText('2 delivered', { timeout: 90_000 });
    expect(target.received.at(-1)?.body).toEqual(refused);
  });

  await test.step('one is replayed from its page, and all since a time', async () => {
    const before = target.received.length;
    await again.webhooks.go('Deliveries');
    const rows = again.webhooks.deliveries('customer.create');
    await expect(rows).toHaveCount(2);
    const detail = await again.webhooks.open(rows.last(), 'customer.create');
    await detail.getByRole('button', { name: 'Replay', exact: true }).click();
    await expect(detail).toContainText('Queued. Causeway sends it as signed');
    await expect.poll(() => target.received.length).toBe(before + 1);
    expect(target.received.at(-1)?.body).toEqual(target.received[0]?.body);

    await again.webhooks.go('Forwarding');
    await again.page.getByRole('button', { name: 'Replay: Ledger' }).click();
    const dialog = again.page.getByRole('dialog', { name: 'Replay to Ledger' });
    await dialog.getByRole('textbox', { name: 'Since' }).fill('2020-01-01T00:00');
    const replay = () => dialog.getByRole('button', { name: 'Replay', exact: true }).click();
    await confirmDocument(again.page, replay, 'Replay');
    await expect.poll(() => target.received.length).toBe(before + 3);
    // In the order of their arrival.
    const replayed = target.received.slice(-2).map(({ body }) => body);
    expect(replayed).toEqual([target.received[0]?.body, refused]);
  });
});

test('an address says that it fails and is tried again, that something was given up, and that it goes on', {
  tag: '@browser',
}, async ({ app, screens, target }) => {
  const { webhooks } = screens;
  await webhooks.addTarget('Ledger', target.url);
  const ledger = webhooks.target('Ledger');
  const standing = (tone: string) => ledger.locator(`span[data-tone="${tone}"]`).first();
  const result = (tone: string) =>
    app
      .getByRole('table', { name: 'Forwarding results' })
      .getByRole('row')
      .nth(1)
      .locator(`span[data-tone="${tone}"]`);

  await test.step('amber while it is tried again', async () => {
    target.answerWith(500);
    await createCustomer(screens, 'Ada');
    await webhooks.go('Forwarding');
    await expect(standing('amber')).toHaveText(/^Failing since .+, last response 500$/);
    await expect(ledger).toContainText('Refused with status 500.');
    await expect(ledger).toContainText('Causeway tries waiting deliveries again.');
    await expect(result('blue')).toHaveText('Waiting');
    await expectAccessible(app, 'an address that fails');
  });

  await test.step('red once it was refused for good', async () => {
    target.answerWith(410);
    await expect(standing('red')).toHaveText(/^Failing since .+, last response 410$/, {
      timeout: 60_000,
    });
    await expect(ledger).toContainText('Permanently refused with status 410.');
    await expect(ledger).toContainText('Replay them when the target accepts deliveries');
    await expect(ledger).toContainText('1 failed');
    await expect(result('red')).toHaveText('Failed');
    await expectAccessible(app, 'an address that refused for good');
    await webhooks.go('Deliveries');
    const row = webhooks.deliveries('customer.create');
    await app.setViewportSize({ width: 1600, height: 900 });
    await expect(row.locator('span[data-tone="red"]')).toHaveText('1 failed');
    const detail = await webhooks.open(row, 'customer.create');
    await expect(detail.locator('span[data-tone="red"]')).toHaveText('Failed');
  });

  await test.step('green when it takes the next', async () => {
    target.answerWith(200);
    await createCustomer(screens, 'Grace');
    await webhooks.go('Forwarding');
    await expect(standing('green')).toHaveText('Forwarding');
    await expect(ledger).toContainText('1 delivered');
    await expect(result('green')).toHaveText('Delivered');
  });
});

test('npm run listen attaches to the console that runs, and leaves it as it was', {
  tag: '@browser',
}, async ({ own, app, screens, target }) => {
  const { webhooks } = screens;
  const listening = startListen(['--data-dir', own.dataDir, '--forward-to', target.url, '--json']);
  try {
    expect(await listening.line()).toMatchObject({
      listening: { forwardTo: target.url, state: 'proven' },
    });
    await webhooks.go('Forwarding');
    await expect(webhooks.target('npm run listen')).toContainText(target.url);
    // It takes the webhook that is there, and no other place.
    await expect(app.getByText('1 of 10 known')).toBeVisible();
    await createCustomer(screens, 'Ada');
    expect(await listening.line()).toMatchObject({
      event: 'customer.create',
      verdict: 'genuine',
      forward: { state: 'delivered', status: 200 },
    });
    expect(target.names()).toEqual(['customer.create']);
    await webhooks.go('Deliveries');
    await expect(webhooks.deliveries('customer.create')).toContainText('1 delivered');
  } finally {
    expect(await listening.stop()).toBe(0);
  }
  await webhooks.go('Forwarding');
  await expect(webhooks.target('npm run listen')).toHaveCount(0);
  await createCustomer(screens, 'Grace');
  await webhooks.go('Deliveries');
  await expect(webhooks.deliveries('customer.create')).toHaveCount(2);
  expect(target.received).toHaveLength(1);
});

/** What `npm run listen --` runs. */
function startListen(args: readonly string[]) {
  const program = join(root, 'src/main/hosts/cli/run.mjs');
  const child = spawn(process.execPath, [program, 'listen', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  return {
    /** The next line of JSON. */
    async line(): Promise<unknown> {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`npm run listen has ended: ${said}`);
      return JSON.parse(value);
    },
    /** Resolves to its exit code. */
    async stop(): Promise<unknown> {
      child.kill('SIGINT');
      const [code] = await ended;
      return code;
    },
  };
}
