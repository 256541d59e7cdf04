/** Every address of the page, for a walk through two profiles. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Plugin, runnerImport } from 'vite';
import type { Bridge } from '../../../src/bridge/contract.ts';
import { otherKinds } from '../../../src/contract/other-kinds.ts';
import { addressBookPaths } from '../../../src/renderer/features/address-book/paths.ts';
import { approvalPaths } from '../../../src/renderer/features/approvals/paths.ts';
import { auditPaths } from '../../../src/renderer/features/audit/paths.ts';
import { bankAccountPaths } from '../../../src/renderer/features/bank-accounts/paths.ts';
import { bulkPaths } from '../../../src/renderer/features/bulk/paths.ts';
import { changePaths } from '../../../src/renderer/features/changes/paths.ts';
import { customerPaths } from '../../../src/renderer/features/customers/paths.ts';
import { importPaths } from '../../../src/renderer/features/imports/paths.ts';
import { onboardingPaths } from '../../../src/renderer/features/onboarding/paths.ts';
import { otherRecordPaths } from '../../../src/renderer/features/other-records/paths.ts';
import { overviewPaths } from '../../../src/renderer/features/overview/paths.ts';
import { payoutPaths } from '../../../src/renderer/features/payouts/paths.ts';
import { reconcilePaths } from '../../../src/renderer/features/reconcile/paths.ts';
import { reportPaths } from '../../../src/renderer/features/reports/paths.ts';
import { sandboxPaths } from '../../../src/renderer/features/sandbox/paths.ts';
import { settingsPaths } from '../../../src/renderer/features/settings/paths.ts';
import { timelinePaths } from '../../../src/renderer/features/timeline/paths.ts';
import { unresolvedPaths } from '../../../src/renderer/features/unresolved/paths.ts';
import { virtualAccountPaths } from '../../../src/renderer/features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../../src/renderer/features/webhooks/paths.ts';
import { root } from '../../support/run-command.ts';

/** All choices of an argument; one that is forgotten does not compile. */
const each = <Choice extends string>(choices: Record<Choice, true>) =>
  Object.keys(choices) as Choice[];

/** Where each kind is imported. */
export const imports = each<Parameters<typeof importPaths.into>[0]>({
  customers: true,
  'virtual-accounts': true,
  webhooks: true,
}).map(importPaths.into);

const approvalParts = each<Parameters<typeof approvalPaths.part>[0]>({
  waiting: true,
  mine: true,
  decided: true,
});

const sandbox = each<Parameters<typeof sandboxPaths.section>[0]>({
  start: true,
  customers: true,
  'bank-accounts': true,
  deposits: true,
  events: true,
  faults: true,
  switches: true,
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
  const draftId = draft?.id ?? '';
  const runId = run?.id ?? '';
  const customerId = customer?.id ?? '';
  const accountId = account?.id ?? '';
  const parts = each<Parameters<typeof unresolvedPaths.part>[0]>({
    unknown: true,
    exists: true,
    absent: true,
  });
  const requests = parts.map(async (part) => {
    const [request] = (await bridge.unresolved.list({ state: part })).rows;
    return unresolvedPaths.request(request?.key ?? '', part);
  });
  const proposals = approvalParts.map(async (part) => {
    const [proposal] = (await bridge.approvals.list({ which: part })).rows;
    return approvalPaths.one(proposal?.id ?? '', part);
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
    '/approvals part': approvalParts.map(approvalPaths.part),
    '/approvals one': await Promise.all(proposals),
    '/audit ofRecord': [auditPaths.ofRecord(customerId)],
    '/settings section': each<Parameters<typeof settingsPaths.section>[0]>({
      profiles: true,
      backup: true,
      handover: true,
      team: true,
      lock: true,
      notices: true,
      appearance: true,
      company: true,
      diagnostics: true,
      retention: true,
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
export async function placesOf(bridge: Bridge) {
  const file = join(root, 'src/renderer/app/features.ts');
  const { module } = await runnerImport<typeof import('../../../src/renderer/app/features.ts')>(
    file,
    {
      plugins: [withoutStyles],
    },
  );
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
export const silent: readonly string[] = [
  reconcilePaths.new,
  noDraft,
  customerPaths.new,
  virtualAccountPaths.new,
  addressBookPaths.new,
  bankAccountPaths.lookUp,
  bulkPaths.new,
  bulkPaths.newCustomers,
  bulkPaths.newVirtualAccounts,
  importPaths.root,
  ...imports,
  webhookPaths.new,
  webhookPaths.existing,
  // A delivery comes through a tunnel from outside, and none is open here.
  webhookPaths.tunnels,
  webhookPaths.deliveries,
  webhookPaths.delivery(1),
  settingsPaths.root,
  reportPaths.root,
  reportPaths.evidence,
  settingsPaths.section('profiles'),
  settingsPaths.addProfile,
  settingsPaths.section('appearance'),
  settingsPaths.section('lock'),
  settingsPaths.passphrase,
  settingsPaths.section('diagnostics'),
  settingsPaths.section('notices'),
  settingsPaths.section('retention'),
  settingsPaths.section('about'),
  settingsPaths.section('backup'),
  settingsPaths.section('handover'),
  // Nothing was sent while a team's database was away.
  auditPaths.sentUnasked,
  // None has waited for an hour.
  payoutPaths.stuck(1),
  // Only the built-in sandbox has controls, and it is empty here.
  sandboxPaths.root,
  ...sandbox,
];
