import { expect, it } from 'vitest';
import { fileName } from './file-names.ts';

const ids = ['virtualAccount_0d9f3fa94c71'];
const one = {
  format: 'pdf',
  packing: 'one',
  ids,
  customerName: 'Ada Byron',
} as const;

it.each([
  [one, 'Ada-Byron-deposit-sheet-3fa94c71-20261121-204000Z.pdf'],
  [
    { ...one, customerName: 'Ünal / ../Öz\u0000' },
    'Unal-Oz-deposit-sheet-3fa94c71-20261121-204000Z.pdf',
  ],
  [
    { ...one, customerName: '中村', format: 'csv' as const },
    'deposit-sheet-virtualAccount-0d9f3fa94c71-20261121-204000Z.csv',
  ],
  [
    { ...one, customerName: null },
    `deposit-sheet-virtualAccount-0d9f3fa94c71-20261121-204000Z.pdf`,
  ],
  [
    { ...one, packing: 'zip' as const, ids: [...ids, 'virtualAccount_b'] },
    'deposit-sheets-20261121-204000Z.zip',
  ],
  [{ ...one, ids: [] }, 'deposit-sheets-20261121-204000Z.pdf'],
])('%j is %s', (order, name) => {
  expect(fileName(order, '20261121-204000Z')).toBe(name);
});
