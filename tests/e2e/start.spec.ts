import { expect } from '@playwright/test';
import { runToEnd } from '../support/console-process.ts';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/fixtures.ts';
import { Screens, screenNames } from './support/pages/screens.ts';

test.use({ startArguments: ['--ephemeral'] });

test('the console opens on its first screen with a sandbox of its own, and goes on', async ({
  own,
  app,
  screens,
}) => {
  await expect(screens.heading('Overview')).toBeVisible();
  await expect(app.getByRole('banner').getByText('SANDBOX', { exact: true })).toBeVisible();
  // The code is gone from the address before anyone can copy it.
  expect(app.url()).not.toContain('code=');

  await test.step('every screen opens', async () => {
    for (const name of screenNames) {
      await screens.go(name);
      await expect(screens.heading(name)).toBeVisible();
    }
  });

  await test.step('a page that is reloaded goes on', async () => {
    await screens.go('Settings');
    await app.reload();
    await expect(screens.heading('Settings')).toBeVisible();
  });

  await test.step('settings say that a session has no backup', async () => {
    await app.getByRole('link', { name: 'Backup', exact: true }).click();
    const backups = app.getByRole('region', { name: 'Backups' });
    await expect(backups).toContainText('no backup can be restored into it');
    await expect(backups.getByRole('button')).toHaveCount(0);
  });

  await test.step('a page says when the console has stopped, and what went with it', async () => {
    await own.stop();
    await expect(app.getByText('Causeway is not responding')).toBeVisible();
    await expect(app.getByText(/its records and secrets are gone; if it/)).toBeVisible();
    await expect(app.getByText(/nothing you typed is lost/)).toHaveCount(0);
  });
});

test('a link opens one page, in a browser of this engine', async ({
  own,
  app,
  context,
  browser,
}) => {
  await expect(new Screens(app).link('Customers')).toBeVisible();

  await test.step('a new tab needs a link of its own', async () => {
    const second = await context.newPage();
    await second.goto(new URL(app.url()).origin);
    await expect(second.getByText('This link has been used or has expired')).toBeVisible();

    // Opened in the same tab: only the fragment changes, and the page begins again by itself.
    await second.goto(await own.process().freshLink());
    await expect(new Screens(second).link('Customers')).toBeVisible();
    // The first tab is not shut out by the second.
    await app.reload();
    await expect(new Screens(app).link('Customers')).toBeVisible();
  });

  const link = await own.process().freshLink();
  await test.step('another engine is not let in, and spends no link', async () => {
    const theirs = await (await browser.newContext()).newPage();
    await theirs.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'userAgentData'));
    await theirs.goto(link);
    await expect(theirs.getByText('Causeway does not open in this browser')).toBeVisible();
    await expectAccessible(theirs, 'another engine');
  });

  await test.step('what was opened once opens nothing more', async () => {
    const mine = await (await browser.newContext()).newPage();
    await mine.goto(link);
    await expect(new Screens(mine).link('Customers')).toBeVisible();
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(link);
    await expect(theirs.getByText('This link has been used or has expired')).toBeVisible();
  });
});

test('one process holds a data directory, and a second start leads to it', async ({
  own,
  app,
  browser,
}) => {
  await expect(new Screens(app).link('Customers')).toBeVisible();
  const { dataDir } = own.process();
  const second = await runToEnd(['--json', '--no-open', '--port', '0', '--data-dir', dataDir]);
  expect(second).toMatchObject({ code: 0, stderr: '' });
  const told = JSON.parse(second.stdout) as { url: string; dataDir: string };
  expect(told).toEqual({ url: expect.stringContaining(new URL(app.url()).origin), dataDir });

  const mine = await (await browser.newContext()).newPage();
  await mine.goto(told.url);
  await expect(new Screens(mine).link('Customers')).toBeVisible();
  await app.reload();
  await expect(new Screens(app).link('Customers')).toBeVisible();
});
