import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { approveTogether } from './support/approvals.ts';
import { readClipboard } from './support/clipboard.ts';
import { test } from './support/fixtures.ts';
import { handOver, mergeFrom } from './support/hand-over.ts';
import { startHostedService } from './support/hosted-service.ts';
import { Screens } from './support/pages/screens.ts';
import { ada } from './support/samples.ts';
import { startScriptedService } from './support/scripted-service.ts';
import { confirmDocument } from './support/secret-document.ts';
import { workInTeam } from './support/team.ts';

test('a profile is added, proven, used, and keeps to itself', async ({
  app,
  screens,
  service,
  folder,
  browser,
}) => {
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();

  const token = await service.makeToken({ expiresInSeconds: 30 * 86_400 });
  await screens.settings.open();
  await screens.settings.add({ name: 'Hosted', baseUrl: `${service.baseUrl}/`, token });
  const profile = screens.settings.profile('Hosted');
  await expect(profile.getByText('The service accepts the token')).toBeVisible();
  await expect(profile.getByText(`ends in ${token.slice(-4)}`)).toBeVisible();
  await expect(profile.getByText(/expires in (29|30) days/)).toBeVisible();
  await expect(profile.getByText(service.baseUrl, { exact: true })).toBeVisible();
  await screens.settings.use('Hosted');
  await expect(app.getByRole('banner')).toContainText('SANDBOX');
  await expect(app.getByRole('banner')).toContainText('Nothing here is real');

  // Nothing of one is seen in another.
  await screens.go('Customers');
  await expect(app.getByText('No customers yet')).toBeVisible();
  await screens.customers.create({ 'First name': 'Grace', 'Last name': 'Hopper' });
  await expect(screens.customers.detail('Grace Hopper')).toBeVisible();
  expect(await service.list('customers')).toHaveLength(1);

  await test.step('another computer gets what it knows, and tells what it lacks', async () => {
    await screens.go('Settings');
    await app.getByRole('link', { name: 'Hand-over', exact: true }).click();
    const own = app.getByRole('region', { name: 'This computer’s card' });
    await expect(own.getByRole('listitem')).toHaveCount(12);
    await expect(app.getByRole('checkbox', { name: 'Hosted' })).toBeChecked();
    const text = await handOver(app, folder);
    expect(text).toContain('Hopper');
    expect(text).not.toContain('Byron');
    const copy = own.getByRole('button', { name: 'Copy card' });
    await app.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copy.click();
    await expect(copy).toHaveAttribute('data-state', 'copied');
    const card = await readClipboard(app);
    await mergeFrom(app, { folder, card, baseUrl: service.baseUrl });
    await expect(app.getByText('Known computer').first()).toBeVisible();
    await expect(app.getByText('Continue in the window')).toHaveCount(0);
    await expectAccessible(app, 'Hand-over');
    await expectNoSidewaysScroll(app, 'Hand-over');
    await screens.go('Customers');
    await app.getByRole('link', { name: 'katherine@example.com' }).click();
    await expect(app.getByText('from Laptop, handed over by ada').first()).toBeVisible();
  });

  await test.step('a team keeps one record over a database', async () => {
    await screens.go('Settings');
    await app.getByRole('link', { name: 'Team', exact: true }).click();
    await workInTeam(app);
  });

  await test.step('three computers of a team approve, refuse and withdraw', async () => {
    const other = await startHostedService();
    try {
      await approveTogether({ browserType: browser.browserType(), folder, service: other });
    } finally {
      await other.stop();
    }
  });

  // One action leads back.
  await screens.settings.switchButton('Hosted').click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(screens.settings.switchButton('Built-in sandbox')).toBeVisible();
  await screens.go('Customers');
  await expect(screens.customers.row('Ada Byron')).toBeVisible();
  await expect(app.getByText('Grace Hopper')).toHaveCount(0);
});

test('a profile is renamed, led elsewhere, kept aside, brought back and erased', async ({
  app,
  screens,
  service,
}) => {
  await screens.settings.open();
  const { baseUrl, token } = service;
  await screens.settings.add({ name: 'Hosted', baseUrl, token });
  await app.getByRole('button', { name: 'Rename: Hosted' }).click();
  const renaming = app.getByRole('form', { name: 'Rename: Hosted' });
  await renaming.getByLabel('Name').fill('Treasury');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  const profile = screens.settings.profile('Treasury');
  await expect(profile.getByText('The service accepts the token')).toBeVisible();

  // The same service under another spelling of its address.
  const other = baseUrl.replace('127.0.0.1', 'localhost');
  await app.getByRole('button', { name: 'Change base URL: Treasury' }).click();
  const moving = app.getByRole('form', { name: 'Change base URL: Treasury' });
  await moving.getByLabel('New base URL').fill(other);
  const send = () => moving.getByRole('button', { name: 'Change base URL' }).click();
  await confirmDocument(app, send, 'Change base URL');
  await expect(profile.getByText(other, { exact: true })).toBeVisible();
  await expect(profile.getByText('The service accepts the token')).toBeVisible();

  const remove = (words: string) => async () =>
    await app.getByRole('button', { name: `${words}: Treasury` }).click();
  await screens.settings.use('Treasury');
  await remove('Remove')();
  await expect(profile.getByText(/Switch to another profile/)).toBeVisible();
  await screens.settings.use('Built-in sandbox');
  await confirmDocument(app, remove('Remove'), 'Remove profile', {}, 'Keep data');
  await app.getByRole('button', { name: 'Add back: Treasury' }).click();
  await expect(profile.getByText('No token yet')).toBeVisible();
  await confirmDocument(app, remove('Remove'), 'Remove profile', {}, 'Keep data');
  await confirmDocument(app, remove('Erase'), 'Erase profile', {
    'Name of the profile': 'Treasury',
  });
  await expect(app.getByText('Treasury')).toHaveCount(0);
  await expect(screens.settings.profile('Built-in sandbox')).toBeVisible();
});

test('what is typed in one profile is not sent to another', async ({ app, screens, service }) => {
  const { baseUrl, token } = service;
  await screens.customers.startNew();
  await screens.customers.fill({ Email: 'ada@example.com' });
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl, token });
  await screens.go('Customers');
  await screens.customers.startNew();
  await expect(screens.customers.field('Email')).toHaveValue('');
  await screens.settings.switchButton('Hosted').click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  // Whoever is in a form while the profile changes is led back to its list.
  await expect(screens.settings.switchButton('Built-in sandbox')).toBeVisible();
  await screens.go('Customers');
  await screens.customers.startNew();
  await expect(screens.customers.field('Email')).toHaveValue('ada@example.com');
});

test('a click on the profile counts while its list is still coming', {
  tag: '@browser',
}, async ({ own, page }) => {
  // The page rests when the test says so.
  await page.addInitScript(() => {
    window.requestIdleCallback = (run) => {
      addEventListener('rest', () => run({ didTimeout: false, timeRemaining: () => 50 }));
      return 1;
    };
  });
  const app = await own.open();
  const { settings } = new Screens(app);
  const list = app.waitForResponse(/\/profile-menu-[^/]+\.js$/);
  await settings.switchButton('Built-in sandbox').hover();
  await app.mouse.down();
  await app.evaluate(() => dispatchEvent(new Event('rest')));
  await (await list).finished();
  // It is taken in on a later turn than the file came.
  await app.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await app.mouse.up();
  await expect(app.getByRole('menuitem', { name: /^Built-in sandbox/ })).toBeVisible();
});

test('production carries its band on every screen', async ({ app, screens }) => {
  // The sandbox has no production: any server that speaks the service's forms will do.
  const scripted = await startScriptedService({ status: 500, body: {} });
  const { baseUrl } = scripted;
  await screens.settings.addAndUse({
    name: 'Live',
    environment: 'Production',
    baseUrl,
    token: 'a.b.c',
  });
  for (const name of ['Customers', 'Virtual accounts', 'Settings'] as const) {
    await screens.go(name);
    await expect(app.getByRole('banner').getByText('PRODUCTION', { exact: true })).toBeVisible();
  }
  await expect(screens.settings.profile('Live').getByText('without expiry date')).toBeVisible();
  await scripted.stop();

  await test.step('an address that can’t be one is refused beside its field', async () => {
    await screens.settings.addButton().click();
    await screens.settings.field('Name').fill('Wrong');
    for (const [typed, problem] of [
      ['ramp.example', /Enter a whole URL/],
      ['http://ramp.example', /Only this computer/],
      ['https://me:secret@ramp.example', /without a user name/],
    ] as const) {
      await screens.settings.field('Base URL').fill(typed);
      await screens.settings.field('Name').focus();
      await expect(app.getByText(problem)).toBeVisible();
    }
  });
});

test('a wrong token is refused and can be replaced; what is no service is said', async ({
  context,
  app,
  screens,
  service,
}) => {
  const expired = await service.makeToken({ expiresInSeconds: -3600 });
  await screens.settings.open();
  await screens.settings.add({ name: 'Hosted', baseUrl: service.baseUrl, token: expired });
  const profile = screens.settings.profile('Hosted');
  await expect(profile.getByText('The service refuses the token')).toBeVisible();
  await expect(profile.getByText(/^expired /)).toBeVisible();

  // Nothing that is no token goes further than its document.
  const opening = context.waitForEvent('page');
  await app.getByRole('button', { name: 'Replace token: Hosted' }).click();
  const sheet = await opening;
  await sheet.getByLabel('Token').fill('two words');
  await sheet.getByRole('button', { name: 'Store token' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Enter a token without spaces');
  await expect(sheet.getByLabel('Token')).toHaveValue('');
  // Sent empty: the field says so, and nothing is said of the last try.
  await sheet.getByRole('button', { name: 'Store token' }).click();
  await expect(sheet.getByText('Token: required')).toBeVisible();
  await expect(sheet.getByRole('alert')).toBeHidden();
  await sheet.getByLabel('Token').fill(`Bearer ${service.token}\n`);
  await sheet.getByRole('button', { name: 'Store token' }).click();
  await expect(sheet.getByRole('heading', { name: 'Done' })).toBeVisible();
  await sheet.close();
  await expect(profile.getByText('The service accepts the token')).toBeVisible();
  await service.stop();
  await app.getByRole('button', { name: 'Check token: Hosted' }).click();
  await expect(profile.getByText('The service can’t be reached')).toBeVisible();
});

test('the token never comes to the page, by no way and into no store', {
  tag: '@browser',
}, async ({ own, app, screens, service, context }) => {
  const { token } = service;
  const seen: string[] = [];
  app.on('request', (request) => seen.push(request.url(), request.postData() ?? ''));
  app.on('response', async (response) => {
    seen.push(JSON.stringify(response.headers()), await response.text().catch(() => ''));
  });
  app.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => seen.push(payload.toString()));
    socket.on('framereceived', ({ payload }) => seen.push(payload.toString()));
  });
  app.on('console', (message) => seen.push(message.text()));
  // From here on the page is looked at from its first byte.
  await app.reload();
  await screens.settings.addAndUse({ name: 'Hosted', baseUrl: service.baseUrl, token });
  await screens.go('Customers');
  await screens.customers.create(ada);
  await expect(screens.customers.detail('Ada Byron')).toBeVisible();
  await screens.go('Audit log');
  await expect(app.getByText(/Intact over/)).toBeVisible();

  const kept = await app.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      databases,
      await caches.keys(),
      document.documentElement.outerHTML,
    ]);
  });
  expect(seen.length).toBeGreaterThan(20);
  const [, claims = '', signature = ''] = token.split('.');
  for (const part of [token, claims, signature]) {
    expect(seen.filter((text) => text.includes(part))).toEqual([]);
    expect(kept).not.toContain(part);
    expect(own.process().stdout() + own.process().stderr()).not.toContain(part);
  }
  // The document of its own has no script and nothing to send it elsewhere.
  const opening = context.waitForEvent('page');
  await screens.settings.open();
  await app.getByRole('button', { name: 'Replace token: Hosted' }).click();
  const sheet = await opening;
  await expect(sheet.getByLabel('Token')).toBeVisible();
  await expect(sheet.locator('script')).toHaveCount(0);
  expect(await sheet.evaluate(() => window.opener)).toBeNull();
});
