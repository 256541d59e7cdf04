import { describe, expect, it } from 'vitest';
import type { BulkColumn, BulkField } from '../../../../bridge/bulk.ts';
import { columnOf, unusedColumns, withChoice } from './mapping.ts';

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
