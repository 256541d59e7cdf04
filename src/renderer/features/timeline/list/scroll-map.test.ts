import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowAt } from './event-pages.ts';
import { pageRows } from './page-runs.ts';
import {
  anchorIn,
  anchorNow,
  changesOf,
  maxHeight,
  moved,
  placeAt,
  scrollerHeight,
  scrollTopOf,
  topOf,
} from './scroll-map.ts';

const rowHeight = 36;
const view = 640;
const rows = (count: number) => ({ content: count * rowHeight, view });
const million = rows(1_000_000);
const counts = fc.integer({ min: 1, max: 50_000_000 });

describe('the scroller of a long list', () => {
  it('a short list is as high as its rows', () => {
    expect(scrollerHeight(rows(1_000))).toBe(36_000);
    expect(topOf(rows(1_000), 777)).toBe(777);
  });

  it('no list is higher than a browser can hold exactly', () => {
    fc.assert(fc.property(counts, (count) => scrollerHeight(rows(count)) <= maxHeight));
    expect(maxHeight).toBeLessThan(2 ** 24);
  });

  it('its ends are the ends of the list', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const sizes = rows(count);
        expect(topOf(sizes, 0)).toBe(0);
        const end = Math.max(0, scrollerHeight(sizes) - view);
        expect(topOf(sizes, end)).toBe(Math.max(0, sizes.content - view));
      }),
    );
  });

  it('every row can be reached, and the way there leads back', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
        const sizes = rows(count);
        const top = Math.floor(share * Math.max(0, sizes.content - view));
        expect(topOf(sizes, scrollTopOf(sizes, top))).toBeCloseTo(top, 3);
      }),
    );
  });

  it('further down in the scroller is never further up in the list', () => {
    fc.assert(
      fc.property(fc.nat(maxHeight), fc.nat(maxHeight), (one, other) => {
        const above = Math.min(one, other);
        const below = Math.max(one, other);
        expect(topOf(million, above)).toBeLessThanOrEqual(topOf(million, below));
      }),
    );
  });
});

describe('moving in it', () => {
  it('a wheel moves the list a pixel for a pixel, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000_000, max: 30_000_000 }),
        fc.integer({ min: -400, max: 400 }),
        (top, delta) => {
          const place = placeAt(million, top);
          expect(moved(million, place, place.scrollTop + delta).top).toBe(top + delta);
        },
      ),
    );
  });

  it('dragging the scrollbar goes where the map says', () => {
    const place = placeAt(million, 0);
    expect(moved(million, place, 7_000_000).top).toBe(topOf(million, 7_000_000));
  });

  it('after small moves the scroller can be set right without moving the list', () => {
    let place = placeAt(million, 12_345_678);
    for (let step = 0; step < 500; step += 1) place = moved(million, place, place.scrollTop + 120);
    expect(changesOf(million, place)).toBeGreaterThan(1);
    const right = placeAt(million, place.top);
    expect(right.top).toBe(place.top);
    expect(changesOf(million, right)).toBeLessThan(1);
  });

  it('where the scroller ends the list ends, whatever moved before', () => {
    const nearTop = { top: 500, scrollTop: 300 };
    expect(moved(million, nearTop, 0).top).toBe(0);
    const last = maxHeight - view;
    expect(moved(million, { top: 35_000_000, scrollTop: last - 50 }, last).top).toBe(
      million.content - view,
    );
  });
});

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
