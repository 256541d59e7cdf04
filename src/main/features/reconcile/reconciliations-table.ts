/** Reconciliations as they are stored, with their sums by state, and the columns of earlier files. */
import { z } from 'zod';
import type { PayoutAmount } from '../../../bridge/payouts.ts';
import {
  balanceCheck,
  type CsvMapping,
  csvMapping,
  type LineState,
  lineState,
  type Reconciliation,
  reconcileKind,
  statementFormat,
} from '../../../bridge/reconcile.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { plainHeading } from '../bulk/columns/propose-columns.ts';
import { joinAmount, splitAmount } from '../payouts/reading/amounts.ts';
import { signedAmount } from './line-facts.ts';

export type StoredReconciliation = Omit<Reconciliation, 'states'> & { readonly number: number };

const storedRow = z
  .object({
    number: z.number(),
    id: z.string(),
    kind: reconcileKind,
    format: statementFormat,
    file_name: z.string(),
    sha256: z.string(),
    created_at: z.string(),
    status: z.enum(['reading', 'matching', 'ready', 'interrupted']),
    created_by: z.string().nullable(),
    matched_at: z.string().nullable(),
    first_day: z.string().nullable(),
    last_day: z.string().nullable(),
    window_days: z.number(),
    notes: jsonText.pipe(z.array(z.string())),
    balances: jsonText.pipe(z.array(balanceCheck)),
    lines: z.number(),
    is_outdated: z.number(),
  })
  .transform(
    ({
      is_outdated,
      file_name,
      created_at,
      created_by,
      matched_at,
      first_day,
      last_day,
      window_days,
      ...row
    }) => ({
      ...row,
      isOutdated: is_outdated === 1,
      fileName: file_name,
      createdAt: created_at,
      createdBy: created_by,
      matchedAt: matched_at,
      firstDay: first_day,
      lastDay: last_day,
      windowDays: window_days,
    }),
  );
const storedRows = z.array(storedRow);
const sumRows = z.array(
  z.object({
    state: lineState,
    currency: z.string(),
    rows: z.number(),
    amounts: z.number(),
    whole: z.string(),
    billionths: z.string(),
    long: z.number(),
  }),
);
const longRows = z.array(
  z.object({
    state: lineState,
    currency: z.string(),
    kind: reconcileKind,
    line: jsonText.pipe(
      z.object({ amount: z.string(), direction: z.enum(['in', 'out']).nullable() }),
    ),
  }),
);
const mappingRow = z.object({ mapping: jsonText.pipe(csvMapping) });
const dayRow = z.object({ day: z.string().nullable() });
const written = `id, kind, format, file_name, sha256, status, created_at, created_by, matched_at,
  first_day, last_day, window_days, notes, balances, lines`;
const columns = `number, is_outdated, ${written}`;

/** In the order in which screens show them. */
const order: readonly LineState[] = [
  'confirmed',
  'certain',
  'likely',
  'ambiguous',
  'unmatched',
  'none',
  'other',
  'unreadable',
];

/** Over a database that reconcileMigrations were applied to. */
export function createReconciliationsTable(sqlite: Sqlite) {
  const key = (headings: readonly string[]) =>
    sha256Hex(JSON.stringify(headings.map(plainHeading)));

  return {
    /** Newest first. */
    list: (): StoredReconciliation[] =>
      storedRows.parse(sqlite.all(`SELECT ${columns} FROM reconciliations ORDER BY number DESC`)),
    get(id: string): StoredReconciliation | null {
      const row = sqlite.first(`SELECT ${columns} FROM reconciliations WHERE id = ?`, [id]);
      return row === undefined ? null : storedRow.parse(row);
    },
    /** The newest of a file with these bytes. */
    ofFile(sha256: string): StoredReconciliation | null {
      const row = sqlite.first(
        `SELECT ${columns} FROM reconciliations WHERE sha256 = ? ORDER BY number DESC LIMIT 1`,
        [sha256],
      );
      return row === undefined ? null : storedRow.parse(row);
    },
    /** Last day of the files of its kind with a line in this currency that begin before it; null for none. */
    dayBefore({ kind, firstDay }: StoredReconciliation, currency: string): string | null {
      const row = sqlite.first(
        `SELECT max(last_day) AS day FROM reconciliations WHERE kind = ? AND first_day < ? AND EXISTS (
           SELECT 1 FROM reconciliation_lines WHERE reconciliation = number
             AND state IN (SELECT value FROM json_each(?)) AND currency = ?)`,
        [kind, firstDay, JSON.stringify(order), currency],
      );
      return dayRow.parse(row).day;
    },
    add(one: Omit<StoredReconciliation, 'number' | 'isOutdated'>): void {
      sqlite.run(
        `INSERT INTO reconciliations (${written})
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          one.id,
          one.kind,
          one.format,
          one.fileName,
          one.sha256,
          one.status,
          one.createdAt,
          one.createdBy,
          one.matchedAt,
          one.firstDay,
          one.lastDay,
          one.windowDays,
          JSON.stringify(one.notes),
          JSON.stringify(one.balances),
          one.lines,
        ],
      );
    },
    /** What it matches from then on is of now. */
    setStatus(
      number: number,
      status: Reconciliation['status'],
      matchedAt: string | null = null,
    ): void {
      sqlite.run(
        `UPDATE reconciliations SET status = ?, matched_at = coalesce(?, matched_at),
           is_outdated = is_outdated AND ?
         WHERE number = ?`,
        [status, matchedAt, Number(status !== 'matching'), number],
      );
    },
    /**
     * A decision of this one was undone. So it is outdated, and so are all of its kind with an undecided line of
     * one of these amounts: each amount is matched by itself.
     */
    outdate({ number, kind }: StoredReconciliation, amounts: readonly PayoutAmount[]): void {
      sqlite.run('UPDATE reconciliations SET is_outdated = 1 WHERE number = ?', [number]);
      for (const { amount, currency } of amounts) {
        const split = amount === null ? null : splitAmount(amount);
        sqlite.run(
          `UPDATE reconciliations SET is_outdated = 1 WHERE kind = ? AND EXISTS (
             SELECT 1 FROM reconciliation_lines WHERE reconciliation = number
               AND state IN ('certain', 'likely', 'ambiguous', 'unmatched')
               AND currency = upper(?) AND whole IS ? AND billionths IS ?)`,
          [kind, currency, split?.whole ?? null, split?.billionths ?? null],
        );
      }
    },
    /** The program ended while they were worked on. */
    interruptAll(): void {
      sqlite.run(
        `UPDATE reconciliations SET status = 'interrupted' WHERE status IN ('reading', 'matching')`,
      );
    },
    /** Its lines are gone before. */
    remove(number: number): void {
      sqlite.run('DELETE FROM reconciliations WHERE number = ?', [number]);
    },
    storedLines: (number: number): number =>
      readCount(
        sqlite,
        'SELECT count(*) AS count FROM reconciliation_lines WHERE reconciliation = ?',
        [number],
      ),

    /** Counts and exact totals by state. */
    states(number: number): Reconciliation['states'] {
      const rows = sumRows.parse(
        sqlite.all(
          `SELECT state, currency, count(*) AS rows, count(whole) + sum(is_long) AS amounts,
             CAST(coalesce(sum(whole), 0) AS TEXT) AS whole,
             CAST(coalesce(sum(billionths), 0) AS TEXT) AS billionths, sum(is_long) AS long
           FROM reconciliation_lines WHERE reconciliation = ? GROUP BY state, currency`,
          [number],
        ),
      );
      const long = rows.some((row) => row.long > 0)
        ? longRows.parse(
            sqlite.all(
              `SELECT state, currency, kind, line FROM reconciliation_lines
               WHERE reconciliation = ? AND is_long = 1`,
              [number],
            ),
          )
        : [];
      return order.flatMap((state) => {
        const some = rows.filter((row) => row.state === state);
        if (some.length === 0) return [];
        const totals = some
          .filter(({ currency, amounts }) => currency !== '' && amounts > 0)
          .map(({ currency, amounts, whole, billionths }) => ({
            currency,
            count: amounts,
            amount: long
              .filter((one) => one.state === state && one.currency === currency)
              .reduce(
                (sum, { line, kind }) => sum.plus(signedAmount(line, kind) ?? 0),
                joinAmount(whole, billionths),
              )
              .toFixed(),
          }));
        return [{ state, count: some.reduce((sum, { rows: count }) => sum + count, 0), totals }];
      });
    },

    mapping(headings: readonly string[]): CsvMapping | null {
      const row = sqlite.first('SELECT mapping FROM reconciliation_mappings WHERE headings = ?', [
        key(headings),
      ]);
      return row === undefined ? null : mappingRow.parse(row).mapping;
    },
    keepMapping(headings: readonly string[], mapping: CsvMapping, at: string): void {
      sqlite.run(
        `INSERT INTO reconciliation_mappings (headings, mapping, used_at) VALUES (?, ?, ?)
         ON CONFLICT (headings) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`,
        [key(headings), JSON.stringify(mapping), at],
      );
    },
  };
}
export type ReconciliationsTable = ReturnType<typeof createReconciliationsTable>;
