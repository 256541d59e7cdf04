import { expect, it } from 'vitest';
import { keepRows, withKept } from './kept-rows.ts';
import { indexOfRow, rowKeys } from './use-shown-selection.ts';
import { heldRows } from './windowed-rows.ts';

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

const idOf = ({ id }: { id: string }): string => id;
const listOf = (ids: string) => heldRows([...ids].map((id) => ({ id })));
const places = (total: number) => Array.from({ length: total }, (_, index) => index);

/** A list in two pages of three rows, each read at its own moment; null for one not read yet. */
const inPages = (first: string, second: string | null) => (index: number) =>
  listOf(index < 3 ? first : (second ?? '')).rowAt(index % 3);

it('a record that stands in two pages has a row of its own in each', () => {
  // A new one came between the two readings and moved c on to the second page.
  expect(rowKeys(places(6), inPages('abc', 'cde'), idOf)).toEqual([
    'a',
    'b',
    'c',
    'place 3',
    'd',
    'e',
  ]);
});

it('a record keeps its key wherever it moves, and an unread row has none of a record', () => {
  expect(rowKeys(places(4), inPages('012', null), idOf)).toEqual(['0', '1', '2', 'place 3']);
  expect(rowKeys([1, 2, 3], inPages('x01', '234'), idOf)).toEqual(['0', '1', '2']);
});

it('a row that is kept in its place has none of the keys around it', () => {
  const kept = keepRows(listOf('abcd'), { from: 0, to: 1 }, 'all');
  const { rows } = withKept(kept, listOf('xabcd'), idOf);
  const keys = rowKeys(places(rows.total), rows.rowAt, idOf);
  expect(places(4).map((index) => rows.rowAt(index)?.id)).toEqual(['a', 'b', 'b', 'c']);
  expect(new Set(keys).size).toBe(4);
});
