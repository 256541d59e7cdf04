import { describe, expect, it } from 'vitest';
import { createEventPages, indexOf, rowAt } from './event-pages.ts';
import { heldPages, type LoadedPage, type LoadRows, pageRows } from './page-runs.ts';

/** A list of numbers that counts what was asked of it, and can be held back. */
function source(length: number, first = 0) {
  const asked: number[] = [];
  const aborted: number[] = [];
  let hold: Promise<void> = Promise.resolve();
  const load: LoadRows<number> = async (offset, limit, signal) => {
    const pages = Array.from({ length: limit / pageRows }, (_, at) => offset / pageRows + at);
    asked.push(...pages);
    signal.addEventListener('abort', () => aborted.push(...pages));
    await hold;
    const to = Math.min(offset + limit, length);
    const rows = Array.from({ length: Math.max(0, to - offset) }, (_, i) => first + offset + i);
    return { rows, hasMore: to < length };
  };
  const holdBack = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    hold = promise;
    return resolve;
  };
  return { load, asked, aborted, holdBack };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

async function shown(length: number) {
  const list = source(length);
  const pages = createEventPages<number>();
  pages.show('a list', () => list.load);
  await settled();
  return { ...list, pages, state: () => pages.store.getState() };
}

describe('pages of a list', () => {
  it('the first page is read, and those near the window', async () => {
    const { pages, state, asked } = await shown(1_000_000);
    expect(asked).toEqual([0]);
    expect(state().isThere).toBe(true);
    pages.want({ from: 500_010, to: 500_040 }, 1_000_000);
    await settled();
    expect(rowAt(state().pages, 500_020)).toBe(500_020);
    // Those of the window first, then those beside it.
    expect(asked).toEqual([0, 10_000, 9_999, 10_001]);
  });

  it('what is near the window waits until its rows are painted, and is then what is near by now', async () => {
    const { load, asked } = source(1_000_000);
    const waiting: (() => void)[] = [];
    const pages = createEventPages<number>((task) => waiting.push(task));
    pages.show('a list', () => load);
    await settled();
    pages.want({ from: 500_010, to: 500_040 }, 1_000_000);
    await settled();
    pages.want({ from: 700_010, to: 700_040 }, 1_000_000);
    await settled();
    expect(asked).toEqual([0, 10_000, 14_000]);
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    await settled();
    expect(asked).toEqual([0, 10_000, 14_000, 13_999, 14_001]);
    pages.want({ from: 900_010, to: 900_040 }, 1_000_000);
    await settled();
    pages.dispose();
    waiting[1]?.();
    await settled();
    expect(asked).toHaveLength(6);
  });

  it('however far it is scrolled, only a few pages are held, those of the window among them', async () => {
    const { pages, state } = await shown(1_000_000);
    for (let at = 0; at < 100_000; at += 3_000) {
      pages.want({ from: at, to: at + 40 }, 1_000_000);
      await settled();
      expect(state().pages.size).toBeLessThanOrEqual(heldPages);
      expect(rowAt(state().pages, at)).toBe(at);
    }
  });

  it('what was scrolled past before it came is not waited for', async () => {
    const { pages, state, aborted, holdBack } = await shown(1_000_000);
    const release = holdBack();
    pages.want({ from: 10_000, to: 10_040 }, 1_000_000);
    pages.want({ from: 90_060, to: 90_099 }, 1_000_000);
    release();
    await settled();
    expect(aborted).toContain(10_000 / pageRows);
    expect(state().pages.has(10_000 / pageRows)).toBe(false);
    expect(rowAt(state().pages, 90_060)).toBe(90_060);
  });

  it('a refresh shows all pages of the window at once, and asks once more for many notices', async () => {
    const { pages, state, asked, holdBack } = await shown(1_000);
    pages.want({ from: 180, to: 220 }, 1_000);
    await settled();
    asked.length = 0;
    const release = holdBack();
    for (let notice = 0; notice < 50; notice += 1) pages.refresh();
    release();
    await settled();
    expect(asked).toEqual([3, 4, 3, 4]);
    expect([...state().pages.keys()]).toEqual([3, 4]);
  });

  it('another list stands in for the one before only when its first page is there', async () => {
    const { pages, state } = await shown(1_000);
    const other = source(30, 5_000);
    const release = other.holdBack();
    pages.show('another', () => other.load);
    expect(rowAt(state().pages, 0)).toBe(0);
    expect(state().isBehind).toBe(true);
    release();
    await settled();
    expect(rowAt(state().pages, 0)).toBe(5_000);
    expect(state()).toMatchObject({ isBehind: false, end: 30 });
  });

  it('another list whose first rows are there is shown at once, in the place of what was on its way', async () => {
    const { pages, state, asked, holdBack } = await shown(1_000);
    const release = holdBack();
    pages.hold();
    pages.refresh();
    const other = source(1_000, 5_000);
    pages.show('another', () => other.load, { rows: [5_000], hasMore: true });
    expect(state()).toMatchObject({ of: 'another', isBehind: false, held: null, end: null });
    expect([...state().pages]).toEqual([[0, [5_000]]]);
    release();
    await settled();
    expect(rowAt(state().pages, 0)).toBe(5_000);
    expect(other.asked).toEqual([]);
    expect(asked).toEqual([0, 0]);
  });

  it('an answer for a list that was left is never shown', async () => {
    const pages = createEventPages<number>();
    const slow = source(10, 100);
    const release = slow.holdBack();
    pages.show('a list', () => slow.load);
    pages.show('another', () => source(10, 200).load);
    await settled();
    release();
    await settled();
    expect(rowAt(pages.store.getState().pages, 0)).toBe(200);
    expect(slow.aborted).toEqual([0]);
  });

  it('knows its end from the page that is the last', async () => {
    const { pages, state } = await shown(250);
    expect(state().end).toBeNull();
    pages.want({ from: 200, to: 249 }, 400);
    await settled();
    expect(state().end).toBe(250);
  });

  it('a failure leaves what was read in its place, and a later reading takes it back', async () => {
    const { load } = source(1_000);
    let isBroken = false;
    const pages = createEventPages<number>();
    const state = () => pages.store.getState();
    pages.show(
      'a list',
      () => (offset, limit, signal) =>
        isBroken ? Promise.reject(new Error('gone')) : load(offset, limit, signal),
    );
    await settled();
    isBroken = true;
    pages.refresh();
    await settled();
    expect(state().error).toBeInstanceOf(Error);
    expect(rowAt(state().pages, 3)).toBe(3);
    isBroken = false;
    pages.refresh();
    await settled();
    expect(state().error).toBeNull();
  });

  it('finds a row among those that are held', async () => {
    const { pages, state } = await shown(1_000);
    pages.want({ from: 330, to: 340 }, 1_000);
    await settled();
    expect(indexOf(state().pages, (row) => row === 333)).toBe(333);
    expect(indexOf(state().pages, (row) => row === 900)).toBeNull();
  });
});

/** A list that grows at its top, newest number first, whose answers come when the test gives them. */
function growing(newest: number) {
  const asked: { readonly offset: number; readonly answer: () => void }[] = [];
  let top = newest;
  const pages = createEventPages<number>();
  pages.show('a list', (held) => (offset, limit) => {
    const { promise, resolve } = Promise.withResolvers<LoadedPage<number>>();
    const first = (held ?? top) - offset;
    const rows = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, at) => first - at);
    asked.push({ offset, answer: () => resolve({ rows, hasMore: first > limit }) });
    return promise;
  });
  const answer = async (order: 'first first' | 'last first') => {
    const now = asked.splice(0);
    for (const one of order === 'first first' ? now : now.reverse()) {
      one.answer();
      await settled();
    }
  };
  const state = () => pages.store.getState();
  const first = () => rowAt(state().pages, 0);
  const grow = (by: number) => {
    top += by;
    pages.refresh();
  };
  return { pages, state, first, answer, grow, asked };
}

describe('a list that is held still', () => {
  it('begins with the row that holds it, whatever comes', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.pages.hold();
    list.grow(12);
    await list.answer('first first');
    expect(list.state()).toMatchObject({ held: 1_000 });
    expect(list.first()).toBe(1_000);
  });

  it('what was under way when it was held is not shown above the row that holds it', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.grow(12);
    list.pages.hold();
    // Given up, and asked for as it is held.
    expect(list.asked).toHaveLength(2);
    await list.answer('first first');
    expect(list.state()).toMatchObject({ held: 1_000 });
    expect(list.first()).toBe(1_000);
  });

  it('let go, it shows the newest, though a page of before is answered last', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.pages.want({ from: 500, to: 540 }, 1_000);
    await list.answer('first first');
    list.pages.hold();
    list.grow(12);
    await list.answer('first first');
    // To its top, whose page is not there any more, and let go at once.
    list.pages.want({ from: 0, to: 40 }, 1_000);
    list.pages.letGo();
    expect(list.asked.length).toBeGreaterThan(1);
    await list.answer('last first');
    expect(list.state()).toMatchObject({ held: null, isCatchingUp: false });
    expect(list.first()).toBe(1_012);
  });

  it('held again at once, it is held by the newest and not by the row of before', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.pages.hold();
    list.grow(12);
    await list.answer('first first');
    list.pages.letGo();
    list.pages.hold();
    expect(list.state().held).toBeNull();
    await list.answer('last first');
    list.pages.hold();
    expect(list.state().held).toBe(1_012);
    list.grow(1);
    await list.answer('first first');
    expect(list.first()).toBe(1_012);
  });

  it('a page that was asked for before all was read anew never stands beside the new ones', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.pages.want({ from: 0, to: 140 }, 1_000);
    list.grow(12);
    await list.answer('last first');
    await list.answer('first first');
    expect(list.first()).toBe(1_012);
    expect(rowAt(list.state().pages, 120)).toBe(1_012 - 120);
  });

  it('another list is not held', async () => {
    const list = growing(1_000);
    await list.answer('first first');
    list.pages.hold();
    list.pages.show('another', () => source(30, 5_000).load);
    expect(list.state().held).toBeNull();
    list.pages.hold();
    expect(list.state().held).toBeNull();
    await settled();
    list.pages.hold();
    expect(list.state().held).toBe(5_000);
  });
});
