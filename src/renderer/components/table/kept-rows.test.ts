import { expect, it } from 'vitest';
import { keepRows, withKept } from './kept-rows.ts';
import { heldRows } from './windowed-rows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}
const listOf = (ids: string, state = 'open') => heldRows([...ids].map((id) => ({ id, state })));
const idOf = ({ id }: Row): string => id;
const shown = (before: string, now: string, window = { from: 0, to: 10 }) => {
  const kept = keepRows(listOf(before), window, 'all');
  const { rows, waiting } = withKept(kept, listOf(now, 'newer'), idOf);
  const ids = Array.from({ length: rows.total }, (_, index) => rows.rowAt(index)?.id).join('');
  return { ids, waiting, states: [...ids].map((_, index) => rows.rowAt(index)?.state) };
};

it('rows stay in their places when others come above, go, or change places', () => {
  expect(shown('abc', 'xyabc')).toMatchObject({ ids: 'abc', waiting: 2 });
  expect(shown('abc', 'bc')).toMatchObject({ ids: 'abc', waiting: 0 });
  expect(shown('abc', 'cab')).toMatchObject({ ids: 'abc', waiting: 0 });
  expect(shown('abc', '')).toMatchObject({ ids: 'abc', waiting: 0 });
});

it('a row that stays shows what it is now, and one that is gone what it was', () => {
  expect(shown('abc', 'xca').states).toEqual(['newer', 'open', 'newer']);
});

it('nothing waits while every row is where it was', () => {
  expect(shown('abc', 'abc')).toMatchObject({ waiting: null, states: Array(3).fill('newer') });
  // A page that is read again is not there yet: that is no change.
  const kept = keepRows(listOf('abc'), { from: 0, to: 2 }, 'all');
  const unread = { ...listOf('abc'), rowAt: () => undefined };
  expect(withKept(kept, unread, idOf).waiting).toBeNull();
});

it('only rows of the window are kept, and those outside are read as they are', () => {
  const kept = keepRows(listOf('abcdef'), { from: 2, to: 3 }, 'all');
  expect([...kept.rows.keys()]).toEqual([2, 3]);
  const { rows } = withKept(kept, listOf('xabcdef'), idOf);
  expect([2, 3, 5].map((index) => rows.rowAt(index)?.id)).toEqual(['c', 'd', 'e']);
});
