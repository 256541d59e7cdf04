/**
 * What keeps rows from being sent, for whoever made the file to correct: one line an error, with the
 * value as it stands in the file. Warnings and duplicates keep no row from it and are on the screen.
 */

import { inParts } from '../../../../platform/slices.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import type { DraftState } from '../drafts/draft.ts';
import type { RowSource } from './sheet-rows.ts';

const PART = 250;

export const problems = ({ summary }: Pick<DraftState, 'summary'>): RowSource => ({
  headings: ['row', 'column', 'value', 'problem'],
  total: summary.errors,
  *parts() {
    for (const rows of inParts(summary.lists.bad, PART)) yield rows.flatMap(linesOf);
  },
  notes: [],
});

const linesOf = ({ row, values, remarks }: CheckedFileRow) =>
  remarks
    .filter(({ severity }) => severity === 'error')
    .map(({ field, column, sentence }) => [
      row,
      column ?? field,
      values.find((one) => one.field === field)?.value ?? '',
      sentence,
    ]);
