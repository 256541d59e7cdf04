import type { Bridge } from '../../../bridge/contract.ts';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';

/** What departed as a text to hand to the service: what was sent, what came, and how both are known. */
type Intent = Awaited<ReturnType<Bridge['intents']['get']>>['intent'];

/** Key of the intent whose answer it was; null when none is known. */
export const intentKeyOf = (account: Pick<VirtualAccountDetail, 'learned'>): string | null =>
  account.learned.find(({ source }) => source === 'create-answer')?.intentKey ?? null;

/** `intent` is null while it is not read, or where there is none. */
export function mismatchEvidence(account: VirtualAccountDetail, intent: Intent): string {
  const texts = stopTexts.evidence;
  const answer = account.learned.find(({ source }) => source === 'create-answer');
  const differences = account.mismatches.flatMap(({ field, sent, received }) => [
    `${field}`,
    `  ${texts.sent}: ${sent ?? stopTexts.nothing}`,
    `  ${texts.received}: ${received ?? stopTexts.nothing}`,
  ]);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [texts.account, account.id],
    [texts.answered, answer?.observedAt],
    [texts.requestId, intent?.requestId],
    [texts.intent, intentKeyOf(account)],
    [texts.sentAt, intent?.journalledAt],
  ];
  return [
    texts.title,
    '',
    ...facts.flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`])),
    '',
    ...differences,
    '',
    ...(intent === null ? [] : [`${texts.request}:`, JSON.stringify(intent.input, null, 2), '']),
    `${texts.answer}:`,
    JSON.stringify(account.asReceived, null, 2),
  ].join('\n');
}

/** Texts of the stop after a response that does not match its request. */
export const stopTexts = {
  title: 'Stop: mismatch in the service’s response',
  lead: 'Deposits to this account may not arrive as you requested.',
  doTitle: 'What to do',
  todo: [
    'Don’t share these deposit instructions. If you have, ask the customer not to pay.',
    'Ask the service why its response differs. The evidence below shows the request, the response and the request ID.',
    'Don’t create the account again before the service explains the mismatch: this account exists.',
    'Once the service explains the mismatch, sign it off below. Until then the account stays flagged.',
  ],
  walletDiffers: 'The response names another wallet address.',
  sent: 'In the request',
  received: 'In the response',
  nothing: 'Nothing',
  kept: 'Causeway stores the response exactly as received, encrypted, and its SHA-256 in the audit log. Neither can be changed.',
  copy: 'Copy evidence',
  showDeposit: 'Show deposit instructions anyway',
  clear: {
    title: 'Sign off mismatch',
    note: 'Explanation',
    noteHelp: 'For example what the service said, and who said it.',
    needsNote: 'Enter what the service said.',
    action: 'Sign off mismatch',
  },
  cleared: {
    title: (at: string) => `Mismatch signed off ${at}`,
  },
  asOf: 'You are viewing earlier data. Return to now to sign off the mismatch.',
  evidence: {
    title: 'Virtual account: the response does not match the request',
    account: 'Virtual account',
    answered: 'Response received',
    requestId: 'Request ID',
    intent: 'Request key',
    sentAt: 'Request stored',
    sent: 'request',
    received: 'response',
    request: 'Request as sent',
    answer: 'Response as received',
  },
} as const;
