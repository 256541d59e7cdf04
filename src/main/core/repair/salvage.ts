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
import { type Roots, reach, rowsOf } from './reach.ts';
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
  /** Tables that are not derived. */
  readonly tables: readonly TableSalvage[];
  /** What lost rows of the index `named` were about, each once: the first hundred. */
  readonly lostNames: readonly string[];
  /** Highest row number that was ever there, by table, as far as it is known. */
  readonly highest: ReadonlyMap<string, bigint>;
}

export interface SalvageOptions {
  /** Made again from the rest: left empty. */
  readonly derived: ReadonlySet<string>;
  /** An index whose first columns say what a row of its table is about. */
  readonly named?: { readonly index: string; readonly columns: number };
}

const mostNames = 100;

/** Into an empty database of that schema, in one transaction. Its triggers rest meanwhile. */
export function salvage(
  pages: TreePages,
  roots: Roots,
  target: Sqlite,
  options: SalvageOptions & { readonly settle: (sqlite: Sqlite, salvage: Salvage) => void },
): Salvage {
  target.exec('PRAGMA foreign_keys=OFF');
  try {
    return target.transaction(() => {
      const found = withoutTriggers(target, () => bring(pages, roots, target, options));
      options.settle(target, found);
      return found;
    });
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
  /** Rows that were there and could not be brought. */
  readonly lost: Set<bigint>;
  brought: number;
}

function bring(pages: TreePages, roots: Roots, target: Sqlite, options: SalvageOptions): Salvage {
  const seen = new Set<number>();
  reach(pages, 1, seen, () => undefined);
  const all = shapesOf(target, options.derived).map((shape): Bringing => {
    const table = { shape, rowids: new Set<bigint>(), lost: new Set<bigint>(), brought: 0 };
    const insert = insertInto(target, shape);
    const isCut = reach(pages, roots.get(shape.table) ?? 0, seen, (cell) => {
      // What its migrations put there gives way.
      if (table.brought === 0) target.run(`DELETE FROM "${shape.table}"`);
      if (!take(table, cell, insert) && cell.rowid !== null) table.lost.add(cell.rowid);
    });
    return Object.assign(table, { isCut });
  });
  const names = new Set<string>();
  const told = new Map<string, Told>();
  for (const [name, root] of roots) {
    if (seen.has(root)) continue;
    const table = all.find(({ shape }) => shape.indexes.includes(name));
    const known = { entries: 0, rowids: new Map<bigint, string>() };
    const isCut = reach(pages, root, seen, ({ values }) => {
      if (table === undefined || values === null) return;
      known.entries += 1;
      const rowid = table.shape.hasRowids ? values.at(-1) : null;
      if (typeof rowid !== 'bigint' || table.rowids.has(rowid)) return;
      const isNamed = name === options.named?.index;
      known.rowids.set(rowid, isNamed ? values.slice(0, options.named?.columns).join(' ') : '');
    });
    told.set(name, { ...known, isCut });
  }
  const cut = all.filter(({ isCut }) => isCut);
  if (cut.length > 0) takeLoose(pages, seen, cut, target);

  const highest = givenNumbers(pages, roots);
  const tables = all.map((table) => countOf(table, told, highest, names));
  raiseNumbers(target, highest);
  const free = pages.free();
  const lostPages = [...pages.lost].filter((page) => !free.has(page)).length;
  const lostNames = [...names].slice(0, mostNames);
  return { pages: pages.count, lostPages, tables, lostNames, highest };
}

/** What an index tells of its table. */
interface Told {
  readonly entries: number;
  /** Row numbers that were not reached, each with what its row is about; empty where the index does not tell. */
  readonly rowids: ReadonlyMap<bigint, string>;
  readonly isCut: boolean;
}

function countOf(
  { shape, brought, rowids, lost, isCut }: Bringing,
  told: ReadonlyMap<string, Told>,
  highest: Map<string, bigint>,
  names: Set<string>,
): TableSalvage {
  const { table, hasRowids } = shape;
  const indexes = shape.indexes.flatMap((name) => told.get(name) ?? []);
  for (const [rowid, name] of indexes.flatMap((index) => [...index.rowids])) {
    if (rowids.has(rowid)) continue;
    lost.add(rowid);
    if (name !== '') names.add(name);
  }
  const given = highest.get(table);
  let most = given ?? 0n;
  for (const known of [rowids, lost]) for (const rowid of known) most = larger(most, rowid);
  highest.set(table, most);
  const isTold = !isCut || indexes.some((index) => !index.isCut);
  const byEntries = Math.max(brought, ...indexes.map(({ entries }) => entries)) - brought;
  // Numbers without an index have no gaps in tables whose rows stay.
  const byGaps = isTold ? 0 : Number(most) - brought;
  return {
    table,
    brought,
    lost: hasRowids ? Math.max(lost.size, byGaps) : byEntries,
    mayLackMore: !isTold && given === undefined,
  };
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

type Insert = (values: readonly Value[], rowid: bigint | null) => boolean;

function insertInto(target: Sqlite, { table, columns, hasRowids }: Shape): Insert {
  const alias = columns.findIndex(({ isRowid }) => isRowid);
  return (values, rowid) => {
    const stored: SqlValue[] = [...values];
    const names = columns.slice(0, values.length).map(({ name }) => `"${name}"`);
    if (alias >= 0) stored[alias] = rowid;
    else if (hasRowids) {
      names.push('rowid');
      stored.push(rowid);
    }
    const sql = `INSERT OR IGNORE INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    return target.run(sql, stored).changes === 1;
  };
}

/** Whether it is there now. */
function take(
  table: Pick<Bringing, 'shape' | 'rowids' | 'lost'> & { brought: number },
  cell: Cell,
  insert: Insert,
): boolean {
  const { rowid, values } = cell;
  if (rowid !== null && table.rowids.has(rowid)) return true;
  if (values === null || !table.shape.fits(cell) || !insert(values, rowid)) return false;
  table.brought += 1;
  if (rowid !== null) {
    table.rowids.add(rowid);
    table.lost.delete(rowid);
  }
  return true;
}

/** Pages that nothing leads to any more, because one above them is lost. */
function takeLoose(
  pages: TreePages,
  seen: ReadonlySet<number>,
  cut: readonly Bringing[],
  target: Sqlite,
): void {
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
    if (owner === undefined) continue;
    const insert = insertInto(target, owner.shape);
    if (owner.brought === 0) target.run(`DELETE FROM "${owner.shape.table}"`);
    for (const cell of cells) take(owner, cell, insert);
  }
}
