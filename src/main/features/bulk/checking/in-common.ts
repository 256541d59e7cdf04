/**
 * What remarks of many rows have in common. Where a sentence names what is its row's own (a customer, an
 * address, another row), a sentence without it stands for all of them.
 */
import type { IssueKind, RowIssue } from '../../../../bridge/bulk.ts';
import { sharedWords } from './words.ts';

export const kindOf = ({ code, sentence }: RowIssue): IssueKind => ({
  code,
  sentence: sharedWords[code] ?? sentence,
});

/** Whether something of this kind is said of a row. */
export const hasIssue = (remarks: readonly RowIssue[], { code, sentence }: IssueKind): boolean =>
  remarks.some((remark) => remark.code === code && kindOf(remark).sentence === sentence);
