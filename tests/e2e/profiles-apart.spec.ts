import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { Bridge } from '../../src/bridge/contract.ts';
import { auditPaths } from '../../src/renderer/features/audit/paths.ts';
import { bankAccountPaths } from '../../src/renderer/features/bank-accounts/paths.ts';
import { customerPaths } from '../../src/renderer/features/customers/paths.ts';
import { settingsPaths } from '../../src/renderer/features/settings/paths.ts';
import { test } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import { Screens } from './support/pages/screens.ts';
import { imports, placesOf, silent } from './support/profile-places.ts';
import { confirmDocument, submitSecret } from './support/secret-document.ts';
import {
  openBridge,
  runDraft,
  seedOtherRecords,
  seedVirtualAccounts,
  uploadFile,
} from './support/seed.ts';
import { slowLine } from './support/slow-line.ts';
import { fillTeam } from './support/team-content.ts';

/** Said of the first profile in lists, forms and logs, and of nothing else. */
const ofTheFirst = /Byron|Alpha|alpha|ledger\.example/;

/** All that is shown within an element, values of fields too. */
const shown = (app: Page, within: 'body' | 'main' = 'body'): Promise<string> =>
  app.locator(within).evaluate((element: HTMLElement) => {
    const fields = [...element.querySelectorAll<HTMLInputElement>('input, textarea')];
    return [element.innerText, ...fields.map(({ value }) => value)].join('\n');
  });

/**
 * One after another, each a step of its own: what is done outside of one is filed under none, for which
 * Playwright looks through all that was done before, some thousands of times.
 */
const each = async (places: readonly string[], visit: (place: string) => Promise<void>) => {
  for (const place of places) await test.step(place, () => visit(place));
};

/** A look every few milliseconds: the walk is long, and each answer is quick. */
const often = { intervals: [25] };

/** Until the screen has been painted; its file is there after the first time. */
const goTo = (app: Page, place: string): Promise<void> =>
  app.evaluate(async (to) => {
    location.hash = `#${to}`;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }, place);

/** Something on every screen of the open profile. */
async function fill(app: Page, link: () => Promise<string>, service: HostedService): Promise<void> {
  await seedVirtualAccounts(await link(), [['Ada', 'Byron']]);
  const { bridge, close } = await openBridge(await link());
  const { profileId } = await bridge.connection.get();
  const { rows: customers } = await bridge.customers.list({});
  const of = { profileId, kind: 'customer', id: customers[0]?.id ?? '' } as const;
  await bridge.annotations.setLabels({ ...of, labels: ['alpha-label'] });
  await bridge.annotations.setReference({ ...of, reference: 'Alpha-1' });
  const { path } = await bridge.depositSheets.company.save({
    name: 'Alpha GmbH',
    addressLines: ['Alpha 1'],
    paper: 'a4',
  });
  const document = await app.context().newPage();
  await document.goto(new URL(path ?? '', app.url()).href);
  await submitSecret(document, {}, 'Save letterhead');
  const { rows } = await bridge.addressBook.list({});
  const address = rows[0]?.address ?? '';
  await bridge.addressBook.label({
    profileId,
    network: 'ethereum',
    address,
    label: 'Alpha wallet',
  });
  const file = 'type,first_name,last_name\nindividual,Alan,Byron\n';
  await runDraft(bridge, await uploadFile(bridge, 'Alpha.csv', file));
  await uploadFile(bridge, 'Alpha 2.csv', file.replace('Alan', 'Anne'));
  const period = { from: '2020-01-01', to: '2020-01-31', timeZone: 'UTC' };
  const { covers } = await bridge.reports.preview(period);
  await bridge.reports.close({ profileId, ...period, covers, note: 'Alpha close' });
  await reconcile(bridge);
  await settle(bridge, service);
  await bring(bridge, service, of.id);
  await fillTeam(app, bridge, 'alpha');
  close();
}

async function reconcile(bridge: Bridge): Promise<void> {
  const { profileId } = await bridge.connection.get();
  const content = Buffer.from('Date,Amount,Currency,Description\n2026-11-20,1,USD,Alpha wire\n');
  const file = { fileName: 'Alpha.csv', bytes: content.length, profileId };
  const { uploadId } = await bridge.reconcile.upload.begin(file);
  await bridge.reconcile.upload.append({ uploadId, offset: 0, base64: content.toString('base64') });
  const { id } = await bridge.reconcile.upload.finish({ uploadId });
  await bridge.reconcile.start({
    id,
    profileId,
    kind: 'bank',
    mapping: {
      columns: ['date', 'amount', 'currency', 'text'],
      decimal: '.',
      dates: 'ymd',
      currency: null,
    },
  });
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

/** A bank account that changed, partly signed off, a payout, and a webhook with the event that tells of it. */
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
  await seedOtherRecords(service, 'Alpha');
  const [account] = (await bridge.virtualAccounts.list({})).rows;
  const deposits = `/virtual-accounts/${account?.id}/deposits`;
  await service.control('POST', deposits, { amount: '1250.00', until: 'processing' });
  const { items } = events.parse(await service.control('GET', '/list/events?limit=100'));
  for (const { id: eventId } of items) await bridge.timeline.lookUp({ profileId, eventId });
}

test('nothing of one profile stands under another, however late its answers come', {
  tag: '@browser',
}, async ({ own, page, service }) => {
  const line = await slowLine();
  await page.routeWebSocket(/\/bridge$/, line.through);
  const app = await own.open();
  const link = () => own.process().freshLink();
  const whenAnswered = () => expect.poll(line.unanswered, often).toBe(0);

  // The built-in sandbox is the second profile, and empty.
  const { settings, webhooks } = new Screens(app);
  await settings.addAndUse({ name: 'First', baseUrl: service.baseUrl, token: service.token });
  await fill(app, link, service);
  await webhooks.addTarget('Alpha', 'https://ledger.example/hooks');
  const other = await openBridge(await link());
  const profiles = await other.bridge.profiles.list();
  const [first, second] = ['First', 'Built-in sandbox'].map((name) => ({
    name,
    id: profiles.find((profile) => profile.name === name)?.id ?? '',
  }));
  const use = async (profile: typeof first): Promise<void> => {
    await other.bridge.profiles.select({ id: profile?.id ?? '' });
    const button = app.getByRole('button', { name: `Profile: ${profile?.name}` });
    await expect(button).toBeVisible();
  };
  const { places, opened } = await placesOf(other.bridge);
  await each(places, async (place) => {
    await goTo(app, place);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await whenAnswered();
    // The log of one customer names it by its ID alone.
    if (!silent.includes(place) && !place.startsWith(auditPaths.ofRecord('')))
      await expect.poll(() => shown(app, 'main'), { message: place, ...often }).toMatch(ofTheFirst);
  });

  // What was open or typed does not stay when another profile is shown.
  await goTo(app, customerPaths.root);
  await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('Alpha');
  await goTo(app, bankAccountPaths.lookUp);
  await app.getByLabel('Bank account ID').fill('bankAccount_alpha');
  const staying = [
    settingsPaths.section('company'),
    settingsPaths.section('team'),
    auditPaths.root,
  ];
  await each([...opened, ...staying, ...imports.slice(0, 1)], async (place) => {
    await goTo(app, place);
    if (imports.includes(place)) await app.getByRole('textbox', { name: 'IDs' }).fill('alpha');
    else await whenAnswered();
    line.hold();
    await use(second);
    expect(await shown(app), `${place} left, before its answers`).not.toMatch(ofTheFirst);
    line.letGo();
    await whenAnswered();
    expect(await shown(app), `${place} left, with its answers`).not.toMatch(ofTheFirst);
    await use(first);
  });

  await goTo(app, '/settings/company');
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');
  line.hold();
  await app.getByRole('button', { name: /^Profile: / }).click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(app.getByRole('button', { name: /^Profile: Built-in sandbox/ })).toBeVisible();
  await each(places, async (place) => {
    await goTo(app, place);
    await expect(app.locator('main')).toBeVisible();
    expect(await shown(app), `${place} before its answers`).not.toMatch(ofTheFirst);
  });
  line.letGo();
  await each(places, async (place) => {
    await goTo(app, place);
    await whenAnswered();
    expect(await shown(app), `${place} with its answers`).not.toMatch(ofTheFirst);
  });

  // What is saved here is kept here, and there nothing of it.
  await goTo(app, '/settings/company');
  await app.getByLabel('Name').fill('Beta Ltd');
  const save = app.getByRole('button', { name: 'Save company' });
  await confirmDocument(app, () => save.click(), 'Save letterhead');
  await expect(app.getByRole('status').getByText(/saved|kept/i)).toBeVisible();
  await app.getByRole('button', { name: /^Profile: Built-in sandbox/ }).click();
  await app.getByRole('menuitem', { name: /^First/ }).click();
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');

  // A page that has not heard of a switch yet changes nothing in the other profile.
  await other.bridge.profiles.select({ id: second?.id ?? '' });
  const late = other.bridge.depositSheets.company.save({
    name: 'Late',
    addressLines: [],
    paper: 'a4',
  });
  await expect(late).rejects.toMatchObject({ data: { cause: 'other-profile' } });
  other.close();
});
