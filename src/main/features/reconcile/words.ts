/** Words of the exported file. */
import type { Evidence, LineReason, LineState } from '../../../bridge/reconcile.ts';

export const stateWords: Readonly<Record<LineState, string>> = {
  confirmed: 'Confirmed',
  certain: 'Matched, certain',
  likely: 'Matched, likely',
  ambiguous: 'Ambiguous',
  unmatched: 'Unmatched',
  none: 'No payout',
  other: 'Money out',
  unreadable: 'Unreadable',
};

export const reasonWords: Readonly<Record<LineReason, string>> = {
  'no-amount': 'No payout has this amount and currency.',
  'no-fit': 'Payouts have this amount, but neither account, reference nor time fits.',
  'amount-differs': 'The line names a payout of another amount.',
  contested: 'The payout that fits, fits another line better.',
  taken: 'The payout that fits is confirmed for another line.',
};

const evidenceWords: Readonly<Record<Evidence['kind'], string>> = {
  transaction: 'transaction',
  payoutId: 'payout ID',
  reference: 'reference',
  depositAccount: 'deposit account',
  wallet: 'wallet address',
  time: 'hours apart',
};

export const whyMatched = (found: readonly Evidence[]): string =>
  ['amount', ...found.map(({ kind, value }) => `${evidenceWords[kind]} ${value}`)].join('; ');

export const labels = [
  ...['Line', 'State', 'Date', 'Value date', 'Direction', 'Amount', 'Currency', 'Counterparty'],
  ...['Text', 'References', 'Accounts', 'Transaction', 'From', 'To'],
  ...['Payout ID', 'Payout amount', 'Payout currency', 'Customer', 'Payout state', 'Created'],
  ...['Why', 'Decided by', 'Decided at', 'Note'],
];

export const withoutLine = 'Payout without line';
