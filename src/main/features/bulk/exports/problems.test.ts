import { expect, it } from 'vitest';
import type { RowIssue } from '../../../../bridge/bulk.ts';
import type { CheckedFileRow } from '../checking/check-row.ts';
import { nothingYet } from '../drafts/summary.ts';
import { problems } from './problems.ts';

it('holds what keeps rows from being sent, with the value that stands in the file', () => {
  const remark = (severity: 'error' | 'warning', sentence: string): RowIssue => ({
    ...{ severity, code: 'x', sentence, like: null },
    ...({ field: 'walletAddress', column: 'Wallet' } as const),
  });
  const bad: CheckedFileRow = {
    ...{ row: 7, input: null, fingerprint: null, sameness: null, customerName: null, doubts: [] },
    reference: null,
    ownName: null,
    values: [{ field: 'walletAddress', value: '0x12' }],
    remarks: [
      remark('error', 'Too short.'),
      remark('warning', 'Look at it.'),
      { ...remark('error', 'Blank.'), field: 'network', column: null },
    ],
  };
  const summary = { ...nothingYet, errors: 2, lists: { ...nothingYet.lists, bad: [bad] } };
  const { headings, parts, total } = problems({ summary });
  expect(headings).toEqual(['row', 'column', 'value', 'problem']);
  expect([...parts()].flat()).toEqual([
    [7, 'Wallet', '0x12', 'Too short.'],
    [7, 'network', '', 'Blank.'],
  ]);
  expect(total).toBe(2);
});
