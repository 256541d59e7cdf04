/** What the stored names of audit entries are called on the page and in reports; the names themselves never change. */
import { writes } from '../contract/writes.ts';

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
    ({ action, noun }) =>
      [action, [`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, created]] as const,
  ),
  ...Object.entries({
    'list.export': ['List', file],
    'timeline.export': ['Timeline', file],
    'sheets.export': ['Deposit sheets', file],
    'statement.export': ['Statement', file],
    'period-close.export': ['Period close', file],
    'period-preview.export': ['Preview of a period close', file],
    'period-later.export': ['Later arrivals of a period close', file],
    'reconciliation.export': ['Reconciliation', file],
    'audit.export': ['Audit log', file],
    'evidence.export': ['Evidence pack', file],
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
    'approval.approved': 'Request approved',
    'approval.policy-set': 'Approval policy set',
    'approval.proposed': 'Approval requested',
    'approval.refused': 'Request refused',
    'approval.sent': 'Approved request sent',
    'approval.send-confirmed': 'Approved request sent anyway, after Causeway asked',
    'approval.sent-without-database':
      'Request sent without approval while the team’s database was away',
    'approval.withdrawn': 'Request for approval withdrawn',
    'audit.accepted': 'Audit log accepted as it is',
    'retention.applied': 'Old bytes removed',
    'retention.changed': 'Retention changed',
    'customer.personal-data-erased': 'Personal data erased',
    'customer.personal-data-erased-again': 'Personal data erased, as before in another copy',
    'customer.personal-data-recorded-again': 'Personal data recorded again',
    'bank-account.looked-up': 'Bank account looked up',
    'bank-accounts.refresh-ended': 'Refresh of bank accounts ended',
    'bank-accounts.refresh-started': 'Refresh of bank accounts started',
    'console.started': 'Causeway started',
    'console.stopped': 'Causeway stopped',
    'diagnostics.saved': 'Diagnostics saved',
    'deliveries.older-inbox': 'Stored deliveries older than what was read of them',
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
    'handover.erasures-taken': 'Erasures of another computer accepted',
    'handover.merged': 'Hand-over file merged',
    'handover.saved': 'Hand-over file saved',
    'import.begun': 'Import started',
    'import.kept': 'Records imported',
    'intent.settled.absent': 'Request marked as not created',
    'intent.settled.exists': 'Request marked as created',
    'intent.settled.taken-back': 'Request reopened',
    'person.named': 'Own name set',
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
    'profile.mode-changed': 'Mode changed',
    'profile.removed': 'Profile removed',
    'profile.renamed': 'Profile renamed',
    'profile.selected': 'Profile selected',
    'profile.started-anew': 'Sandbox reset',
    'profile.control-plane-removed': 'Control plane removed',
    'profile.control-plane-set': 'Control plane set',
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
    'team.founded': 'Team founded',
    'team.invited': 'Invitation to a team made',
    'team.asked-to-join': 'Asked to join a team',
    'team.change-lost': 'Change of the team’s members lost',
    'team.joined': 'Admitted to a team',
    'team.left': 'Team left',
    'team.member-admitted': 'Computer admitted to the team',
    'team.member-removed': 'Computer removed from the team',
    'team.problem-put-aside': 'Problem of the team’s log put aside',
    'team.role-changed': 'Role in the team changed',
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
    'lock.settings-changed': 'Lock settings changed',
    'vault.locked': 'Locked',
    'vault.data-key-changed': 'Data key changed',
    'vault.data-keys-change-started': 'Change of data keys started',
    'vault.inbox-key-changed': 'Data key of deliveries changed',
    'backup.failed': 'Backup failed',
    'clock.accepted': 'Clock accepted',
    'database.repaired': 'Database repaired',
    'database.laid-aside': 'Damaged database kept aside',
    'database.log-damaged': 'Damaged write-ahead log kept aside',
    'audit.entry-lost': 'Entry lost with a damaged database',
    'backup.folder-chosen': 'Backup folder chosen',
    'backup.restored': 'Backup restored',
    'backup.turned-off': 'Backups turned off',
    'backup.written': 'Backup written',
    'backup.written-once': 'Single backup written',
    'vault.recovered': 'Recovery key used',
    'vault.recovery-key-made': 'Recovery key set',
    'vault.moved-to-keychain': 'Secrets moved to the keychain',
    'vault.moved-to-passphrase': 'Secrets moved under a passphrase',
    'vault.passphrase-changed': 'Passphrase changed',
    'vault.passphrase-chosen': 'Passphrase set',
    'vault.session-chosen': 'Session without stored data started',
    'vault.unlocked': 'Unlocked',
    'virtual-account.mismatch': 'Mismatch in a response',
    'virtual-account.mismatch.cleared': 'Mismatch signed off',
    'webhook.secret-entered': 'Webhook secret entered',
    'webhook.secret-shared': 'Webhook secret received from the team',
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

/** Kinds of actions, in the order of the filter, each with the beginnings of the names that belong to it. */
const kinds: readonly (readonly [kind: string, label: string, beginnings: readonly string[]])[] = [
  ['customers', 'Customers', ['customer', 'terms']],
  ['accounts', 'Virtual accounts', ['virtual-account', 'sheets']],
  ['bank-accounts', 'Bank accounts', ['bank-account', 'bank-accounts']],
  ['payouts', 'Payouts', ['payout-field']],
  ['webhooks', 'Webhooks and events', ['webhook', 'deliveries', 'event', 'forward', 'tunnel']],
  ['requests', 'Resolved requests', ['intent']],
  ['changes', 'Changes', ['drift']],
  ['bulk', 'Bulk runs and imports', ['bulk', 'import']],
  ['reconcile', 'Reconcile', ['reconciliation']],
  ['notes', 'Notes, labels and addresses', ['annotation', 'address']],
  ['reports', 'Period closes', ['period']],
  [
    ...(['exports', 'Exports'] as const),
    ['list', 'timeline', 'statement', 'period-close', 'period-preview', 'period-later'],
  ],
  [
    'safety',
    'Secrets, backups and audit',
    ['vault', 'lock', 'token', 'backup', 'audit', 'person', 'handover', 'team'],
  ],
  ['profiles', 'Profiles', ['profile']],
  ['sandbox', 'Sandbox', ['sandbox']],
  ['overview', 'Overview and notices', ['overview', 'notices']],
  ['console', 'Causeway', ['console']],
];

const kindOf = new Map(
  kinds.flatMap(([kind, , beginnings]) => beginnings.map((one) => [one, kind])),
);

/** By what its name begins with; `other` for one that this version does not know. */
export const auditKindOf = (action: string): string => {
  const parts = action.split('.');
  if (parts[1] === 'export' || action.startsWith('bulk.file.')) return 'exports';
  return kindOf.get(parts[0] ?? '') ?? 'other';
};

export const auditKinds: readonly { readonly kind: string; readonly label: string }[] = [
  ...kinds.map(([kind, label]) => ({ kind, label })),
  { kind: 'other', label: 'Other' },
];
