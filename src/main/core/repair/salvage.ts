/**
 * Brings every row that can be read of a damaged database into a new one of the same schema:
 *
 *     table ──root──▶ pages that can be reached ──▶ rows
 *                     pages that can't (one above them is lost) ──by the shape of their rows──▶ rows
 *
 * What is lost is counted by the indexes, which lie on other pages than their table.
 */
import { z } from 'zod';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { type Shape, shapesOf } from './table-shapes.ts';
import type { Cell, TreePages, Value } from './tree-pages.ts';

export interface TableSalvage {
  readonly table: string;
  readonly brought: number;
  readonly lost: number;
  /** Rows may be lost that nothing tells of. */
  readonly mayLackMore: boolean;
}

export interface Salvage {
  readonly pages: number;
  readonly lostPages: number;
  /** Of tables that are not derived. */
  readonly tables: readonly TableSalvage[];
  /** What lost rows of a table with `named` were about, as far as an index says it. */
  readonly lostNames: readonly string[];
  /** By table: the highest row number that was ever there, as far as it is known. */
  readonly highest: ReadonlyMap<string, bigint>;
}

export interface SalvageOptions {
  /** Made again from the rest: left empty. */
  readonly derived: ReadonlySet<string>;
  /** An index whose first columns say what a row of its table is about. */
  readonly named?: { readonly index: string; readonly columns: number };
}

/** Roots of tables and indexes, by their names; null where the schema itself is lost. */
export type Roots = ReadonlyMap<string, number>;

/** A tree as far as it can be reached. */
interface Reached {
  readonly cells: Cell[];
  /** Whether a page of it is lost. */
  readonly isCut: boolean;
}

/** Most names that are told. */
export const mostNames = 100;

/** What the schema of the damaged database says, as far as it can be read. */
export function readRoots(pages: TreePages): Roots {
  const roots = new Map<string, number>();
  const take = (cell: Cell): void => {
    const [type, name, table, root, sql] = cell.values ?? [];
    const isRow =
      (type === 'table' || type === 'index') &&
      typeof name === 'string' &&
      typeof table === 'string' &&
      typeof root === 'bigint' &&
      (sql === null || typeof sql === 'string');
    if (isRow && cell.values?.length === 5 && root > 0n) roots.set(name, Number(root));
  };
  const seen = new Set<number>();
  const { cells, isCut } = reach(pages, 1, seen);
  cells.forEach(take);
  if (!isCut) return roots;
  // Its rows are told from all others by their first column.
  for (let page = 2; page <= pages.count; page += 1) {
    if (!seen.has(page)) pages.read(page)?.cells.forEach(take);
  }
  return roots;
}

/** Rows of a small table of the damaged database. */
export const rowsOf = (pages: TreePages, roots: Roots, table: string): readonly Cell[] =>
  reach(pages, roots.get(table) ?? 0, new Set()).cells;

function reach(pages: TreePages, root: number, seen: Set<number>): Reached {
  const cells: Cell[] = [];
  let isCut = root === 0;
  const left = root === 0 ? [] : [root];
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    if (seen.has(page)) continue;
    const read = pages.read(page);
    if (read === null) {
      isCut = true;
      continue;
    }
    seen.add(page);
    for (const cell of read.cells) cells.push(cell);
    left.push(...read.children.toReversed());
  }
  return { cells, isCut };
}

/** Into an empty database of that schema, in one transaction. Its triggers rest meanwhile. */
export function salvage(
  pages: TreePages,
  roots: Roots,
  target: Sqlite,
  options: SalvageOptions,
): Salvage {
  target.exec('PRAGMA foreign_keys=OFF');
  try {
    return target.transaction(() => withoutTriggers(target, () => bring(pages, roots, target, options)));
  } finally {
    target.exec('PRAGMA foreign_keys=ON');
  }
}

const triggerRows = z.array(z.object({ name: z.string(), sql: z.string() }));

function withoutTriggers<Result>(target: Sqlite, work: () => Result): Result {
  const triggers = triggerRows.parse(
    target.all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"),
  );
  for (const { name } of triggers) target.exec(`DROP TRIGGER "${name}"`);
  const result = work();
  for (const { sql } of triggers) target.exec(sql);
  return result;
}

/** A table while it is brought. */
interface Bringing {
  readonly shape: Shape;
  readonly isCut: boolean;
  readonly rowids: Set<bigint>;
  /** Rows of which a part is lost. */
  readonly torn: Set<bigint>;
  brought: number;
  insert(cell: Cell): boolean;
}

function bring(pages: TreePages, roots: Roots, target: Sqlite, options: SalvageOptions): Salvage {
  const seen = new Set<number>();
  reach(pages, 1, seen);
  const all: Bringing[] = [];
  for (const shape of shapesOf(target, options.derived)) {
    const { cells, isCut } = reach(pages, roots.get(shape.table) ?? 0, seen);
    if (cells.length > 0) target.run(`DELETE FROM "${shape.table}"`);
    const table = bringing(target, shape, isCut);
    for (const cell of cells) take(table, cell);
    all.push(table);
  }
  const indexes = new Map<string, Reached>();
  for (const [name, root] of roots) {
    if (seen.has(root)) continue;
    const reached = reach(pages, root, seen);
    if (all.some(({ shape }) => shape.indexes.includes(name))) indexes.set(name, reached);
  }
  const cut = all.filter(({ isCut }) => isCut);
  if (cut.length > 0) takeLoose(pages, seen, cut);

  const names: string[] = [];
  const highest = givenNumbers(pages, roots);
  const tables = all.map((table): TableSalvage => {
    const { shape, brought, rowids, torn } = table;
    const told = shape.indexes.flatMap((name) => {
      const index = indexes.get(name);
      return index === undefined ? [] : [{ name, ...index }];
    });
    const known = new Set([...rowids, ...torn]);
    for (const { name, cells } of told) {
      for (const { values } of cells) {
        const rowid = shape.hasRowids ? values?.at(-1) : undefined;
        if (typeof rowid !== 'bigint' || known.has(rowid)) continue;
        known.add(rowid);
        if (name === options.named?.index && names.length < mostNames)
          names.push(`${values?.slice(0, options.named.columns).join(' ')}`);
      }
    }
    let most = 0n;
    for (const rowid of known) most = larger(most, rowid);
    highest.set(shape.table, [most, highest.get(shape.table) ?? 0n].reduce(larger));
    const isTold = told.some(({ isCut }) => !isCut);
    const count = !shape.hasRowids
      ? Math.max(brought, ...told.map(({ cells }) => cells.length))
      : isTold || !table.isCut
        ? known.size
        : Math.max(known.size, Number(most));
    return {
      ...{ table: shape.table, brought, lost: count - brought },
      mayLackMore: table.isCut && !isTold,
    };
  });
  raiseNumbers(target, highest);
  const free = pages.free();
  const lostPages = Array.from({ length: pages.count }, (_, at) => at + 1).filter(
    (page) => pages.isLost(page) && !free.has(page),
  ).length;
  return { pages: pages.count, lostPages, tables, lostNames: [...new Set(names)], highest };
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** The highest numbers that AUTOINCREMENT gave, by table. */
function givenNumbers(pages: TreePages, roots: Roots): Map<string, bigint> {
  const given = new Map<string, bigint>();
  for (const { values } of rowsOf(pages, roots, 'sqlite_sequence')) {
    const [table, number] = values ?? [];
    if (typeof table === 'string' && typeof number === 'bigint') given.set(table, number);
  }
  return given;
}

/** None of them is given again. */
function raiseNumbers(target: Sqlite, highest: ReadonlyMap<string, bigint>): void {
  const counting = target.texts(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'",
  );
  for (const table of counting) {
    const number = highest.get(table) ?? 0n;
    target.run('DELETE FROM sqlite_sequence WHERE name = ?', [table]);
    target.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, number]);
  }
}

function take(table: Bringing, cell: Cell): void {
  const { rowid } = cell;
  if (rowid !== null && table.rowids.has(rowid)) return;
  if (table.insert(cell)) {
    table.brought += 1;
    if (rowid !== null) table.rowids.add(rowid);
  } else if (rowid !== null) table.torn.add(rowid);
}

/** Pages that nothing leads to any more, because one above them is lost. */
function takeLoose(pages: TreePages, seen: ReadonlySet<number>, cut: readonly Bringing[]): void {
  const free = pages.free();
  for (let page = 2; page <= pages.count; page += 1) {
    if (seen.has(page) || free.has(page)) continue;
    const read = pages.read(page);
    if (read === null || read.cells.length === 0) continue;
    const { of, cells } = read;
    const fitting = cut.filter(
      ({ shape }) => shape.hasRowids === (of === 'rows') && cells.every((cell) => shape.fits(cell)),
    );
    const isExact = ({ shape }: Bringing) =>
      cells.every(({ values }) => values === null || values.length === shape.columns.length);
    const owner = fitting.find(isExact) ?? fitting[0];
    if (owner !== undefined) for (const cell of cells) take(owner, cell);
  }
}

function bringing(target: Sqlite, shape: Shape, isCut: boolean): Bringing {
  const { table, columns, hasRowids } = shape;
  const insert = (values: readonly Value[], rowid: bigint | null): boolean => {
    const stored: SqlValue[] = [...values];
    const names = columns.slice(0, values.length).map(({ name }) => `"${name}"`);
    const alias = columns.findIndex(({ isRowid }) => isRowid);
    if (alias >= 0) stored[alias] = rowid;
    else if (hasRowids) {
      names.push('rowid');
      stored.push(rowid);
    }
    const sql = `INSERT OR IGNORE INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    return target.run(sql, stored).changes === 1;
  };
  return {
    ...{ shape, isCut, brought: 0 },
    rowids: new Set(),
    torn: new Set(),
    insert: (cell) =>
      cell.values !== null && shape.fits(cell) && insert(cell.values, cell.rowid),
  };
}
