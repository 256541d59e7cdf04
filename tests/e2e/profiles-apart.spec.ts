import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Plugin, runnerImport } from 'vite';
import { z } from 'zod';
import type { Bridge } from '../../src/bridge/contract.ts';
import { otherKinds } from '../../src/contract/other-kinds.ts';
import { addressBookPaths } from '../../src/renderer/features/address-book/paths.ts';
import { auditPaths } from '../../src/renderer/features/audit/paths.ts';
import { bankAccountPaths } from '../../src/renderer/features/bank-accounts/paths.ts';
import { bulkPaths } from '../../src/renderer/features/bulk/paths.ts';
import { changePaths } from '../../src/renderer/features/changes/paths.ts';
import { customerPaths } from '../../src/renderer/features/customers/paths.ts';
import { importPaths } from '../../src/renderer/features/imports/paths.ts';
import { onboardingPaths } from '../../src/renderer/features/onboarding/paths.ts';
import { otherRecordPaths } from '../../src/renderer/features/other-records/paths.ts';
import { overviewPaths } from '../../src/renderer/features/overview/paths.ts';
import { payoutPaths } from '../../src/renderer/features/payouts/paths.ts';
import { reconcilePaths } from '../../src/renderer/features/reconcile/paths.ts';
import { reportPaths } from '../../src/renderer/features/reports/paths.ts';
import { sandboxPaths } from '../../src/renderer/features/sandbox/paths.ts';
import { settingsPaths } from '../../src/renderer/features/settings/paths.ts';
import { timelinePaths } from '../../src/renderer/features/timeline/paths.ts';
import { unresolvedPaths } from '../../src/renderer/features/unresolved/paths.ts';
import { virtualAccountPaths } from '../../src/renderer/features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../src/renderer/features/webhooks/paths.ts';
import { root } from '../support/run-command.ts';
import { test } from './support/fixtures.ts';
import type { HostedService } from './support/hosted-service.ts';
import { Screens } from './support/pages/screens.ts';
import {
  openBridge,
  runDraft,
  seedOtherRecords,
  seedVirtualAccounts,
  uploadFile,
} from './support/seed.ts';
import { slowLine } from './support/slow-line.ts';

/** All choices of an argument; one that is forgotten does not compile. */
const each = <Choice extends string>(choices: Record<Choice, true>) =>
  Object.keys(choices) as Choice[];

const imports = each<Parameters<typeof importPaths.into>[0]>({
  customers: true,
  'virtual-accounts': true,
  webhooks: true,
}).map(importPaths.into);

const sandbox = each<Parameters<typeof sandboxPaths.section>[0]>({
  ...{ start: true, customers: true, 'bank-accounts': true, deposits: true },
  ...{ events: true, faults: true, switches: true },
}).map(sandboxPaths.section);

/** By the root of their feature and their name: of the first profile, those that take an argument. */
async function addressesOf(bridge: Bridge): Promise<Readonly<Record<string, readonly string[]>>> {
  const [customer] = (await bridge.customers.list({ search: 'Ada' })).rows;
  const [account] = (await bridge.virtualAccounts.list({})).rows;
  const [label] = (await bridge.addressBook.list({})).rows;
  const [bankAccount] = (await bridge.bankAccounts.list({})).rows;
  const [webhook] = (await bridge.webhooks.list()).rows;
  const [event] = (await bridge.timeline.list({})).rows;
  const [payout] = (await bridge.payouts.list({})).rows;
  const [change] = (await bridge.changes.list({})).rows;
  const [draft] = await bridge.bulk.drafts.list();
  const [run] = (await bridge.bulk.runs.list({})).rows;
  const [reconciliation] = await bridge.reconcile.list();
  const reconciled = reconciliation?.id ?? '';
  const [draftId, runId] = [draft?.id ?? '', run?.id ?? ''];
  const [customerId, accountId] = [customer?.id ?? '', account?.id ?? ''];
  const parts = each<Parameters<typeof unresolvedPaths.part>[0]>({
    unknown: true,
    exists: true,
    absent: true,
  });
  const requests = parts.map(async (part) => {
    const [request] = (await bridge.unresolved.list({ state: part })).rows;
    return unresolvedPaths.request(request?.key ?? '', part);
  });
  return {
    '/overview period': each<Parameters<typeof overviewPaths.period>[0]>({
      week: true,
      visit: true,
      today: true,
      month: true,
    }).map(overviewPaths.period),
    '/changes one': [changePaths.one(change?.id ?? '')],
    '/customers made': [customerPaths.made('2020-01-01', '2100-01-01')],
    '/customers one': [customerPaths.one(customerId)],
    '/customers/onboarding longer': [onboardingPaths.longer('customer', 1e-6)],
    '/customers/onboarding group': ['customer'].map(onboardingPaths.group),
    '/imports into': imports,
    '/virtual-accounts made': [virtualAccountPaths.made('2020-01-01', '2100-01-01')],
    '/virtual-accounts one': [virtualAccountPaths.one(accountId)],
    '/virtual-accounts/address-book one': [addressBookPaths.one(label?.id ?? 0)],
    '/payouts stuck': [payoutPaths.stuck(1)],
    '/payouts one': [payoutPaths.one(payout?.id ?? '')],
    '/payouts customer': [payoutPaths.customer(customerId)],
    '/payouts virtualAccount': [payoutPaths.virtualAccount(accountId)],
    '/bank-accounts one': [bankAccountPaths.one(bankAccount?.id ?? '')],
    '/other-records list': otherKinds.map(otherRecordPaths.list),
    '/other-records wallet': [otherRecordPaths.wallet('wallet_one1')],
    '/other-records address': [otherRecordPaths.address('address_one1')],
    '/other-records paymentLink': [otherRecordPaths.paymentLink('paymentLink_one1')],
    '/bulk draft': (['columns', 'check', 'review'] as const).map((step) =>
      bulkPaths.draft(draftId, step),
    ),
    '/bulk draftRows': [bulkPaths.draftRows(draftId, 'to-send')],
    '/bulk run': [bulkPaths.run(runId)],
    '/bulk runRows': [bulkPaths.runRows(runId, 'created')],
    '/webhooks one': [webhookPaths.one(webhook?.id ?? '')],
    '/webhooks delivery': [webhookPaths.delivery(1)],
    '/timeline event': [timelinePaths.event(event?.eventId ?? '')],
    '/timeline resource': [timelinePaths.resource(payout?.id ?? '')],
    '/timeline customer': [timelinePaths.customer(customerId)],
    '/payouts inState': [payoutPaths.inState(payout?.state ?? '')],
    '/timeline named': [timelinePaths.named(event?.name ?? '')],
    '/timeline since': [timelinePaths.since(event?.happenedAt ?? '')],
    '/reconcile draft': [noDraft],
    '/reconcile one': [reconcilePaths.one(reconciled)],
    '/reconcile part': [reconcilePaths.part(reconciled, 'payouts')],
    '/reconcile line': [reconcilePaths.line(reconciled, 'all', 2)],
    '/reports customer': [reportPaths.customer(customerId)],
    '/reports virtualAccount': [reportPaths.virtualAccount(accountId)],
    '/unresolved part': parts.map(unresolvedPaths.part),
    '/unresolved request': await Promise.all(requests),
    '/sandbox section': sandbox,
    '/audit ofRecord': [auditPaths.ofRecord(customerId)],
    '/settings section': each<Parameters<typeof settingsPaths.section>[0]>({
      profiles: true,
      backup: true,
      lock: true,
      notices: true,
      appearance: true,
      company: true,
      about: true,
    }).map(settingsPaths.section),
  };
}

const noStyle = '\0no-style';
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? noStyle : null),
  load: (id) => (id === noStyle ? 'export default {};' : null),
};

/** Every address of every manifest. One that takes an argument and is not named above fails. */
async function placesOf(bridge: Bridge) {
  const file = join(root, 'src/renderer/app/features.ts');
  const { module } = await runnerImport<typeof import('../../src/renderer/app/features.ts')>(file, {
    plugins: [withoutStyles],
  });
  const given = await addressesOf(bridge);
  const named = module.features.flatMap(({ paths }) =>
    Object.entries(paths).map(([name, path]) => [`${paths.root} ${name}`, path] as const),
  );
  const asking = named.filter(([, path]) => typeof path !== 'string').map(([name]) => name);
  expect(asking.toSorted()).toEqual(Object.keys(given).toSorted());
  const plain = named.flatMap(([, path]) => (typeof path === 'string' ? [path] : []));
  return {
    places: [...new Set([...plain, ...Object.values(given).flat()])],
    opened: Object.entries(given)
      .filter(([name]) => !/ (group|into|part|section|draft|list|made|longer|stuck)$/.test(name))
      .map(([, [place = '']]) => place),
  };
}

/** One that was started is gone. */
const noDraft = reconcilePaths.draft('0'.repeat(32));

/**
 * Empty forms, and what is said of the installation. Every other screen has to show something of the
 * first profile, so the walk can find what it looks for.
 */
const silent: readonly string[] = [
  ...[reconcilePaths.new, noDraft],
  ...[customerPaths.new, virtualAccountPaths.new, addressBookPaths.new, bankAccountPaths.lookUp],
  ...[bulkPaths.new, bulkPaths.newCustomers, bulkPaths.newVirtualAccounts],
  ...[importPaths.root, ...imports, webhookPaths.new, webhookPaths.existing],
  // A delivery comes through a tunnel from outside, and none is open here.
  ...[webhookPaths.tunnels, webhookPaths.deliveries, webhookPaths.delivery(1), settingsPaths.root],
  ...[reportPaths.root, reportPaths.evidence, settingsPaths.section('profiles')],
  ...[settingsPaths.section('appearance'), settingsPaths.section('lock')],
  settingsPaths.section('notices'),
  ...[settingsPaths.section('about'), settingsPaths.section('backup')],
  // None has waited for an hour.
  payoutPaths.stuck(1),
  // Only the built-in sandbox has controls, and it is empty here.
  ...[sandboxPaths.root, ...sandbox],
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
  const file = 'type,first_name,last_name\nindividual,Alan,Byron\n';
  await runDraft(bridge, await uploadFile(bridge, 'Alpha.csv', file));
  await uploadFile(bridge, 'Alpha 2.csv', file.replace('Alan', 'Anne'));
  const period = { from: '2020-01-01', to: '2020-01-31', timeZone: 'UTC' };
  const { covers } = await bridge.reports.preview(period);
  await bridge.reports.close({ profileId, ...period, covers, note: 'Alpha close' });
  await reconcile(bridge);
  await settle(bridge, service);
  await bring(bridge, service, of.id);
  close();
}

async function reconcile(bridge: Bridge): Promise<void> {
  const { profileId } = await bridge.connection.get();
  const content = Buffer.from('Date,Amount,Currency,Description\n2026-11-20,1,USD,Alpha wire\n');
  const file = { fileName: 'Alpha.csv', bytes: content.length, profileId };
  const { uploadId } = await bridge.reconcile.upload.begin(file);
  await bridge.reconcile.upload.append({
    ...{ uploadId, offset: 0, base64: content.toString('base64') },
  });
  const { id } = await bridge.reconcile.upload.finish({ uploadId });
  await bridge.reconcile.start({
    ...{ id, profileId, kind: 'bank' },
    mapping: {
      columns: ['date', 'amount', 'currency', 'text'],
      ...{ decimal: '.', dates: 'ymd', currency: null },
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
  // Every address three times: a busy machine needs longer than for any other spec.
  test.setTimeout(600_000);
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
  for (const place of places) {
    await goTo(app, place);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await whenAnswered();
    // The log of one customer names it by its ID alone.
    if (!silent.includes(place) && !place.startsWith(auditPaths.ofRecord('')))
      await expect.poll(() => shown(app, 'main'), { message: place, ...often }).toMatch(ofTheFirst);
  }

  // What was open or typed does not stay when another profile is shown.
  await goTo(app, customerPaths.root);
  await app.getByRole('textbox', { name: 'Search name, email or ID' }).fill('Alpha');
  await goTo(app, bankAccountPaths.lookUp);
  await app.getByLabel('Bank account ID').fill('bankAccount_alpha');
  const staying = [settingsPaths.section('company'), auditPaths.root];
  for (const place of [...opened, ...staying, ...imports.slice(0, 1)]) {
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
  }

  await goTo(app, '/settings/company');
  await expect(app.getByLabel('Name')).toHaveValue('Alpha GmbH');
  line.hold();
  await app.getByRole('button', { name: /^Profile: / }).click();
  await app.getByRole('menuitem', { name: /^Built-in sandbox/ }).click();
  await expect(app.getByRole('button', { name: /^Profile: Built-in sandbox/ })).toBeVisible();
  for (const place of places) {
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
  await other.bridge.profiles.select({ id: second?.id ?? '' });
  const late = other.bridge.depositSheets.company.save({
    name: 'Late',
    addressLines: [],
    paper: 'a4',
  });
  await expect(late).rejects.toMatchObject({ data: { cause: 'other-profile' } });
  other.close();
});
