/** What a notice says. It may stand on a locked screen, so names and amounts are left to a person's choice. */
import type { NoticeKind } from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';

const titles: Readonly<Record<NoticeKind, readonly [one: string, more: (n: number) => string]>> = {
  payoutsFailed: ['A payout failed', (n) => `${n} payouts failed`],
  kycRejected: ['KYC was rejected', (n) => `KYC was rejected for ${n} customers`],
  mismatches: [
    'A virtual account does not match its request',
    (n) => `${n} virtual accounts do not match their requests`,
  ],
  unresolved: ['A request has an unknown outcome', (n) => `${n} requests have an unknown outcome`],
  approvalsWaiting: [
    'A request waits for your approval',
    (n) => `${n} requests wait for your approval`,
  ],
  approvalsToSend: ['A request was approved', (n) => `${n} requests were approved`],
  approvalsRefused: ['A request was refused', (n) => `${n} requests were refused`],
  tunnels: ['A tunnel is down', (n) => `${n} tunnels are down`],
  token: ['The access token expires soon', (n) => `${n} access tokens expire soon`],
};

/** Names that are shown, and letters of each. */
const shownNames = 3;
const shownLetters = 60;

/** Text from outside on one line, without what changes its direction. */
const plain = (text: string): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, shownLetters).join('').trim();

export interface NoticeWords {
  readonly title: string;
  readonly body: string;
}

export function noticeWords(
  kind: NoticeKind,
  items: readonly NeedItem[],
  told: { readonly profileName: string; readonly hasDetails: boolean; readonly now: number },
): NoticeWords {
  const [one, more] = titles[kind];
  const isExpired = kind === 'token' && items.some(({ id }) => Date.parse(id) <= told.now);
  const title = isExpired
    ? 'The access token has expired'
    : items.length === 1
      ? one
      : more(items.length);
  const names = told.hasDetails ? items.flatMap(({ name }) => name ?? []) : [];
  const shown = names.slice(0, shownNames).map(plain).join(', ');
  const rest = names.length > shownNames ? ' and others' : '';
  const profile = `Profile: ${plain(told.profileName)}`;
  return { title, body: shown === '' ? profile : `${shown}${rest} · ${profile}` };
}
