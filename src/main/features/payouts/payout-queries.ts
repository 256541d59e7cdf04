/** Questions about rows: the page of a list, and sums over all that match, in short steps. */
import { z } from 'zod';
import {
  type PayoutRow,
  type PayoutSide,
  type PayoutSort,
  payoutSides,
} from '../../../bridge/payouts.ts';
import { readCount } from '../../../platform/read-count.ts';
import { inParts } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  among,
  amongCells,
  type Condition,
  isByCell,
  isOfOne,
  isWanted,
  joined,
  narrowing,
  type PayoutFilter,
  type PayoutOrder,
  timeOf,
} from './payout-filter.ts';
import { viewColumns, viewRow, viewText } from './payout-table.ts';
import { createPayoutWords } from './payout-words.ts';
import { joinAmount, splitAmount } from './reading/amounts.ts';
import type { StoredPayout } from './reading/read-payout.ts';
import { type Cell, type CellSum, plusAmount, type SideSum } from './totals.ts';

const sortColumns: Readonly<Record<PayoutSort, string>> = {
  created: 'created_at',
  updated: 'updated_at',
  state: 'state_sort',
  stateSince: 'since_at',
  customerName: 'customer_name_sort',
  amountIn: 'in_sort',
  amountOut: 'out_sort',
  feeAmount: 'fee_sort',
  network: 'network',
  id: 'id',
};

/** Rows that words are looked for in where too many match. */
const RECENT = 1_000;
const newestFirst = 'ORDER BY created_at DESC NULLS LAST, id DESC LIMIT ?';
/** Rows that are summed in one step: by an index that has all of it, and one by one. */
const PART = 5_000;
const NUMBERS = 1_000;
/** So few rows are found by what narrows them and then sorted; of more, the order of the list is gone along. */
const FEW = 4_000;

/** Sums, as text where they may be larger than a double holds. */
const sumRows = z.array(z.record(z.string(), z.union([z.number(), z.string()]).nullable()));
const cellRows = z.array(
  z
    .object({
      cell: z.number(),
      state: z.string(),
      network: z.string(),
      is_received: z.number(),
      flags: z.number(),
      in_currency: z.string(),
      out_currency: z.string(),
      fee_currency: z.string(),
    })
    .transform(({ cell, state, network, is_received, flags, ...row }) => ({
      number: cell,
      state,
      network,
      isReceived: is_received === 1,
      flags,
      currencies: { in: row.in_currency, out: row.out_currency, fee: row.fee_currency },
    })),
);
const numberRows = z.array(z.object({ number: z.number() }));
const longRows = z.array(
  z
    .object({ cell: z.number(), view: viewText })
    .transform(({ view, ...row }) => ({ ...row, payout: view })),
);
const atRow = z.object({ at: z.number() });
const factsRow = z.object({ known: z.number(), as_of: z.string().nullable() });

const summed = (of: (column: string) => string, rows: (side: string) => string): string =>
  payoutSides
    .map(
      (side) => `${rows(side)} AS ${side}_rows,
        CAST(${of(`${side}_whole`)} AS TEXT) AS ${side}_whole,
        CAST(${of(`${side}_billionths`)} AS TEXT) AS ${side}_billionths,
        ${of(`${side}_long`)} AS ${side}_long`,
    )
    .join(', ');
const ofRows = summed(
  (column) => `coalesce(sum(${column}), 0)`,
  (side) => `count(${side}_whole)`,
);
const ofCells = summed(
  (column) => column,
  (side) => `${side}_rows`,
);
const isLong = 'in_long + out_long + fee_long > 0';

type CellBook = (number: number) => Cell | undefined;

export type PayoutQueries = ReturnType<typeof createPayoutQueries>;

/** @param isIndexed whether words are found by an index (payoutsMigrations), or in a table (layOutPast) */
export function createPayoutQueries(sqlite: Sqlite, isIndexed: boolean) {
  const words = createPayoutWords(sqlite, isIndexed);
  const cells = () => cellRows.parse(sqlite.all('SELECT * FROM payout_cells WHERE rows > 0'));

  /** Cells by their numbers, for one question: read again only where one is new. */
  function openCells(): CellBook {
    let known = new Map<number, Cell>();
    return (number) => {
      if (!known.has(number)) known = new Map(cells().map(({ number, ...cell }) => [number, cell]));
      return known.get(number);
    };
  }

  /** Rows of the list, by what was found of their numbers. */
  const rowsOf = (found: readonly unknown[]): PayoutRow[] =>
    numberRows.parse(found).flatMap(({ number }) => {
      const row = sqlite.first(`SELECT ${viewColumns} FROM payout_columns WHERE number = ?`, [
        number,
      ]);
      return row === undefined ? [] : [viewRow.parse(row)];
    });

  /** Sums of these rows by cell. */
  function sumsOf(conditions: readonly Condition[], cellOf: CellBook): CellSum[] {
    const { where, values } = joined(conditions, '');
    const rows = sqlite.all(
      `SELECT cell, count(*) AS rows, ${ofRows} FROM payout_columns WHERE ${where} GROUP BY cell`,
      values,
    );
    return withLong(rows, cellOf, () =>
      sqlite.all(`SELECT cell, view FROM payout_columns WHERE ${where} AND ${isLong}`, values),
    );
  }

  const sumsOfAll = (cellOf: CellBook): CellSum[] =>
    withLong(
      sqlite.all(`SELECT cell, rows, ${ofCells} FROM payout_cells WHERE rows > 0`),
      cellOf,
      () => sqlite.all(`SELECT cell, view FROM payout_columns WHERE ${isLong}`),
    );

  /** With amounts that no integer holds, which are added one by one: few, or none. */
  function withLong(
    rows: readonly unknown[],
    cellOf: CellBook,
    long: () => readonly unknown[],
  ): CellSum[] {
    const parsed = sumRows.parse(rows);
    const sums = new Map(
      parsed.flatMap((row): [number, CellSum][] => {
        const number = Number(row['cell']);
        const cell = cellOf(number);
        return cell === undefined ? [] : [[number, sumOf(row, cell)]];
      }),
    );
    for (const { cell, payout } of parsed.some(hasLong) ? longRows.parse(long()) : []) {
      const sum = sums.get(cell);
      if (sum !== undefined) sums.set(cell, withLongOf(payout, sum));
    }
    return [...sums.values()];
  }

  /**
   * Sums by cell of all rows that match with any cell, in steps. `numbers` as `found` gives them; sums of one
   * question may share what they know of cells.
   */
  function* sums(
    filter: PayoutFilter,
    numbers: readonly number[] | null,
    cellOf: CellBook = openCells(),
  ): Generator<undefined, CellSum[]> {
    // Parts go along an index that holds all that is summed; another index would leave it row by row.
    const conditions = narrowing(filter, filter.stuckHours === null || isOfOne(filter) ? '+' : '%');
    if (conditions.length === 0 && numbers === null) return sumsOfAll(cellOf);
    const parts =
      numbers === null ? partsOf(filter, conditions) : [...inParts(numbers, NUMBERS)].map(among);
    const all: CellSum[] = [];
    for (const part of parts) {
      all.push(...sumsOf([...conditions, part], cellOf));
      yield;
    }
    return all;
  }

  function partsOf(filter: PayoutFilter, conditions: readonly Condition[]): Generator<Condition> {
    const { from, to, stuckHours } = filter;
    if (isOfOne(filter)) return partsAlong('created_at', conditions, true);
    if (stuckHours !== null) return partsAlong('since_at', conditions, false);
    // A period leaves out the rows without the time that it goes by.
    return partsAlong(timeOf(filter), conditions, from === null && to === null);
  }

  /** Parts of the rows that match, in the order of a column; `hasNull`: the column may be empty in some. */
  function* partsAlong(
    column: string,
    conditions: readonly Condition[],
    hasNull: boolean,
  ): Generator<Condition> {
    if (hasNull) yield { sql: `${column} IS NULL`, values: [] };
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const behind = { sql: `${column} > ?`, values: [after] };
      const { where, values } = joined([...conditions, behind], '');
      const last = sqlite.first(
        `SELECT ${column} AS at FROM payout_columns WHERE ${where} ORDER BY ${column} LIMIT 1 OFFSET ?`,
        [...values, PART - 1],
      );
      if (last === undefined) {
        yield behind;
        return;
      }
      const { at } = atRow.parse(last);
      yield { sql: `${column} > ? AND ${column} <= ?`, values: [after, at] };
      after = at;
    }
  }

  return {
    found: words.found,
    sums,
    openCells,
    cells: (): Cell[] => cells(),

    /**
     * Rows in which every word occurs, the newest, in a time that does not grow with those that match: of very
     * many the newest rows are looked through, and where those hold too few, some others.
     */
    newest(search: string, limit: number): PayoutRow[] {
      const some = words.some(search);
      let { numbers: found } = some;
      if (!some.isAll) {
        const recent = numberRows.parse(
          sqlite.all(`SELECT number FROM payout_columns ${newestFirst}`, [RECENT]),
        );
        const numbers = recent.map(({ number }) => number);
        const held = new Set(words.among(numbers, search));
        const rows = recent.filter(({ number }) => held.has(number));
        if (rows.length >= limit) return rowsOf(rows.slice(0, limit));
        found = [...found, ...rows.map(({ number }) => number)];
      }
      return rowsOf(
        sqlite.all(
          `SELECT number FROM payout_columns
           WHERE number IN (SELECT value FROM json_each(?)) ${newestFirst}`,
          [JSON.stringify(found), limit],
        ),
      );
    },

    /** One page of rows that match, of which there are `total`. */
    page(
      filter: PayoutFilter,
      numbers: readonly number[] | null,
      total: number,
      { sort, direction, offset, limit }: PayoutOrder,
    ): PayoutRow[] {
      if (offset >= total) return [];
      const wanted = cells().filter((cell) => isWanted(cell, filter));
      const conditions = [
        ...narrowing(filter),
        ...(isByCell(filter) ? [amongCells(wanted.map(({ number }) => number))] : []),
        ...(numbers === null ? [] : [among(numbers)]),
      ];
      const isFew = total <= FEW;
      const { where, values } = joined(conditions, isFew ? '' : '+');
      const column = `${isFew && conditions.length > 0 ? '+' : ''}${sortColumns[sort]}`;
      const order = direction === 'descending' ? 'DESC' : 'ASC';
      return rowsOf(
        sqlite.all(
          `SELECT number FROM payout_columns WHERE ${where}
           ORDER BY ${column} ${order} NULLS LAST, id ${order} LIMIT ? OFFSET ?`,
          [...values, limit, offset],
        ),
      );
    },

    /** Rows that match and of which the time that the period goes by was not found. */
    withoutTime(filter: PayoutFilter): number {
      const time = timeOf(filter);
      const others = narrowing({ ...filter, from: null, to: null });
      const { where, values } = joined([...others, { sql: `${time} IS NULL`, values: [] }], '');
      return readCount(
        sqlite,
        `SELECT count(*) AS count FROM payout_columns WHERE ${where}`,
        values,
      );
    },

    facts() {
      const row = sqlite.first(
        `SELECT (SELECT coalesce(sum(rows), 0) FROM payout_cells) AS known,
           (SELECT max(last_learned_at) FROM payout_columns) AS as_of`,
      );
      const { known, as_of } = factsRow.parse(row);
      return { known, asOf: as_of };
    },
  };
}

const withLongOf = (payout: StoredPayout, before: CellSum): CellSum =>
  payoutSides.reduce((sum, side) => {
    const { amount } = payout[side];
    const isLong = amount !== null && splitAmount(amount) === null;
    return isLong ? plusAmount(sum, side, amount) : sum;
  }, before);

const hasLong = (row: Record<string, number | string | null>): boolean =>
  payoutSides.some((side) => Number(row[`${side}_long`]) > 0);

const sumOf = (row: Record<string, number | string | null>, cell: Cell): CellSum => ({
  cell,
  rows: Number(row['rows']),
  sides: { in: sideOf(row, 'in'), out: sideOf(row, 'out'), fee: sideOf(row, 'fee') },
});

const sideOf = (row: Record<string, number | string | null>, side: PayoutSide): SideSum => ({
  rows: Number(row[`${side}_rows`]),
  amount: joinAmount(String(row[`${side}_whole`]), String(row[`${side}_billionths`])),
});
