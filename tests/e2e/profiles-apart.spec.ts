import { expect, type Page, type WebSocketRoute } from '@playwright/test';
import { z } from 'zod';
import type { Bridge } from '../../src/bridge/contract.ts';
import { addressBookPaths } from '../../src/renderer/features/address-book/paths.ts';
import { bankAccountPaths } from '../../src/renderer/features/bank-accounts/paths.ts';
import { bulkPaths } from '../../src/renderer/features/bulk/paths.ts';
import { changePaths } from '../../src/renderer/features/changes/paths.ts';
import { customerPaths } from '../../src/renderer/features/customers/paths.ts';
import { importPaths } from '../../src/renderer/features/imports/paths.ts';
import { onboardingPaths } from '../../src/renderer/features/onboarding/paths.ts';
import { settingsPaths } from '../../src/renderer/features/settings/paths.ts';
import { timelinePaths } from '../../src/renderer/features/timeline/paths.ts';
import { unresolvedPaths } from '../../src/renderer/features/unresolved/paths.ts';
import { virtualAccountPaths } from '../../src/renderer/features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../src/renderer/features/webhooks/paths.ts';
import { test } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import { Screens } from './support/pages/screens.ts';
import { openBridge, seedVirtualAccounts } from './support/seed.ts';

const paths = {
  addressBook: addressBookPaths,
  bankAccount: bankAccountPaths,
  bulk: bulkPaths,
  change: changePaths,
  customer: customerPaths,
  import: importPaths,
  onboarding: onboardingPaths,
  settings: settingsPaths,
  timeline: timelinePaths,
  unresolved: unresolvedPaths,
  virtualAccount: virtualAccountPaths,
  webhook: webhookPaths,
};

/** All choices of an argument; one that is forgotten does not compile. */
const each = <Choice extends string>(choices: Record<Choice, true>) =>
  Object.keys(choices) as Choice[];

type Asking<Paths> = {
  [Key in keyof Paths]: Paths[Key] extends string ? never : Key;
}[keyof Paths];

/** Of the addresses that take an argument, those with a few choices; none where it is an id. */
const chosen: {
  [Feature in keyof typeof paths]: Record<Asking<(typeof paths)[Feature]>, readonly string[]>;
} = {
  addressBook: { one: [] },
  bankAccount: { one: [] },
  bulk: { draft: [], draftRows: [], run: [], runRows: [] },
  change: {},
  customer: { one: [] },
  import: {
    into: each<Parameters<typeof importPaths.into>[0]>({
      customers: true,
      'virtual-accounts': true,
      webhooks: true,
    }).map(importPaths.into),
  },
  onboarding: { group: ['customer'].map(onboardingPaths.group) },
  settings: {
    section: each<Parameters<typeof settingsPaths.section>[0]>({
      profiles: true,
      appearance: true,
      company: true,
      audit: true,
      about: true,
    }).map(settingsPaths.section),
  },
  timeline: { event: [], customer: [] },
  unresolved: {
    part: each<Parameters<typeof unresolvedPaths.part>[0]>({
      unknown: true,
      exists: true,
      absent: true,
    }).map(unresolvedPaths.part),
    request: [],
  },
  virtualAccount: { one: [] },
  webhook: { one: [], delivery: [] },
};

const plain: readonly unknown[] = Object.values(paths).flatMap((own) => Object.values(own));
const places: readonly string[] = [
  ...new Set([
    ...plain.filter((place) => typeof place === 'string'),
    ...Object.values(chosen).flatMap((own) => Object.values(own).flat()),
  ]),
];

/**
 * Empty forms, and what is said of the installation. Every other screen has to show something of the
 * first profile, so the walk can find what it looks for.
 */
const silent: readonly string[] = [
  ...[customerPaths.new, virtualAccountPaths.new, addressBookPaths.new, bankAccountPaths.lookUp],
  ...[bulkPaths.new, bulkPaths.newCustomers, bulkPaths.newVirtualAccounts],
  ...[importPaths.root, ...chosen.import.into, webhookPaths.new, webhookPaths.existing],
  // A delivery comes through a tunnel from outside, and none is open here.
  ...[webhookPaths.tunnels, webhookPaths.deliveries, settingsPaths.root],
  ...[settingsPaths.section('profiles'), settingsPaths.section('appearance')],
  settingsPaths.section('about'),
];

/** Said of the first profile in lists, forms and logs, and of nothing else. */
const ofTheFirst = /Byron|Alpha|alpha|ledger\.example/;

/** All that is shown within an element, values of fields too. */
const shown = (app: Page, within: 'body' | 'main' = 'body'): Promise<string> =>
  app.locator(within).evaluate((element: HTMLElement) => {
    const fields = [...element.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [element.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

/** A look every few milliseconds: the walk is long, and each answer is quick. */
const often = { intervals: [25] };

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
async function fill(link: () => Promise<string>, service: HostedService): Promise<void> {
  await seedVirtualAccounts(await link(), [['Ada', 'Byron']]);
  const { bridge, close } = await openBridge(await link());
  const { profileId } = await bridge.connection.get();
  const { rows: customers } = await bridge.customers.list({});
  const of = { profileId, kind: 'customer', id: customers[0]?.id ?? '' } as const;
  await bridge.annotations.setLabels({ ...of, labels: ['alpha-label'] });
  await bridge.annotations.setReference({ ...of, reference: 'Alpha-1' });
  await bridge.depositSheets.company.save({
    name: 'Alpha GmbH',
    addressLines: ['Alpha 1'],
    paper: 'a4',
  });
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
  await settle(bridge, service);
  await bring(bridge, service, of.id);
  close();
}

/** A request whose outcome is unknown, one that was created after all, and one that was not. */
async function settle(bridge: Bridge, service: HostedService): Promise<void> {
  const { profileId } = await bridge.connection.get();
  const keys = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  for (const intentKey of keys) {
    const name = { firstName: intentKey.slice(0, 3), lastName: 'Byron' };
    const input = { type: 'individual', personalInformation: name } as const;
    await service.fault({ kind: 'drop', operation: 'createCustomer', when: 'before' });
    await bridge.customers.create({ profileId, intentKey, input }).catch(() => undefined);
  }
  const [, exists = '', absent = ''] = keys;
  const answer = { id: 'customer_alpha' };
  await bridge.unresolved.exists({ profileId, key: exists, answer, read: [] });
  await bridge.unresolved.absent({ profileId, key: absent });
}

const made = z.object({ bankAccount: z.object({ id: z.string() }) });
const events = z.object({ items: z.array(z.object({ id: z.string() })) });

/** A bank account that changed, partly signed off, and a webhook with the event that tells of it. */
async function bring(bridge: Bridge, service: HostedService, customerId: string): Promise<void> {
  const { profileId } = await bridge.connection.get();
  const names = { bankName: 'Alpha Bank', accountHolderName: 'Ada Byron' };
  const opened = await service.control('POST', `/customers/${customerId}/bank-accounts`, names);
  const bankAccountId = made.parse(opened).bankAccount.id;
  await bridge.bankAccounts.lookUp({ profileId, customerId, bankAccountId });
  const others = { bankName: 'Alpha Trust', accountHolderName: 'Alan Byron' };
  await service.control('PATCH', `/bank-accounts/${bankAccountId}`, others);
  await bridge.bankAccounts.lookUp({ profileId, customerId, bankAccountId });
  const [change] = (await bridge.changes.list({})).rows;
  await bridge.changes.signOff({ profileId, ids: [change?.id ?? ''], note: 'Alpha agreed' });
  const webhook = {
    name: 'Alpha desk',
    url: 'https://ledger.example/in',
    events: ['payout.create'],
  };
  await service.call('POST', '/v1/webhook', webhook);
  const { items } = events.parse(await service.control('GET', '/list/events?limit=100'));
  for (const { id: eventId } of items) await bridge.timeline.lookUp({ profileId, eventId });
}

test('nothing of one profile stands under another, however late its answers come', {
  tag: '@browser',
}, async ({ own, page, service }) => {
  const line = slowLine();
  await page.routeWebSocket(/\/bridge$/, line.through);
  const app = await own.open();
  const link = () => own.process().freshLink();
  const whenAnswered = () => expect.poll(line.unanswered, often).toBe(0);

  // The built-in sandbox is the second profile, and empty.
  const { settings, webhooks } = new Screens(app);
  await settings.addAndUse({ name: 'First', baseUrl: service.baseUrl, token: service.token });
  await fill(link, service);
  await webhooks.addTarget('Alpha', 'https://ledger.example/hooks');
  for (const place of places) {
    await goTo(app, place);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await whenAnswered();
    if (!silent.includes(place))
      await expect.poll(() => shown(app, 'main'), { message: place, ...often }).toMatch(ofTheFirst);
  }

  await goTo(app, '/settings/company');
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');
  line.hold();
  await app.getByRole('button', { name: /^Profile: / }).click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(app.getByRole('button', { name: /^Profile: Built-in sandbox/ })).toBeVisible();
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
  await app.getByRole('button', { name: /^Profile: Built-in sandbox/ }).click();
  await app.getByRole('menuitem', { name: /^First/ }).click();
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');

  // A page that has not heard of a switch yet changes nothing in the other profile.
  const other = await openBridge(await link());
  const profiles = await other.bridge.profiles.list();
  const second = profiles.find(({ name }) => name === 'Built-in sandbox');
  await other.bridge.profiles.select({ id: second?.id ?? '' });
  const late = other.bridge.depositSheets.company.save({
    name: 'Late',
    addressLines: [],
    paper: 'a4',
  });
  await expect(late).rejects.toMatchObject({ data: { cause: 'other-profile' } });
  other.close();
});
