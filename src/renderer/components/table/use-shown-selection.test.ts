import { expect, it } from 'vitest';
import { indexOfRow } from './use-shown-selection.ts';

const held: Readonly<Record<number, string>> = { 0: 'a', 1: 'b', 250: 'z' };
const list = { total: 300, rowAt: (index: number) => held[index], idOf: (row: string) => row };

it('a record is found among the rows that are held, past those that are not', () => {
  expect(indexOfRow(list, 'b')).toBe(1);
  expect(indexOfRow(list, 'z')).toBe(250);
});

it('a record that is not held, or past the end of the list, is not found', () => {
  expect(indexOfRow(list, 'q')).toBeNull();
  expect(indexOfRow({ ...list, total: 250 }, 'z')).toBeNull();
});
