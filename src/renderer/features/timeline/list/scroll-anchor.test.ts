import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowAt } from './event-pages.ts';
import { pageRows } from './page-runs.ts';
import { anchorIn, anchorNow } from './scroll-anchor.ts';

/** A list of these keys, of which these pages are there. */
const pagesOf = (keys: readonly number[], pages: readonly number[]) =>
  new Map(
    pages.map((page) => [
      page,
      keys.slice(page * pageRows, (page + 1) * pageRows).map((key) => ({ key })),
    ]),
  );

const newestFirst = (newest: number, length: number): number[] =>
  Array.from({ length }, (_, at) => newest - at);

describe('what is read, when rows come above it', () => {
  it('is found as many rows further down, and none when nothing came', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(60), (first, came) => {
        const all = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        const before = pagesOf(newestFirst(1_000, 400), all);
        const anchor = anchorIn((index) => rowAt(before, index), first);
        expect(anchor?.index).toBe(first + 6);
        if (anchor === null) return;
        const after = pagesOf(newestFirst(1_000 + came, 400 + came), all);
        expect(anchorNow(after, anchor)).toEqual({ key: anchor.key, index: anchor.index + came });
      }),
    );
  });

  it('is found further up when a row above it went', () => {
    const anchor = { key: 94, index: 6 };
    expect(anchorNow(pagesOf([100, 99, 97, 96, 95, 94, 93], [0]), anchor).index).toBe(5);
  });

  it('stays where it is while its row is not among those that were read', () => {
    const anchor = { key: 700, index: 300 };
    const near = pagesOf(newestFirst(1_000, 400), [0, 1]);
    expect(anchorNow(near, anchor)).toEqual(anchor);
  });

  it('has no anchor where the row still comes', () => {
    expect(anchorIn(() => undefined, 40)).toBeNull();
  });
});
