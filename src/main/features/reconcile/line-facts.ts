/** A statement line: its shape as it is stored, the state that it begins in, and what it is found and known again by. */
import Big from 'big.js';
import { z } from 'zod';
import type { LineState, ReconcileKind } from '../../../bridge/reconcile.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { folded } from '../../../platform/folded-text.ts';
import { signed } from './reading/balances.ts';
import type { StatementLine } from './reading/statement-line.ts';

const text = z.string().nullable();

export const statementLine: z.ZodType<StatementLine> = z.object({
  row: z.number(),
  direction: z.enum(['in', 'out']).nullable(),
  amount: text,
  currency: text,
  booked: text,
  valued: text,
  references: z.array(z.string()),
  text: z.string(),
  party: text,
  accounts: z.array(z.string()),
  transaction: text,
  from: text,
  to: text,
  problem: text,
});

/** Below zero for money out of a bank's account, so that totals are what the account changed by. */
export const signedAmount = (
  { amount, direction }: Pick<StatementLine, 'amount' | 'direction'>,
  kind: ReconcileKind,
): string | null =>
  amount !== null && kind === 'bank' && direction === 'out' ? signed(amount, 'out') : amount;

/** What a line is before anything is matched. */
export const firstState = (line: StatementLine, kind: ReconcileKind): LineState => {
  if (line.problem !== null || line.amount === null || line.currency === null) return 'unreadable';
  return kind === 'bank' && line.direction === 'out' ? 'other' : 'unmatched';
};

/** What a word of a search is looked for in. */
export const searchOf = (line: StatementLine): string =>
  folded(
    [
      line.amount,
      line.currency,
      line.booked,
      line.text,
      line.party,
      ...line.references,
      ...line.accounts,
      line.transaction,
      line.from,
      line.to,
    ]
      .filter((one) => one !== null)
      .join(' '),
  );

/**
 * A digest of what an entry is told by, the account of the statement among its accounts; one statement may
 * write an amount longer than another.
 */
export function entryOf(line: StatementLine): string {
  const facts = [
    line.amount === null ? null : new Big(line.amount).toFixed(),
    line.direction,
    line.currency,
    line.booked,
    line.references.map(folded).sort(),
    line.accounts.map(folded).sort(),
    folded(line.text),
    folded(line.party ?? ''),
    line.transaction,
    line.from,
    line.to,
  ];
  return sha256Hex(JSON.stringify(facts));
}
