/** Every field that a person sees has a word of help on the page of its screen. */
import { expect, it } from 'vitest';
import {
  type CataloguedKind,
  fieldLabel,
  fields,
  requestLabels,
} from '../../../contract/fields.ts';
import { addressTexts } from '../../features/address-book/texts.ts';
import { bankAccountTexts } from '../../features/bank-accounts/texts.ts';
import { bulkTexts } from '../../features/bulk/texts.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { customerTexts } from '../../features/customers/texts.ts';
import { companyTexts, depositSheetTexts } from '../../features/deposit-sheets/texts.ts';
import { importTexts } from '../../features/imports/texts.ts';
import { overviewTexts } from '../../features/overview/texts.ts';
import { payoutDetailTexts } from '../../features/payouts/texts.ts';
import { reconcileTexts } from '../../features/reconcile/texts.ts';
import { reportTexts } from '../../features/reports/texts.ts';
import { sandboxTexts } from '../../features/sandbox/texts.ts';
import { settingsTexts } from '../../features/settings/texts.ts';
import { filterTexts } from '../../features/timeline/filters/texts.ts';
import { timelineTexts } from '../../features/timeline/texts.ts';
import { unresolvedTexts } from '../../features/unresolved/texts.ts';
import { stopTexts } from '../../features/virtual-accounts/mismatch-texts.ts';
import { forwardingTexts } from '../../features/webhooks/forwarding/texts.ts';
import { newWebhookTexts } from '../../features/webhooks/new/texts.ts';
import { annotationTexts } from '../../texts/annotations.ts';
import { veilTexts } from '../../texts/veil.ts';
import { explainedNames, fieldHelp } from './field-mark.tsx';
import { helpPage, helpPages, searchHelp } from './help-pages.ts';

const { existing } = newWebhookTexts;
const { add, appearance, backups, change, control, handover, notices, recovery } = settingsTexts;
const { start, columns } = bulkTexts;
const { bankAccounts, customers, deposits, events, faults } = sandboxTexts;
const { form: target, replay } = forwardingTexts;
const { handle, limits } = overviewTexts;
const { choose } = payoutDetailTexts;
const { draft, kinds: fileKinds, line } = reconcileTexts;

/** A kind that is added to the catalogue has its page too. */
const pageOf: Readonly<Record<CataloguedKind, string>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
  bankAccount: 'bank-accounts',
  webhook: 'webhooks',
  wallet: 'other-records',
  address: 'other-records',
  paymentLink: 'other-records',
};

const forms: Readonly<Record<string, readonly string[]>> = {
  customers: [...Object.values(requestLabels.customer), customerTexts.form.ownName].concat(
    annotationTexts.reference,
    annotationTexts.labels,
    annotationTexts.note,
  ),
  'virtual-accounts': [
    ...Object.values(requestLabels.virtualAccount),
    stopTexts.clear.note,
    depositSheetTexts.format,
    depositSheetTexts.packing,
    depositSheetTexts.which,
  ],
  'bank-accounts': [bankAccountTexts.form.customer, bankAccountTexts.form.bankAccountId],
  'other-records': [],
  webhooks: [
    existing.id,
    existing.url,
    existing.name,
    // Of a tunnel, in the form of each provider.
    'Type',
    'Host',
    'Port',
    'User',
    'Sign in with',
    'Public side',
    'Listening host',
    'Listening port',
    'Public URL',
    'Reserved domain',
    target.name,
    target.url,
    target.webhook,
    target.events,
    replay.which,
    replay.sinceTime,
    replay.untilTime,
    replay.webhook,
    replay.events,
  ],
  settings: [
    settingsTexts.retention.deliveries,
    settingsTexts.retention.responses,
    settingsTexts.retention.inputs,
    add.name,
    settingsTexts.profiles.mode,
    add.environment,
    add.baseUrl,
    add.token,
    change.newAddress,
    companyTexts.name,
    companyTexts.address,
    companyTexts.logo,
    companyTexts.paper,
    notices.kinds,
    notices.quiet,
    notices.details,
    notices.from,
    notices.to,
    control.label,
    appearance.theme,
    veilTexts.title,
    appearance.panel,
    appearance.times,
    appearance.amounts,
    // Typed in documents of main's own.
    recovery.title,
    backups.folder,
    'Also after so many requests',
    'Backup file',
    handover.card,
    handover.known,
    handover.save.profiles,
    handover.save.from,
    handover.save.to,
    'Hand-over file',
    'Database URL',
    'Database user',
    'Database password',
    'Certificate file',
    'Invitation',
    'Role',
    'Card of the relay',
    'Public URL',
    'What you found out',
    'Recovery key of the team',
    'What counts',
  ],
  lock: [
    settingsTexts.lock.idle,
    settingsTexts.lock.system,
    // Typed in documents of main's own.
    'Current passphrase',
    'New passphrase',
    'Repeat new passphrase',
  ],
  bulk: [
    start.what,
    start.template,
    start.file,
    columns.sheet,
    requestLabels.virtualAccount.network,
  ],
  'address-book': [
    addressTexts.labelForm.network,
    addressTexts.labelForm.address,
    addressTexts.labelForm.label,
  ],
  changes: [changesTexts.dialog.note],
  imports: [importTexts.ids.customer, importTexts.csv.kind],
  overview: [limits.payout, limits.kyc, handle.until, handle.custom, handle.note],
  payouts: [choose.notion, choose.unit.label, choose.unit.decimals],
  reconcile: [
    fileKinds.bank,
    fileKinds.chain,
    draft.window,
    draft.numbers,
    draft.dates,
    draft.currency,
    line.others,
    line.note,
  ],
  reports: [
    reportTexts.statement.customer,
    reportTexts.statement.account,
    reportTexts.close.note,
    reportTexts.period.month,
    reportTexts.period.day,
    reportTexts.period.from,
    reportTexts.period.to,
  ],
  sandbox: [
    customers.message,
    deposits.account,
    deposits.amount,
    deposits.until,
    bankAccounts.customer,
    bankAccounts.bankName,
    bankAccounts.holder,
    bankAccounts.number,
    bankAccounts.newNumber,
    bankAccounts.status,
    events.name,
    events.resource,
    events.count,
    faults.kind,
    faults.operation,
    faults.count,
  ],
  timeline: [timelineTexts.lookUp.label, filterTexts.range.from, filterTexts.range.to],
  unresolved: [unresolvedTexts.existsDialog.id, unresolvedTexts.existsDialog.json],
};

const shown = Object.entries(forms).map(([page, labels]) => {
  const kinds = Object.entries(fields).filter(([kind]) => pageOf[kind as CataloguedKind] === page);
  const names = kinds.flatMap(([, ofKind]) => Object.keys(ofKind));
  return [page, [...names.map((name) => fieldLabel(name) ?? name), ...labels]] as const;
});

/** What the part Fields of a page names. */
function explained(name: string): string[] {
  const blocks = helpPage(name)?.blocks ?? [];
  const from = blocks.findIndex(
    (block) => block.kind === 'heading' && block.inlines[0]?.text === 'Fields',
  );
  const list = blocks[from + 1];
  if (from === -1 || list?.kind !== 'list') return [];
  return list.items.flatMap((item) =>
    item.flatMap((inline) => (inline.kind === 'bold' ? [inline.text] : [])),
  );
}

it.each(shown)('the help of %s explains each of its fields, and no other', (name, labels) => {
  expect([...new Set(explained(name))].toSorted()).toEqual([...new Set(labels)].toSorted());
});

it.each(shown)('a search for a field of %s finds the page', (name, labels) => {
  for (const label of labels)
    expect(
      searchHelp(helpPages, label).map((found) => found.name),
      label,
    ).toContain(name);
});

it.each(shown)('beside each field of %s stands its help', (name, labels) => {
  for (const label of labels) expect(explainedNames(name)).toContain(label.toLowerCase());
});

it('the help of a field is the text behind its name, which others may share', () => {
  expect(fieldHelp('/customers/new', 'City')).toBe(fieldHelp('/customers/new', 'Postal code'));
  expect(fieldHelp('/customers/new', 'City')).toMatch(/^The rest of the address/);
  expect(fieldHelp('/settings/profiles', 'Name')).toMatch(/^Yours alone/);
});

it('the part that a field stands in tells two of a name apart', () => {
  const currencyOf = (section: string) => fieldHelp('/virtual-accounts/x', 'Currency', section);
  expect(currencyOf('Deposit instructions')).toMatch(/^Where the customer pays in/);
  expect(currencyOf('Destination')).toMatch(/^Where the service says/);
  expect(fieldHelp('/virtual-accounts/x', 'Total', 'Fees')).toMatch(/basis points/);
});

it('what the page of the screen lacks is found where one page alone has it', () => {
  expect(fieldHelp('/virtual-accounts/x', 'Let the payout run to')).toMatch(/^The state in which/);
  // Two pages tell of it, each in its own way.
  expect(fieldHelp('/unresolved', 'Note')).toBeNull();
  expect(fieldHelp('/customers', 'Nonsense')).toBeNull();
  expect(fieldHelp('/customers', '')).toBeNull();
});
