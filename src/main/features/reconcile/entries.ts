/** Lines as they are stored, and what tells that two of them are the same entry. */
import Big from 'big.js';
import { z } from 'zod';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { StatementLine } from './reading/statement-line.ts';

const text = z.string().nullable();
export const statementLine: z.ZodType<StatementLine> = z.object({
  ...{ row: z.number(), direction: z.enum(['in', 'out']).nullable(), amount: text, currency: text },
  ...{ booked: text, valued: text, references: z.array(z.string()), text: z.string(), party: text },
  ...{ accounts: z.array(z.string()), transaction: text, from: text, to: text, problem: text },
});

/**
 * A digest of what an entry is told by, the account of the statement among its accounts; one statement may
 * write an amount longer than another.
 */
export function entryOf(line: StatementLine): string {
  const facts = [
    ...[line.amount === null ? null : new Big(line.amount).toFixed(), line.direction],
    ...[line.currency, line.booked, line.references.map(folded).sort()],
    ...[line.accounts.map(folded).sort(), folded(line.text), folded(line.party ?? '')],
    ...[line.transaction, line.from, line.to],
  ];
  return sha256Hex(JSON.stringify(facts));
}
