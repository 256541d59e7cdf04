import { expect } from '@playwright/test';
import { startConsole } from '../support/console-process.ts';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { ada } from './support/samples.ts';

// A socket that is cut and a program that is gone from under its page are of the browser host.
test.use({ startArguments: ['--ephemeral'] });

test('a socket that is cut comes back, the form as it was, and changes go on', {
  tag: '@browser',
}, async ({ own, context }) => {
  const page = await context.newPage();
  const sockets: { close(): void }[] = [];
  let isCut = false;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    const server = socket.connectToServer();
    sockets.push({
      close: () => {
        void socket.close({ code: 1012 });
        void server.close({ code: 1012 });
      },
    });
  });
  const first = await own.open();
  await expect(new Screens(first).link('Customers')).toBeVisible();
  await page.goto(await own.process().freshLink());
  const screens = new Screens(page);
  await screens.customers.startNew();
  await screens.customers.fill(ada);

  isCut = true;
  for (const socket of sockets) socket.close();
  await expect(page.getByText('Causeway is not responding')).toBeVisible();
  await expect(page.getByText(/stopped responding/)).toBeVisible();
  await expect(screens.customers.field('Last name')).toHaveValue('Byron');
  // Typing goes on meanwhile.
  await screens.customers.fill({ 'First name': 'Augusta Ada' });
  isCut = false;
  await expect(page.getByText('Causeway is not responding')).toBeHidden();
  await expect(screens.customers.field('First name')).toHaveValue('Augusta Ada');
  await screens.customers.createButton().click();
  await expect(screens.customers.detail('Augusta Ada Byron')).toBeVisible();

  // The stream of changes has come back as well: what another window does is seen here by itself.
  await new Screens(first).customers.create({ 'First name': 'Grace', 'Last name': 'Hopper' });
  await expect(screens.customers.row('Grace Hopper')).toBeVisible();
});

test('an answer that the cut swallowed is looked up, not sent again', {
  tag: '@browser',
}, async ({ own, context }) => {
  await own.open();
  const page = await context.newPage();
  let cut = (): void => {};
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const server = socket.connectToServer();
    let isCutting = false;
    socket.onMessage((message) => {
      server.send(message);
      if (!message.toString().includes('ada@example.com')) return;
      // The request is on its way; its answer never reaches the page.
      isCutting = true;
      cut = () => {
        void socket.close({ code: 1012 });
        void server.close({ code: 1012 });
      };
      setTimeout(cut, 0);
    });
    server.onMessage((message) => {
      if (!isCutting) socket.send(message);
    });
  });
  await page.goto(await own.process().freshLink());
  const screens = new Screens(page);
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Customers');
  await expect(screens.heading('Customers')).toHaveText('Customers · 1');
});

test('a program that was started again has a page of its own, and the old one stays readable', {
  tag: '@browser',
}, async ({ own, app, screens }) => {
  await screens.customers.startNew();
  await screens.customers.fill(ada);
  const { port } = new URL(own.process().origin);
  await own.stop('SIGKILL');
  await expect(app.getByText('Causeway is not responding')).toBeVisible();
  await expect(screens.customers.field('Last name')).toHaveValue('Byron');

  const again = await startConsole({
    dataDir: own.dataDir,
    args: ['--ephemeral', '--port', port],
  });
  await expect(app.getByText('This page’s link has expired')).toBeVisible();
  // Also on the same port: whoever takes it after us gets neither the old page nor the next one.
  expect(new URL(again.url).port).toBe(port);
  expect(again.origin).not.toBe(new URL(app.url()).origin);
  await expect(screens.customers.field('Last name')).toHaveValue('Byron');
  await app.goto(again.url);
  await expect(screens.heading('Overview')).toBeVisible();
  expect(app.url()).toContain(again.origin);
  expect(app.url()).not.toContain('code=');
  await again.stop();
});
