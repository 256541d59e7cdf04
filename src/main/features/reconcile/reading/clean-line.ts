/** Cuts secrets out of what a file says. A hash has the form of a private key, so its field tells it. */
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import type { StatementLine } from './statement-line.ts';

const clean = (text: string, field: string): string => cutSecrets(text.toWellFormed(), { field });
const cleanOrNull = (text: string | null, field: string): string | null =>
  text === null ? null : clean(text, field);

export const cleanLine = (line: StatementLine): StatementLine => ({
  ...line,
  references: line.references.map((text) => clean(text, 'reference')),
  text: clean(line.text, 'text'),
  party: cleanOrNull(line.party, 'party'),
  accounts: line.accounts.map((text) => clean(text, 'account')),
  transaction: cleanOrNull(line.transaction, 'transactionHash'),
  from: cleanOrNull(line.from, 'fromAddress'),
  to: cleanOrNull(line.to, 'toAddress'),
  problem: cleanOrNull(line.problem, 'problem'),
});

/** A cell of a preview, by its heading. */
export const cleanCell = (cell: string, heading: string): string =>
  clean(cell, heading).slice(0, 120);
