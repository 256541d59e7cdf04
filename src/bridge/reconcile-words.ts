/** What the page and the exported file say of a line. */
import type { DuplicateLine, LineReason, LineState } from './reconcile.ts';

export const lineStateWords: Readonly<Record<LineState, string>> = {
  confirmed: 'Confirmed',
  certain: 'Matched, certain',
  likely: 'Matched, likely',
  ambiguous: 'Ambiguous',
  unmatched: 'Unmatched',
  none: 'No payout',
  other: 'Money out',
  unreadable: 'Unreadable',
};

export const lineReasonWords: Readonly<Record<LineReason, string>> = {
  'no-amount': 'No payout has this amount and currency.',
  'no-fit': 'Payouts have this amount, but neither account, reference nor time fits.',
  'amount-differs': 'The line names a payout of another amount.',
  contested: 'The payout that fits this line fits another line better.',
  taken: 'The payout that fits is confirmed for another line.',
  'all-taken': 'Every payout of this amount and currency is confirmed for another line.',
};

export const duplicateWords = ({ fileName, row }: DuplicateLine): string =>
  `This seems to be the same entry as line ${row.toLocaleString('en-US')} of ${fileName}, which is confirmed.`;
