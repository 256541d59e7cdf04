/** What still has to be confirmed before a start, and when the number of rows is typed for it. */
import type { BulkConfirmation } from '../../../../bridge/bulk.ts';
import type { Environment } from '../../../../bridge/profiles.ts';

/** From this many rows on it is typed, wherever they go. */
const manyRows = 500;

/** Real accounts, or very many: one click more than a habit. */
export const isCountTyped = (environment: Environment, rows: number): boolean =>
  environment === 'production' || rows >= manyRows;

/** `10,000`, `10 000` and `10.000` are all the same number of rows. */
export const isTypedCount = (typed: string, rows: number): boolean => {
  const groups = /^\d{1,3}([,. \u00a0\u202f’'])\d{3}(\1\d{3})*$/;
  const text = typed.trim();
  const digits = groups.test(text) ? text.replace(/\D/g, '') : text;
  return digits === String(rows);
};

/** A question by its kind and number: another number is another question. */
export const questionOf = ({ kind, count }: BulkConfirmation): string => `${kind}-${count}`;

/** The number of rows, typed. */
export const typedQuestion = 'typed-count';

export interface Questions {
  confirmations: readonly BulkConfirmation[];
  confirmed: ReadonlySet<string>;
  /** Whether the number of rows is asked for, and what was typed. */
  isTyped: boolean;
  typed: string;
  toSend: number;
}

/** Names of the questions that are open, in the order in which they stand on the screen. */
export function openQuestions(questions: Questions): string[] {
  const { confirmations, confirmed, isTyped, typed, toSend } = questions;
  const open = confirmations.map(questionOf).filter((name) => !confirmed.has(name));
  return isTyped && !isTypedCount(typed, toSend) ? [...open, typedQuestion] : open;
}
