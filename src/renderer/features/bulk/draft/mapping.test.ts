import { describe, expect, it } from 'vitest';
import type { BulkColumn, BulkField, DraftRow, RowIssue } from '../../../../bridge/bulk.ts';
import {
  changedValues,
  columnOf,
  givenOf,
  problemOf,
  unusedColumns,
  wholeProblems,
  withChoice,
} from './mapping.ts';

const column = (index: number, field: BulkField | null): BulkColumn => ({
  index,
  heading: `Heading ${index}`,
  field,
  resembles: null,
  isHidden: false,
  samples: [],
});

const columns = [column(0, 'customerId'), column(1, 'network'), column(2, null)];

describe('a change of one column', () => {
  it('leaves the others as they are', () => {
    expect(withChoice(columns, 2, 'walletAddress')).toEqual([
      { index: 0, field: 'customerId' },
      { index: 1, field: 'network' },
      { index: 2, field: 'walletAddress' },
    ]);
  });

  it('takes the field from the column that had it', () => {
    expect(withChoice(columns, 2, 'network')).toEqual([
      { index: 0, field: 'customerId' },
      { index: 2, field: 'network' },
    ]);
  });

  it('a column that is not used any more frees its field, and no other', () => {
    expect(withChoice(columns, 0, null)).toEqual([{ index: 1, field: 'network' }]);
  });

  it('the same choice again changes nothing', () => {
    expect(withChoice(columns, 1, 'network')).toEqual(withChoice(columns, 0, 'customerId'));
  });
});

it('says which columns are not used, and which holds a field', () => {
  expect(unusedColumns(columns)).toEqual([columns[2]]);
  expect(columnOf(columns, 'network')).toBe(columns[1]);
  expect(columnOf(columns, 'walletAddress')).toBeNull();
});

const remark = (severity: RowIssue['severity'], field: RowIssue['field'], sentence: string) => ({
  severity,
  field,
  sentence,
  code: 'x',
  column: null,
  like: null,
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
