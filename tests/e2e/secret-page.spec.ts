import { join } from 'node:path';
import { expect } from '@playwright/test';
import { askOrigin } from '../../src/main/hosts/browser/testing/ask-origin.ts';
import { type ConsoleProcess, startConsole } from '../support/console-process.ts';
import { passphrase, test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';

let running: ConsoleProcess;

test.beforeEach(async ({ folder }) => {
  // No keychain can be reached, so the first screen offers a passphrase.
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  running = await startConsole({ dataDir: join(folder, 'data'), env });
});

test.afterEach(() => running.stop());

test('a passphrase is typed into a page of its own, without scripts, and passes no other', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(String(payload))),
  );
  await page.goto(running.url);
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: /passphrase/i }).click(),
  ]);
  await popup.waitForLoadState();
  expect(new URL(popup.url()).pathname).toMatch(/^\/secret\/[0-9a-f]{32}$/);
  await expect(popup.locator('script')).toHaveCount(0);
  expect(await popup.evaluate(() => window.opener)).toBeNull();

  await expect(popup.locator('input[type=password]')).toHaveCount(2);
  for (const field of await popup.locator('input[type=password]').all()) {
    await field.fill(passphrase);
  }
  const [answer] = await Promise.all([
    popup.waitForResponse((response) => response.request().method() === 'POST'),
    popup.getByRole('button', { name: 'Set passphrase' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  await expect(popup.getByText('Passphrase set. Causeway is unlocked.')).toBeVisible();
  await expect(new Screens(page).link('Customers')).toBeVisible();
  expect(sent.join()).not.toContain(passphrase);
  expect(running.stdout() + running.stderr()).not.toContain(passphrase);

  // Spent: the same page is nowhere any more.
  const [cookie] = await page.context().cookies(popup.url());
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
  expect((await askOrigin(popup.url(), { headers })).status).toBe(404);
});
