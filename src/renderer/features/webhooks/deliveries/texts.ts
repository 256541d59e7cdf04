/** Texts of deliveries and their signatures. */
import { groupedCount } from '../../../../bridge/words.ts';

export const deliveryTexts = {
  listLabel: 'Deliveries',
  failed: 'The deliveries can’t be read',
  filterWebhook: 'Webhook',
  filterVerdict: 'Signature',
  filterKeeping: 'Storage',
  columns: {
    event: 'Event',
    verdict: 'Signature',
    webhook: 'Webhook',
    received: 'Received',
    repeats: 'Duplicates',
    forwards: 'Forwarding',
    size: 'Size',
  },
  empty: {
    title: 'No deliveries yet',
    body: 'Every delivery to a path of this computer is listed here with the result of its signature check. Causeway stores a delivery before it responds to the service.',
    action: 'Go to tunnels',
  },
  noMatch: 'No matches',
  noMatchBody: 'No stored delivery matches these filters.',
  reset: 'Clear filters',
  checkAgain: 'Recheck signatures',
  judged: (count: number) => {
    if (count === 0) return 'Signatures rechecked. No result changed.';
    return count === 1
      ? 'Signatures rechecked. 1 result changed.'
      : `Signatures rechecked. ${count} results changed.`;
  },
  rebuild: {
    open: 'Rebuild records…',
    title: 'Rebuild records?',
    body: 'Causeway reads every stored delivery of this profile again and updates the records from them. Until it has finished, deliveries appear without their event. With many deliveries this takes minutes. No delivery or record is lost, and nothing is sent or forwarded again.',
    action: 'Rebuild records',
  },
  rebuilding: (done: string, total: string) => `Rebuilding records: ${done} of ${total}`,
  rebuilt: (when: string) => `Records rebuilt ${when}.`,

  verdicts: {
    genuine: 'Verified',
    'genuine-reserialised': 'Verified (re-serialised)',
    'duplicate-keys': 'Duplicate key',
    'other-webhook': 'Another webhook’s',
    wrong: 'Invalid',
    missing: 'Unsigned',
    'not-yet-judged': 'Not checked',
  },
  verdictHints: {
    genuine: 'Signed with the webhook’s own secret, over the exact bytes.',
    'genuine-reserialised':
      'The signature matches the body after it is parsed and written again, not its exact bytes. Causeway reads and forwards the form that was signed.',
    'duplicate-keys':
      'The body contains a key twice, and its exact bytes were not signed. Causeway rejected the delivery.',
    'other-webhook': 'Signed with the secret of another of your webhooks.',
    wrong: 'Not signed with any secret that Causeway stores.',
    missing: 'The delivery has no signature.',
    'not-yet-judged': 'The secret is not known yet, or the vault is locked.',
  },
  keepings: { kept: 'Stored', held: 'Awaiting secret', quarantined: 'Quarantined' },
  roles: {
    first: 'First delivery of its event',
    repeat: 'Duplicate of a known event',
    differs: 'Other content with a known event ID',
    mock: 'Test data in production: stored, never merged',
    unrecognised: 'Unknown format: stored as received',
    damaged: 'Damaged: stored, but can’t be opened',
  },
  differs: 'Conflict',
  unread: 'Not read yet',
  sealed: 'Encrypted until its signature is checked',
  notProved: 'Not verified, not read',
  unrecognised: 'Unknown format',
  damaged: 'Damaged, can’t be opened',
  damagedCount: (count: number) =>
    count === 1
      ? '1 stored delivery can’t be opened, because that part of the inbox file is damaged. All other deliveries are unaffected. If an event is missing, look it up by its ID on the timeline.'
      : `${groupedCount(count)} stored deliveries can’t be opened, because those parts of the inbox file are damaged. All other deliveries are unaffected. If an event is missing, look it up by its ID on the timeline.`,
  bytes: (size: string) => `${size} bytes`,
  forwarded: {
    delivered: (count: number) => `${count} delivered`,
    waiting: (count: number) => `${count} waiting`,
    failed: (count: number) => `${count} failed`,
  },

  detail: {
    title: 'Delivery',
    facts: 'Delivery as received',
    whatToDo: 'What to do',
    arrived: 'Received',
    webhook: 'Webhook',
    noWebhook: 'None known to Causeway',
    event: 'Event',
    meaning: 'Relation to event',
    size: 'Body',
    digest: 'SHA-256',
    path: 'Path',
    keeping: 'Storage',
    repeats: 'Exact duplicates',
    lastRepeat: (when: string) => `last received ${when}`,
    mock: 'Test data: “mock” is set to true',
    verdicts: 'Signature checks',
    verdictsLead: 'Oldest first. Causeway never changes a result; it adds each new one.',
    fingerprint: 'Secret with fingerprint',
    judgedBy: (computer: string) => `Verified by “${computer}”`,
    signatureNotKept: 'Signature not stored',
    signatureNotKeptHint:
      'An earlier version of Causeway checked this delivery and did not store its signature. If exactly the same delivery arrives again, Causeway stores it again instead of counting a duplicate.',
    headers: 'Headers',
    erased:
      'Personal data was erased from this delivery. Its signature was checked when it arrived; what is left is not what was signed.',
    headersHint: 'As received. Values of authorization and cookie are removed.',
    locked: 'Encrypted while the vault is locked.',
    body: 'Body',
    bodyLead: 'As received.',
    bodyCutLead:
      'Without hidden parts: webhook secrets, and bank account numbers until you show them.',
    notText: 'The body is not UTF-8 text.',
    copyBody: 'Copy body',
    forwards: 'Forwarding',
    forwardsNone: 'Not forwarded to a target.',
    replayTo: 'Replay to',
    replay: 'Replay',
    replayed: 'Queued. Causeway sends it as signed, with its signature and content type.',
    noTargets: 'No forwarding target is set up.',
    addTarget: 'Go to forwarding',
    replayOnlyGenuine: 'Only verified deliveries can be forwarded.',
  },
} as const;
