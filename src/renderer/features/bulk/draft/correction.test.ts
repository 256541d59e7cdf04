import { expect, it } from 'vitest';
import type { DraftRow, RowIssue } from '../../../../bridge/bulk.ts';
import { changedValues, givenOf, problemOf, wholeProblems } from './correction.ts';

const remark = (severity: RowIssue['severity'], field: RowIssue['field'], sentence: string) => ({
  ...{ severity, field, sentence, code: 'x', column: null, like: null },
});
const row: Pick<DraftRow, 'values' | 'remarks'> = {
  values: [
    { field: 'network', value: 'base' },
    { field: 'walletAddress', value: '(not shown)' },
  ],
  remarks: [
    remark('error', 'network', 'One.'),
    remark('error', 'network', 'Two.'),
    remark('warning', 'walletAddress', 'A warning.'),
    remark('error', null, 'Nobody.'),
  ],
};

it('what is wrong stands beside its field, and of the whole row by itself', () => {
  expect(problemOf(row, 'network')).toBe('One. Two.');
  expect(problemOf(row, 'walletAddress')).toBeNull();
  expect(wholeProblems(row)).toEqual(['Nobody.']);
});

it('a secret is blank to be typed over, and stays while nobody does', () => {
  expect(givenOf(row, 'walletAddress')).toEqual({ value: '', isHidden: true });
  expect(changedValues(row, { walletAddress: '' })).toEqual([]);
  expect(changedValues(row, { walletAddress: ' 0x1 ' })).toEqual([
    { field: 'walletAddress', value: '0x1' },
  ]);
});

it('what is typed as it stood is no change, and what is emptied is one', () => {
  expect(changedValues(row, { network: 'base ', integratorBpsFee: '' })).toEqual([]);
  expect(changedValues(row, { network: '' })).toEqual([{ field: 'network', value: '' }]);
});
