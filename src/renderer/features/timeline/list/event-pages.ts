/**
 * Pages of the list, near what is seen and a few more: the page never holds the list. Rows that are
 * shown are replaced all at once, so that no two pages of different moments stand side by side.
 *
 *     follows ──hold──▶ held by its first row ──letGo──▶ catches up ──its rows came──▶ follows
 *
 * Main answers what was asked last first. So whatever is still under way when all is read anew, or when
 * the list is held or let go, is of another moment, and is given up.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { pagesNear } from '../../../components/table/paging.ts';
import {
  heldPages,
  isIn,
  type LoadedPage,
  type LoadRows,
  pageRows,
  readRun,
  runsOf,
} from './page-runs.ts';

export interface PagesState<Row> {
  readonly pages: ReadonlyMap<number, readonly Row[]>;
  /** Which list the rows are of, as it was named; null before the first came. */
  readonly of: string | null;
  /** Rows of the list, where its end was seen. */
  readonly end: number | null;
  /** Whether the first page of this list came. */
  readonly isThere: boolean;
  /** Shows rows of the list before, while those of this one are read. */
  readonly isBehind: boolean;
  /** The row that holds the list still: newer ones are not in it. */
  readonly held: Row | null;
  /** Shows rows of the list as it was held, while the newest are read. */
  readonly isCatchingUp: boolean;
  /** Why a page could not be read; null when all that were asked for came. */
  readonly error: unknown;
}

/** How a list is read: all of it, or what is not newer than the row that holds it. */
export type LoaderOf<Row> = (held: Row | null) => LoadRows<Row>;

export interface EventPages<Row> {
  readonly store: StoreApi<PagesState<Row>>;
  /**
   * Another list: what is shown stays until its first page came, unless that is there. One that is on its
   * way is let be.
   */
  show(name: string, loaderOf: LoaderOf<Row>, first?: LoadedPage<Row> | null): void;
  /** Holds the list by its first row; nothing while that is not shown, or is about to be another. */
  hold(): void;
  /** Reads from the newest on again. */
  letGo(): void;
  /** The window shows these rows of a list of that length. */
  want(range: { from: number; to: number }, total: number): void;
  /** Reads what is shown again; joins a reading that has not begun. */
  refresh(): void;
  dispose(): void;
}

/** @param afterPaint runs what can wait for the rows of the window */
export function createEventPages<Row>(
  afterPaint: (task: () => void) => void = (task) => task(),
): EventPages<Row> {
  const store = createStore<PagesState<Row>>(() => ({
    pages: new Map(),
    of: null,
    end: null,
    isThere: false,
    isBehind: false,
    held: null,
    isCatchingUp: false,
    error: null,
  }));
  let loaderOf: LoaderOf<Row> | null = null;
  let name: string | null = null;
  /** Pages of the window, and those near it besides. */
  let seen: readonly number[] = [0];
  let wanted: readonly number[] = [0];
  /** Pages under way one by one. */
  const underWay = new Map<number, AbortController>();
  /** Whether what is near the window is read after the next frame. */
  let isNearAwaited = false;
  /** The reading of all that is shown; another one waits behind it. */
  let reading: { stop: AbortController; isAskedAgain: boolean } | null = null;

  const loader = (): LoadRows<Row> | null => loaderOf?.(store.getState().held) ?? null;

  function stopPages(): void {
    for (const stop of underWay.values()) stop.abort();
    underWay.clear();
  }

  function stopAll(): void {
    stopPages();
    reading?.stop.abort();
    reading = null;
  }

  /** Reads all wanted pages, and shows them when the last one came. */
  async function readAll(): Promise<void> {
    const from = loader();
    if (from === null) return;
    stopPages();
    const own = { stop: new AbortController(), isAskedAgain: false };
    reading = own;
    const asked = wanted.length === 0 ? [0] : wanted;
    try {
      const runs = await Promise.all(
        runsOf(asked).map((run) => readRun(from, run, own.stop.signal)),
      );
      const read = runs.flat();
      if (reading !== own) return;
      showAll(read);
    } catch (error) {
      if (reading !== own) return;
      store.setState({ error });
    }
    reading = null;
    if (own.isAskedAgain) void readAll();
    else readMissing();
  }

  function showAll(read: readonly (readonly [number, LoadedPage<Row>])[]): void {
    store.setState({
      pages: new Map(read.map(([page, { rows }]) => [page, rows])),
      of: name,
      end: endOf(read),
      isThere: true,
      isBehind: false,
      isCatchingUp: false,
      error: null,
    });
  }

  async function readSome(run: readonly number[]): Promise<void> {
    const from = loader();
    if (from === null) return;
    const stop = new AbortController();
    for (const page of run) underWay.set(page, stop);
    /** Those that were not scrolled past meanwhile; they are under way no longer. */
    const taken = (): ReadonlySet<number> => {
      const pages = run.filter((page) => underWay.get(page) === stop);
      for (const page of pages) underWay.delete(page);
      return new Set(pages);
    };
    try {
      const read = await readRun(from, run, stop.signal);
      const wantedStill = taken();
      if (wantedStill.size > 0) keep(read.filter(([page]) => wantedStill.has(page)));
    } catch (error) {
      if (taken().size > 0) store.setState({ error });
    }
  }

  function keep(read: readonly (readonly [number, LoadedPage<Row>])[]): void {
    const { pages, end } = store.getState();
    const all = new Map(pages);
    for (const [page, { rows }] of read) {
      all.delete(page);
      all.set(page, rows);
    }
    store.setState({ pages: shed(all, wanted), end: endOf(read) ?? end, error: null });
    readMissing();
  }

  /** What the window shows, in one go. */
  function readMissing(): void {
    if (!mayRead()) return;
    if (isMissing(seen)) readThose(seen);
    else if (isMissing(wanted) && !isNearAwaited) {
      isNearAwaited = true;
      afterPaint(readNear);
    }
  }

  /** What is near the window, when that is there: its answers would have it wait for its frame. */
  function readNear(): void {
    isNearAwaited = false;
    if (name !== null && mayRead()) readThose(isMissing(seen) ? seen : wanted);
  }

  /** While the whole is being read, what is missing comes with it or is asked for after it. */
  function mayRead(): boolean {
    const { isThere, isBehind } = store.getState();
    return isThere && !isBehind && reading === null;
  }

  const isMissing = (of: readonly number[]): boolean =>
    of.some((page) => !store.getState().pages.has(page));

  function readThose(of: readonly number[]): void {
    const { pages } = store.getState();
    const missing = of.filter((page) => !pages.has(page) && !underWay.has(page));
    for (const run of runsOf(missing)) void readSome(run);
  }

  return {
    store,
    show(of, next, first = null) {
      if (name === of) return;
      name = of;
      loaderOf = next;
      stopAll();
      seen = [0];
      wanted = [0];
      store.setState(({ isThere }) => ({
        isBehind: isThere,
        held: null,
        isCatchingUp: false,
        error: null,
      }));
      if (first === null) void readAll();
      else showAll([[0, first]]);
    },
    hold() {
      const { pages, held, isThere, isBehind, isCatchingUp } = store.getState();
      const first = rowAt(pages, 0);
      if (held !== null || !isThere || isBehind || isCatchingUp || first === undefined) return;
      const wasReading = reading !== null;
      stopAll();
      store.setState({ held: first });
      if (wasReading) void readAll();
      else readMissing();
    },
    letGo() {
      if (store.getState().held === null) return;
      stopAll();
      store.setState({ held: null, isCatchingUp: true });
      void readAll();
    },
    want(range, total) {
      wanted = pagesNear(range, total, pageRows);
      seen = wanted.filter((page) => isIn(range, page));
      for (const [page, stop] of underWay) {
        if (wanted.includes(page)) continue;
        underWay.delete(page);
        // Others of the same reading may still be waited for.
        if (![...underWay.values()].includes(stop)) stop.abort();
      }
      readMissing();
    },
    refresh() {
      if (reading !== null) reading.isAskedAgain = true;
      else void readAll();
    },
    dispose() {
      stopAll();
      name = null;
    },
  };
}

/** Where the list ends, when one of these pages is its last. */
function endOf<Row>(read: readonly (readonly [number, LoadedPage<Row>])[]): number | null {
  const last = read.find(([, { hasMore }]) => !hasMore);
  if (last === undefined) return null;
  const [page, { rows }] = last;
  // An empty page past the end says that it is past, and not where the end is.
  return rows.length === 0 && page > 0 ? null : page * pageRows + rows.length;
}

/** The pages that are wanted, and of the others those that were read last. */
function shed<Row>(
  pages: ReadonlyMap<number, readonly Row[]>,
  wanted: readonly number[],
): ReadonlyMap<number, readonly Row[]> {
  const others = [...pages.keys()].filter((page) => !wanted.includes(page)).reverse();
  const kept = new Set([...wanted, ...others.slice(0, Math.max(0, heldPages - wanted.length))]);
  return new Map([...pages].filter(([page]) => kept.has(page)));
}

export function rowAt<Row>(pages: ReadonlyMap<number, readonly Row[]>, index: number) {
  return pages.get(Math.floor(index / pageRows))?.[index % pageRows];
}

/** Where a row stands among those that are held; null when it is not among them. */
export function indexOf<Row>(
  pages: ReadonlyMap<number, readonly Row[]>,
  isIt: (row: Row) => boolean,
): number | null {
  for (const [page, rows] of pages) {
    const at = rows.findIndex(isIt);
    if (at !== -1) return page * pageRows + at;
  }
  return null;
}
