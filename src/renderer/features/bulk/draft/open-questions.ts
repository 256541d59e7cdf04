/** What still has to be confirmed before a start. */
import type { BulkConfirmation } from '../../../../bridge/bulk.ts';
import { isTypedCount } from './typed-count.ts';

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
