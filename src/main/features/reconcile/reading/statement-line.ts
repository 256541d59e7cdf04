/** A file of a bank or a block explorer, as lines that payouts are compared with. */
import type { BalanceView } from '../../../../bridge/reconcile.ts';

export interface StatementLine {
  /** Line of a CSV file, number of the entry otherwise; from 1, rising. */
  readonly row: number;
  /** Money in or out of the account; null where the file tells neither, as transfers of a chain. */
  readonly direction: 'in' | 'out' | null;
  /** Exact decimal digits without a sign; null where the line can't be read. */
  readonly amount: string | null;
  /** In capitals. */
  readonly currency: string | null;
  /** `2026-11-20`, or a moment as ISO 8601 UTC where the file tells one. */
  readonly booked: string | null;
  readonly valued: string | null;
  readonly references: readonly string[];
  readonly text: string;
  readonly party: string | null;
  /** Account numbers: of the statement, of the line, of the counterparty. */
  readonly accounts: readonly string[];
  readonly transaction: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Why it can't be read; null where it can. */
  readonly problem: string | null;
}

export const blankLine: Omit<StatementLine, 'row'> = {
  direction: null,
  amount: null,
  currency: null,
  booked: null,
  valued: null,
  references: [],
  text: '',
  party: null,
  accounts: [],
  transaction: null,
  from: null,
  to: null,
  problem: null,
};

export interface Statement {
  readonly lines: readonly StatementLine[];
  readonly balances: readonly BalanceView[];
  /** One sentence each. */
  readonly notes: readonly string[];
}

/** Expected: the message is a sentence for a person. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
}

/** What a statement says in several places, as one text. */
export const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .flatMap((part) => (part === null || part === undefined ? [] : [part.trim()]))
    .filter((part) => part !== '')
    .join(' ');
