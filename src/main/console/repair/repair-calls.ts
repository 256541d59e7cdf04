/** What takes long of a repair, in a thread of its own. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { systemClock } from '../../../platform/clock.ts';
import { readPageImage } from '../../../platform/page-image.ts';
import { isDamaged, openSqlite, type Sqlite, type SqlValue } from '../../../platform/sqlite.ts';
import type { Run } from '../../../platform/thread.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { Person } from '../../core/audit/types.ts';
import type { DatabaseKind } from '../../core/repair/database-watch.ts';
import { readRoots, rowsOf } from '../../core/repair/reach.ts';
import { salvage, type TableSalvage } from '../../core/repair/salvage.ts';
import { treePages } from '../../core/repair/tree-pages.ts';
import { lostOrigins } from '../../features/handover/lost-origins.ts';
import { type EntryCounts, listed, noEntries } from '../../features/handover/outcome.ts';
import type { DatabaseFile } from '../database-file.ts';
import { hasTable, repairKinds } from './repair-kinds.ts';

/** Rows are brought as they are, so nothing that is sealed is opened. */
type DamagedFile = Pick<DatabaseFile, 'file' | 'key'>;

export interface Repaired {
  readonly pages: number;
  readonly lostPages: number;
  readonly tables: readonly TableSalvage[];
  readonly lostNames: readonly string[];
  /** Facts of which it is lost from which computer they are. */
  readonly lostOrigins: EntryCounts;
}

export interface FillOrder {
  readonly kind: DatabaseKind;
  readonly damaged: DamagedFile;
  /** Takes copies for the time being. */
  readonly folder: string;
  /** Empty, with the schema that the damaged one has. */
  readonly into: DamagedFile;
  /** Named in the audit log. */
  readonly facts: { readonly file: string; readonly keptIn: string };
  readonly person: Person | null;
}

export const repairedAction = 'database.repaired';

const checkRows = z.array(z.object({ quick_check: z.string() }));

/** Whether the key opens any page; migrations that were applied, null where they can't be read. Throws DatabaseTooLarge. */
async function survey(
  damaged: DamagedFile,
  folder: string,
): Promise<{ readonly opensAny: boolean; readonly applied: readonly string[] | null }> {
  const image = await readPageImage(damaged, folder);
  if (image === null) return { opensAny: false, applied: null };
  const pages = treePages(image);
  const applied = rowsOf(pages, readRoots(pages), 'migrations').flatMap(({ values }) =>
    typeof values?.[1] === 'string' ? [values[1]] : [],
  );
  image.bytes.fill(0);
  return { opensAny: true, applied: applied.length === 0 ? null : applied };
}

async function fill(order: FillOrder): Promise<Repaired> {
  const { kind, damaged, folder, into, facts, person } = order;
  const image = await readPageImage(damaged, folder);
  const pages = image === null ? null : treePages(image);
  const sqlite = openSqlite(into);
  try {
    const rules = repairKinds[kind];
    const salvaged =
      pages === null
        ? { pages: 0, lostPages: 0, tables: [], lostNames: [] }
        : salvage(pages, readRoots(pages), sqlite, rules);
    const isRecords = kind === 'records';
    // An earlier version has no such table.
    const hasOrigins = isRecords && hasTable(sqlite, 'handover_entry_origins');
    const repaired = { ...salvaged, lostOrigins: hasOrigins ? lostOrigins(sqlite) : noEntries() };
    if (isRecords) {
      const { tables, lostPages, lostNames } = repaired;
      const counts = (of: 'brought' | 'lost') =>
        Object.fromEntries(
          tables.filter((table) => table[of] > 0).map((table) => [table.table, table[of]]),
        );
      openAudit({ sqlite, clock: systemClock, person: () => person }).append({
        action: repairedAction,
        facts: {
          ...facts,
          pages: repaired.pages,
          lostPages,
          lostRecords: [...lostNames],
          brought: counts('brought'),
          lost: counts('lost'),
          lostOrigins: listed(repaired.lostOrigins),
        },
      });
    }
    return repaired;
  } finally {
    sqlite.close();
    image?.bytes.fill(0);
  }
}

/** What is wrong with it, as SQLite says; null where nothing is, or it can't be looked at now. */
function check(database: DamagedFile): string | null {
  try {
    const sqlite = openSqlite({ ...database, isReadOnly: true, waitMs: 10_000 });
    try {
      const [first] = checkRows.parse(sqlite.all('PRAGMA quick_check(1)'));
      return first === undefined || first.quick_check === 'ok' ? null : first.quick_check;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (isDamaged(error)) return (error as Error).message;
    return null;
  }
}

const tableRows = z.array(z.object({ name: z.string(), wr: z.int() }));
type Row = Readonly<Record<string, SqlValue>>;

/** A step of reading takes between these, in milliseconds: nobody who writes waits for longer. */
const shortMs = 4;
const longMs = 12;
const mostRows = 1_000;

/**
 * As `check`, of a database in use: every row is read, in steps so short that no writer waits for one. What
 * indexes alone hold is not looked at.
 */
async function readThrough({ file, key }: DamagedFile): Promise<string | null> {
  try {
    const sqlite = openSqlite({ file, key, isReadOnly: true, waitMs: 10_000 });
    try {
      const tables = tableRows.parse(
        sqlite.all(
          "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
        ),
      );
      for (const { name, wr } of tables) await readTable(sqlite, name, wr === 0);
      return null;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return isDamaged(error) ? (error as Error).message : null;
  }
}

async function readTable(sqlite: Sqlite, table: string, hasRowids: boolean): Promise<void> {
  const keys = hasRowids
    ? ['rowid']
    : sqlite.texts('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [table]);
  const named = keys.map((key, at) => `"${key}" AS key_${at}`).join(', ');
  const order = keys.map((key) => `"${key}"`).join(', ');
  const places = keys.map(() => '?').join(', ');
  let after: readonly SqlValue[] | null = null;
  for (let limit = 20; ; ) {
    const where: string = after === null ? '' : `WHERE (${order}) > (${places})`;
    const beganAt = performance.now();
    // Trusted to be rows: what is wrong with a page is told before any is given.
    const rows = sqlite.all(
      `SELECT ${named}, * FROM "${table}" ${where} ORDER BY ${order} LIMIT ?`,
      [...(after ?? []), limit],
    ) as Row[];
    const took = performance.now() - beganAt;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = keys.map((_, at) => last[`key_${at}`] ?? null);
    if (took > longMs) limit = Math.max(1, Math.floor(limit / 2));
    else if (took < shortMs) limit = Math.min(mostRows, limit * 2);
    // Half of the time is for others.
    await setTimeout(took);
  }
}

export const repairCalls = { survey, fill, check, readThrough };

export type RunRepair = Run<typeof repairCalls>;
