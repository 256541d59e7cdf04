import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { ada } from './support/samples.ts';

test.use({ startArguments: ['--ephemeral'] });

/** Holds back what main tells the page, as on a computer that sleeps; what the page says goes on. */
async function holdBack(page: Page): Promise<{ hold(): void; letGo(): void }> {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (isHeld) waiting.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold() {
      isHeld = true;
    },
    letGo() {
      isHeld = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

test('a tab that does not know yet that another profile is in use sends nothing to it', {
  tag: '@browser',
}, async ({ own, app, screens, context, service }) => {
  const { baseUrl, token } = service;
  const page = await context.newPage();
  const told = await holdBack(page);
  await page.goto(await own.process().freshLink());
  const behind = new Screens(page);
  await behind.customers.startNew();
  await behind.customers.fill(ada);

  told.hold();
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token });
  await expect(behind.settings.switchButton('Built-in sandbox')).toBeVisible();
  await behind.customers.createButton().click();
  told.letGo();
  await expect(behind.settings.switchButton('Hosted')).toBeVisible();
  await expect(page.getByText(/^This window shows the profile Hosted now/)).toBeVisible();

  // The form waits in the profile that it was filled in for, and says what became of it.
  await behind.settings.switchButton('Hosted').click();
  await page.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(behind.settings.switchButton('Built-in sandbox')).toBeVisible();
  await behind.go('Customers');
  await behind.customers.startNew();
  await expect(page.getByText(/Another profile was selected meanwhile/)).toBeVisible();
  await expect(behind.customers.field('Last name')).toHaveValue('Byron');
  expect(await service.list('customers')).toHaveLength(0);
  await expect(screens.settings.switchButton('Built-in sandbox')).toBeVisible();

  await behind.customers.createButton().click();
  await expect(behind.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Customers');
  await expect(screens.customers.row('Ada Byron')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(0);
  await expect(app.getByText('Another profile was selected')).toHaveCount(0);
});
