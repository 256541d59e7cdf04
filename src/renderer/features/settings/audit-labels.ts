/** What the stored names of audit entries are called on the page; the names themselves never change. */
import { writes } from '../../../contract/writes.ts';
import { sentenceCase } from '../../format/words.ts';

const created = {
  journalled: 'request stored',
  created: 'created',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'outcome unknown',
};
const file = { done: 'exported', cancelled: 'export cancelled', failed: 'export failed' };
const run = {
  started: 'started',
  running: 'resumed',
  paused: 'paused',
  done: 'completed',
  stopped: 'stopped',
};

/** `a.b.c` → what stands for all up to its last part, and for that part. */
const withStates = new Map<string, readonly [string, Readonly<Record<string, string>>]>([
  ...Object.values(writes).map(
    ({ action, noun }) => [action, [sentenceCase(noun), created]] as const,
  ),
  ...Object.entries({
    'list.export': ['List', file],
    'timeline.export': ['Timeline', file],
    'sheets.export': ['Deposit sheets', file],
    'statement.export': ['Statement', file],
    'period-close.export': ['Period close', file],
    'reconciliation.export': ['Reconciliation', file],
    'bulk.file': ['Bulk file', file],
    bulk: ['Bulk run', run],
  } as const),
]);

const whole = new Map<string, string>(
  Object.entries({
    'reconciliation.started': 'Reconciliation started',
    'reconciliation.matched': 'Reconciliation matched',
    'reconciliation.confirmed': 'Matches confirmed',
    'reconciliation.payout-chosen': 'Payout chosen for a line',
    'reconciliation.no-payout': 'Line marked as no payout',
    'reconciliation.undone': 'Decision on a line undone',
    'reconciliation.removed': 'Reconciliation removed',
    'address.labelled': 'Address label set',
    'address.unlabelled': 'Address label removed',
    'annotation.labels-set': 'Labels set',
    'annotation.name-set': 'Display name set',
    'annotation.note-added': 'Note added',
    'annotation.note-edited': 'Note edited',
    'annotation.reference-set': 'Your reference set',
    'bank-account.looked-up': 'Bank account looked up',
    'bank-accounts.refresh-ended': 'Refresh of bank accounts ended',
    'bank-accounts.refresh-started': 'Refresh of bank accounts started',
    'console.started': 'Causeway started',
    'console.stopped': 'Causeway stopped',
    'deliveries.judged-again': 'Signatures checked again',
    'deliveries.rebuild-begun': 'Rebuild of records started',
    'drift.signed-off': 'Change signed off',
    'event.looked-up': 'Event looked up',
    'period.closed': 'Period closed',
    'forward.added': 'Forwarding target added',
    'forward.given-back': 'Temporary target ended',
    'forward.lent': 'Temporary target started',
    'forward.paused': 'Forwarding paused',
    'forward.removed': 'Forwarding target removed',
    'forward.replay-failed': 'Replay failed',
    'forward.replayed': 'Deliveries replayed',
    'forward.resumed': 'Forwarding resumed',
    'import.begun': 'Import started',
    'import.kept': 'Records imported',
    'intent.settled.absent': 'Request marked as not created',
    'intent.settled.exists': 'Request marked as created',
    'intent.settled.taken-back': 'Request reopened',
    'payout-field.chosen': 'Payout field chosen',
    'payout-field.released': 'Payout field reset',
    'notices.saved': 'Notices changed',
    'overview.brought-back': 'Overview line brought back',
    'overview.done': 'Overview line marked as done',
    'overview.limits-set': 'Limits of the overview set',
    'overview.snoozed': 'Overview line snoozed',
    'profile.added': 'Profile added',
    'profile.address-changed': 'Base URL changed',
    'profile.brought-back': 'Profile restored',
    'profile.removed': 'Profile removed',
    'profile.renamed': 'Profile renamed',
    'profile.selected': 'Profile selected',
    'profile.started-anew': 'Sandbox reset',
    'sandbox.bank-account-changed': 'Sandbox: bank account changed',
    'sandbox.bank-account-opened': 'Sandbox: bank account opened',
    'sandbox.bank-account-removed': 'Sandbox: bank account removed',
    'sandbox.deposit': 'Sandbox: deposit paid in',
    'sandbox.event': 'Sandbox: event triggered',
    'sandbox.fault-set': 'Sandbox: fault set',
    'sandbox.faults-cleared': 'Sandbox: faults cleared',
    'sandbox.kyc': 'Sandbox: KYC moved',
    'sandbox.payout': 'Sandbox: payout moved',
    'sandbox.samples.added': 'Sample data added',
    'sandbox.samples.failed': 'Adding sample data failed',
    'sandbox.switches': 'Sandbox: switches changed',
    'sandbox.switches-reset': 'Sandbox: switches reset',
    'sandbox.terms': 'Sandbox: terms moved',
    'sheets.company.saved': 'Company details saved',
    'sheets.logo.removed': 'Logo removed',
    'sheets.logo.set': 'Logo set',
    'sheets.text.shown': 'Deposit instructions shown as text',
    'token.entered': 'Token entered',
    'token.proof': 'Token checked',
    'tunnel.added': 'Tunnel added',
    'tunnel.closed': 'Tunnel closed',
    'tunnel.host-key-forgotten': 'SSH host key forgotten',
    'tunnel.host-key-trusted': 'SSH host key trusted',
    'tunnel.key-file-chosen': 'SSH key file selected',
    'tunnel.opened': 'Tunnel opened',
    'tunnel.proof': 'Tunnel checked',
    'tunnel.removed': 'Tunnel removed',
    'tunnel.secret-entered': 'Tunnel secret entered',
    'vault.locked': 'Locked',
    'vault.recovered': 'Recovery key used',
    'vault.recovery-key-made': 'Recovery key set',
    'vault.passphrase-chosen': 'Passphrase set',
    'vault.session-chosen': 'Session without stored data started',
    'vault.unlocked': 'Unlocked',
    'virtual-account.mismatch': 'Mismatch in a response',
    'virtual-account.mismatch.cleared': 'Mismatch signed off',
    'webhook.secret-entered': 'Webhook secret entered',
    'webhook.secret-shown': 'Webhook secret shown',
  }),
);

/** A name that this version does not know, as of a later one, stays as it is stored. */
export function auditLabel(action: string): string {
  const end = action.lastIndexOf('.');
  const [subject, states] = withStates.get(action.slice(0, end)) ?? [];
  const state = new Map(Object.entries(states ?? {})).get(action.slice(end + 1));
  const label = whole.get(action);
  return label ?? (subject === undefined || state === undefined ? action : `${subject} ${state}`);
}
