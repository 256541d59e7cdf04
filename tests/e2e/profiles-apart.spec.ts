import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { z } from 'zod';
import { test } from './support/fixtures.ts';
import { Screens } from './support/pages/screens.ts';
import { openBridge, seedVirtualAccounts } from './support/seed.ts';

test.use({ startArguments: ['--ephemeral'] });

const places = [
  ...['/customers', '/customers/queue/customer', '/customers/new', '/imports/customers'],
  ...['/virtual-accounts', '/virtual-accounts/addresses', '/virtual-accounts/new'],
  ...['/bank-accounts', '/bank-accounts/look-up', '/bulk', '/webhooks', '/webhooks/deliveries'],
  ...['/webhooks/forwards', '/webhooks/tunnels', '/timeline', '/unresolved', '/changes'],
  ...['/settings/company', '/settings/audit'],
] as const;

/** These show something of the first profile, so the walk can find what it looks for. */
const telling: readonly string[] = [
  ...[
    '/customers',
    '/customers/queue/customer',
    '/virtual-accounts',
    '/virtual-accounts/addresses',
  ],
  ...['/bulk', '/webhooks/forwards', '/settings/company'],
];

/** Said of the first profile in lists, forms and logs, and of nothing else. */
const ofTheFirst = /Byron|Alpha|alpha-label|ledger\.example/;

/** All that is shown, values of fields too. */
const shown = (app: Page): Promise<string> =>
  app.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

/** Until the screen has been painted; its file is there after the first time. */
const goTo = (app: Page, place: string): Promise<void> =>
  app.evaluate(async (to) => {
    location.hash = `#${to}`;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }, place);

const frame = z.looseObject({
  i: z.string(),
  t: z.number().optional(),
  p: z.looseObject({ u: z.string().optional() }).optional(),
});
const ofInstallation = /^\/(vault|profiles|connection|changes)\//;

/** The line to main, which holds back the answers of what is asked of a profile while it is told to. */
function slowLine() {
  const asked = new Set<string>();
  const waiting = new Set<string>();
  const held: (() => void)[] = [];
  let holds = false;
  const through = (socket: WebSocketRoute): void => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { i, t, p } = frame.parse(JSON.parse(message.toString()));
      if (t === undefined && p?.u !== undefined && !ofInstallation.test(p.u)) {
        asked.add(i);
        if (holds) waiting.add(i);
      }
      server.send(message);
    });
    server.onMessage((message) => {
      const { i } = frame.parse(JSON.parse(message.toString()));
      const send = () => {
        asked.delete(i);
        socket.send(message);
      };
      if (waiting.has(i)) held.push(send);
      else send();
    });
  };
  return {
    through,
    unanswered: () => asked.size,
    hold() {
      holds = true;
    },
    letGo() {
      holds = false;
      waiting.clear();
      for (const send of held.splice(0)) send();
    },
  };
}

/** Something on every screen of the open profile. */
async function fill(link: () => Promise<string>): Promise<void> {
  await seedVirtualAccounts(await link(), [['Ada', 'Byron']]);
  const { bridge, close } = await openBridge(await link());
  const { profileId } = await bridge.connection.get();
  const { rows: customers } = await bridge.customers.list({});
  const of = { profileId, kind: 'customer', id: customers[0]?.id ?? '' } as const;
  await bridge.annotations.setLabels({ ...of, labels: ['alpha-label'] });
  await bridge.annotations.setReference({ ...of, reference: 'Alpha-1' });
  await bridge.sheets.company.save({ name: 'Alpha GmbH', addressLines: ['Alpha 1'], paper: 'a4' });
  const { rows } = await bridge.addressBook.list({});
  const address = rows[0]?.address ?? '';
  await bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address,
    label: 'Alpha wallet',
  });
  const file = Buffer.from('type,first_name,last_name\nindividual,Alan,Byron\n');
  const { uploadId } = await bridge.bulk.upload.begin({
    profileId,
    kind: 'customer',
    fileName: 'Alpha.csv',
    bytes: file.length,
  });
  await bridge.bulk.upload.append({ uploadId, offset: 0, base64: file.toString('base64') });
  await bridge.bulk.upload.finish({ uploadId });
  close();
}

test('nothing of one profile stands under another, however late its answers come', {
  tag: '@browser',
}, async ({ own, page, service }) => {
  const line = slowLine();
  await page.routeWebSocket(/\/bridge$/, line.through);
  const app = await own.open();
  const link = () => own.process().freshLink();
  const whenAnswered = () => expect.poll(line.unanswered).toBe(0);

  // The built-in sandbox is the first profile; the second one is new and empty.
  await fill(link);
  const { settings, webhooks } = new Screens(app);
  await webhooks.addTarget('Alpha', 'https://ledger.example/hooks');
  await settings.open();
  await settings.add({ name: 'Second', baseUrl: service.baseUrl, token: service.token });
  for (const place of places) {
    await goTo(app, place);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await whenAnswered();
    if (telling.includes(place)) await expect.poll(() => shown(app), place).toMatch(ofTheFirst);
  }

  await goTo(app, '/settings/company');
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');
  line.hold();
  await app.getByRole('button', { name: /^Profile: / }).click();
  await app.getByRole('menuitem', { name: /^Second/ }).click();
  await expect(app.getByRole('button', { name: /^Profile: Second/ })).toBeVisible();
  for (const place of ['/settings/company', ...places]) {
    await goTo(app, place);
    await expect(app.locator('main')).toBeVisible();
    expect(await shown(app), `${place} before its answers`).not.toMatch(ofTheFirst);
  }
  line.letGo();
  for (const place of places) {
    await goTo(app, place);
    await whenAnswered();
    expect(await shown(app), `${place} with its answers`).not.toMatch(ofTheFirst);
  }

  // What is saved here is kept here, and there nothing of it.
  await goTo(app, '/settings/company');
  await app.getByLabel('Name').fill('Beta Ltd');
  await app.getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('status').getByText(/saved|kept/i)).toBeVisible();
  await app.getByRole('button', { name: /^Profile: Second/ }).click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');

  // A page that has not heard of a switch yet changes nothing in the other profile.
  const other = await openBridge(await link());
  const profiles = await other.bridge.profiles.list();
  const second = profiles.find(({ name }) => name === 'Second');
  await other.bridge.profiles.select({ id: second?.id ?? '' });
  const late = other.bridge.sheets.company.save({ name: 'Late', addressLines: [], paper: 'a4' });
  await expect(late).rejects.toMatchObject({ data: { cause: 'other-profile' } });
  other.close();
});
