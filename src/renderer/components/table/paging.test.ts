import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnsFor } from './columns.ts';
import { pagesNear } from './paging.ts';

it('the first page alone at the top of a long list', () => {
  expect(pagesNear({ from: 0, to: 40 }, 10_000, 100)).toEqual([0]);
});

it('the next page before the window reaches it', () => {
  expect(pagesNear({ from: 20, to: 60 }, 10_000, 100)).toEqual([0, 1]);
});

it('an empty list has no page', () => {
  expect(pagesNear({ from: 0, to: 0 }, 0, 100)).toEqual([]);
});

it('every row in the window has its page, and few others do, whatever the list', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(1), fc.nat(60), (start, _unused, height) => {
      const total = 100_000;
      const from = Math.min(start, total - 1);
      const to = Math.min(from + height, total - 1);
      const pages = pagesNear({ from, to }, total, 100);
      const covers = pages.includes(Math.floor(from / 100)) && pages.includes(Math.floor(to / 100));
      return covers && pages.length <= 3;
    }),
  );
});

it('columns that do not fit are left out, and before the list is measured none is', () => {
  const columns = [{ key: 'name' }, { key: 'email', from: 640 }, { key: 'fee', from: 900 }];
  const keys = (width: number) => columnsFor(columns, width).map(({ key }) => key);
  expect(keys(500)).toEqual(['name']);
  expect(keys(700)).toEqual(['name', 'email']);
  expect(keys(0)).toEqual(['name', 'email', 'fee']);
});
