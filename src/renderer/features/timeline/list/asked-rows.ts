/** The first rows of a list that are asked for before it is shown: what shows it takes them once, or they are given up. */
import type { LoaderOf } from './event-pages.ts';
import { type LoadedPage, type LoadRows, pageRows } from './page-runs.ts';

export interface AskedRows<Row> {
  /** In the place of others that nobody took. */
  ask(of: string, load: LoadRows<Row>): void;
  /** The loader of that list, which begins with rows that are on their way. */
  before(of: string, loaderOf: LoaderOf<Row>): LoaderOf<Row>;
  /** Later they would be of an earlier moment. */
  giveUp(): void;
}

export function createAskedRows<Row>(): AskedRows<Row> {
  let asked: { of: string; rows: Promise<LoadedPage<Row>>; stop: AbortController } | null = null;
  const giveUp = (): void => {
    asked?.stop.abort();
    asked = null;
  };
  return {
    ask(of, load) {
      giveUp();
      const stop = new AbortController();
      const rows = load(0, pageRows, stop.signal);
      // Whoever takes them hears of a failure.
      rows.catch(() => undefined);
      asked = { of, rows, stop };
    },
    before: (of, loaderOf) => (held) => async (offset, limit, signal) => {
      const isFirst = held === null && offset === 0 && limit === pageRows;
      if (asked?.of !== of || !isFirst) return await loaderOf(held)(offset, limit, signal);
      const { rows, stop } = asked;
      asked = null;
      signal.addEventListener('abort', () => stop.abort(), { once: true });
      return await rows;
    },
    giveUp,
  };
}
