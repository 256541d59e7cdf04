/** What departed as a text to hand to the service: what was sent, what came, and how both are known. */
import type { Bridge } from '../../../bridge/contract.ts';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { stopTexts } from './mismatch-texts.ts';

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
