/** The first rows of a list that are asked for before it is shown: what shows it takes them once, or they are given up. */
import type { LoaderOf } from './event-pages.ts';
import { type LoadedPage, type LoadRows, pageRows } from './page-runs.ts';

export interface AskedRows<Row> {
  /** In the place of others that nobody took. Resolves when they came, or failed. */
  ask(of: string, load: LoadRows<Row>): Promise<void>;
  /** The rows of that list, where they came: once. */
  take(of: string): LoadedPage<Row> | null;
  /** The loader of that list, which begins with rows that are on their way. */
  before(of: string, loaderOf: LoaderOf<Row>): LoaderOf<Row>;
  /** Later they would be of an earlier moment. */
  giveUp(): void;
}

interface Asked<Row> {
  readonly of: string;
  readonly rows: Promise<LoadedPage<Row>>;
  came: LoadedPage<Row> | null;
  readonly stop: AbortController;
}

export function createAskedRows<Row>(): AskedRows<Row> {
  let asked: Asked<Row> | null = null;
  const giveUp = (): void => {
    asked?.stop.abort();
    asked = null;
  };
  return {
    async ask(of, load) {
      giveUp();
      const stop = new AbortController();
      const own: Asked<Row> = { of, rows: load(0, pageRows, stop.signal), came: null, stop };
      asked = own;
      // Whoever takes them hears of a failure.
      own.came = await own.rows.catch(() => null);
    },
    take(of) {
      if (asked?.of !== of || asked.came === null) return null;
      const { came } = asked;
      asked = null;
      return came;
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
