/**
 * The built main, preload and page together, with Chromium in Electron's place (support/
 * electron-in-chromium): page ↔ preload in its isolated world ↔ port ↔ console, under the production
 * policy. What only Electron's own binary does is proven by the `electron` project of Playwright.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as expectSeen } from '@playwright/test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { electronPageOrigin } from '../../src/bridge/transport.ts';
import { Screens, screenNames } from '../e2e/support/pages/screens.ts';
import { type StandInProcess, startStandIn } from '../support/electron-in-chromium/start.ts';
import { root } from '../support/run-command.ts';

const pageAddress = 'http://causeway.localhost/';
const secretAddress = 'http://secret.localhost/';

/** What is waited for comes, however long a busy machine takes. */
const see = expectSeen.configure({ timeout: 30_000 });

let folder: string;
let running: StandInProcess | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-built-'));
  running = null;
});

afterEach(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<StandInProcess> {
  running = await startStandIn(['--data-dir', join(folder, 'data'), ...args]);
  return running;
}

const customer = {
  Type: 'Individual',
  Email: 'ada@example.com',
  'First name': 'Ada',
  'Last name': 'Byron',
} as const;

test('the preload and the page both know the origin that Electron gives them', () => {
  // The stand-in gives them another; were the name not there, it would prove nothing.
  const preload = readFileSync(join(root, 'out/preload/index.cjs'), 'utf8');
  expect(preload).toContain(electronPageOrigin);
});

test('--smoke finds database, keychain module, page and bridge well, and says so', async () => {
  const standIn = await startStandIn(['--smoke']);
  running = standIn;
  expect(await standIn.ended).toBe(0);
  expect(JSON.parse(standIn.stdout())).toMatchObject({
    sqlite: true,
    keytar: true,
    page: true,
    bridge: true,
  });
});

test('the window shows every screen, and nothing breaks its policy', async () => {
  const page = await (await start('--ephemeral')).window(pageAddress);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const screens = new Screens(page);
  for (const name of screenNames) {
    await screens.go(name);
    await see(screens.heading(name)).toBeVisible();
  }
  expect(complaints).toEqual([]);
  const nonces = await page.locator('style[nonce], script[nonce]').count();
  expect(nonces).toBeGreaterThan(0);
  // Neither Electron nor Node is there for the page.
  const seen = await page.evaluate(() =>
    ['require', 'process', 'ipcRenderer', '__port', '__toMain'].filter((name) => name in window),
  );
  expect(seen).toEqual([]);
});

test('what is created through the port is there after a reload and after a restart', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 });
  const first = await start('--passphrase-file', file);
  const page = await first.window(pageAddress);
  const screens = new Screens(page);
  await screens.go('Customers');
  await screens.customers.create(customer);
  await see(page.getByText('Ada Byron').first()).toBeVisible();

  // The old port is gone with the old document; the page brings a new one.
  await page.reload();
  await screens.go('Customers');
  await see(page.getByText('Ada Byron').first()).toBeVisible();
  // A form that is saved nowhere is asked about first.
  await screens.settings.open();
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await page.getByLabel('Company name').fill('Treasury');
  expect(await first.stop()).toBe(0);
  expect(first.stderr()).toContain('Leave without saving?');

  const again = await (await start('--passphrase-file', file)).window(pageAddress);
  await new Screens(again).go('Customers');
  await see(again.getByText('Ada Byron').first()).toBeVisible();
});

test('a vault is unlocked in a window of its own, which has neither script nor bridge', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 });
  expect(await (await opened('--passphrase-file', file)).stop()).toBe(0);

  const standIn = await opened();
  const page = await standIn.window(pageAddress);
  await page.getByRole('button', { name: /passphrase|unlock/i }).click();
  const secret = await standIn.window(secretAddress);
  expect(await secret.locator('script').count()).toBe(0);
  await secret.getByLabel('Passphrase').fill('correct horse battery staple');
  await secret.getByRole('button', { name: 'Unlock' }).click();
  await see(secret.getByText('Causeway is unlocked.')).toBeVisible();
  await see(new Screens(page).link('Customers')).toBeVisible();
  // What was typed is in no address and no log.
  expect(secret.url()).not.toContain('horse');
  const log = await readFile(join(folder, 'data/causeway.log'), 'utf8');
  expect(log + standIn.stdout() + standIn.stderr()).not.toContain('horse');
});

async function opened(...args: string[]): Promise<StandInProcess> {
  const standIn = await start(...args);
  await (await standIn.window(pageAddress)).waitForLoadState();
  return standIn;
}

test('the page goes nowhere', async () => {
  const page = await (await start('--ephemeral')).window(pageAddress);
  await see(new Screens(page).link('Customers')).toBeVisible();
  const address = page.url();
  const go = (to: string) =>
    page.evaluate((url) => {
      location.href = url;
    }, to);
  await go('data:text/html,x');
  await see(new Screens(page).link('Customers')).toBeVisible();
  expect(page.url()).toBe(address);
  // Its own headers hold these before anybody is asked: nothing is left of it but an error.
  for (const to of ['http://secret.localhost/ticket', 'http://example.com/']) {
    await go(to);
    await see.poll(() => page.url()).toMatch(/^chrome-error:/);
    await page.goto(address);
    await see(new Screens(page).link('Customers')).toBeVisible();
  }
});
