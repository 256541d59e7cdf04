/** Lines of reconciliations as they are stored. A line is never lost: only what is said of it changes. */

import { z } from 'zod';
import {
  type ConfirmedLine,
  type DuplicateLine,
  evidence,
  type LineState,
  lineReason,
  lineState,
  type ReconcileKind,
  reconcileKind,
  type ShownMatch,
} from '../../../bridge/reconcile.ts';
import { destinationCurrencies, sourceCurrencies } from '../../../contract/currencies.ts';
import { folded, partPattern } from '../../../platform/folded-text.ts';
import { jsonText, readJson } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { splitAmount } from '../payouts/reading/amounts.ts';
import { entryOf, firstState, searchOf, signedAmount, statementLine } from './line-facts.ts';
import type { Match } from './matching/types.ts';
import type { StatementLine } from './reading/statement-line.ts';

const text = z.string().nullable();
const match: z.ZodType<Match> = z.object({
  row: z.number(),
  state: z.enum(['certain', 'likely', 'ambiguous', 'unmatched']),
  payoutId: text,
  reason: lineReason.nullable(),
  named: text,
  candidates: z.array(
    z.object({
      payoutId: z.string(),
      score: z.number(),
      weight: z.number(),
      evidence: z.array(evidence),
    }),
  ),
  candidateCount: z.number(),
});
const entryRow = z
  .object({ id: z.string(), file_name: z.string(), row: z.number() })
  .transform(({ file_name, ...entry }): DuplicateLine => ({ ...entry, fileName: file_name }));

const lineRow = z
  .object({
    row: z.number(),
    state: lineState,
    payout: text,
    decided_at: text,
    decided_by: text,
    is_chosen: z.number(),
    note: z.string(),
    line: jsonText.pipe(statementLine),
    match: z.string().nullable(),
  })
  .transform(({ decided_at, decided_by, is_chosen, match: matched, ...row }) => ({
    ...row,
    decidedAt: decided_at,
    decidedBy: decided_by,
    isChosen: is_chosen === 1,
    match: matched === null ? null : readJson(match, matched),
  }));
export type StoredLine = z.output<typeof lineRow>;

const lineRows = z.array(lineRow);
const confirmedRows = z.array(
  z
    .object({
      id: z.string(),
      kind: reconcileKind,
      file_name: z.string(),
      row: z.number(),
      booked: text,
      decided_at: text,
      decided_by: text,
    })
    .transform(({ file_name, decided_at, decided_by, ...line }) => ({
      ...line,
      fileName: file_name,
      decidedAt: decided_at,
      decidedBy: decided_by,
    })),
);
const rivalRows = z.array(
  z.object({ reconciliation: z.number(), row: z.number(), line: jsonText.pipe(statementLine) }),
);
const releasedRows = z.array(z.object({ reconciliation: z.number() }));
const matchRows = z.array(z.object({ row: z.number(), payoutId: z.string() }));
const numberRows = z.array(z.object({ row: z.number() }));
export const ofService: readonly string[] = [...sourceCurrencies, ...destinationCurrencies];
const currencyRows = z.array(z.object({ currency: z.string() }));
const columns = 'row, state, payout, decided_at, decided_by, is_chosen, note, line, match';
const decided = "('confirmed', 'none')";
/** Lines that are looked through in one step. */
const PART = 1_000;
const MOST_WORDS = 12;

export interface Decision {
  readonly state: 'confirmed' | 'none';
  readonly payout: string | null;
  readonly isChosen: boolean;
  readonly note: string;
  readonly at: string;
  readonly by: string | null;
}

/** Over a database that reconcileMigrations were applied to. Writes belong in a transaction. */
export function createLinesTable(sqlite: Sqlite) {
  const get = (number: number, row: number): StoredLine | null => {
    const found = sqlite.first(
      `SELECT ${columns} FROM reconciliation_lines WHERE reconciliation = ? AND row = ?`,
      [number, row],
    );
    return found === undefined ? null : lineRow.parse(found);
  };
  /** By reconciliation, how often its lines changed since this was opened. */
  const changes = new Map<number, number>();
  const raise = (number: number): void => void changes.set(number, (changes.get(number) ?? 0) + 1);
  const doubt = ({ reconciliation, row }: z.output<typeof rivalRows>[number]): void => {
    const { changes: doubted } = sqlite.run(
      `UPDATE reconciliation_lines SET state = 'likely', match = json_set(match, '$.state', 'likely')
       WHERE reconciliation = ? AND row = ? AND state = 'certain'`,
      [reconciliation, row],
    );
    if (doubted > 0) raise(reconciliation);
  };
  const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

  return {
    add(number: number, kind: ReconcileKind, line: StatementLine): void {
      const amount = signedAmount(line, kind);
      const split = amount === null ? null : splitAmount(amount);
      raise(number);
      sqlite.run(
        `INSERT INTO reconciliation_lines
           (reconciliation, row, kind, state, currency, whole, billionths, is_long, line, search)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          number,
          line.row,
          kind,
          firstState(line, kind),
          line.currency ?? '',
          split?.whole ?? null,
          split?.billionths ?? null,
          Number(amount !== null && split === null),
          JSON.stringify(line),
          searchOf(line),
        ],
      );
    },
    get,
    /** Raised by every change of its lines. */
    changes: (number: number): number => changes.get(number) ?? 0,
    /** In the order of the file, behind a row. */
    after(number: number, row: number, limit: number): StoredLine[] {
      return lineRows.parse(
        sqlite.all(
          `SELECT ${columns} FROM reconciliation_lines
           WHERE reconciliation = ? AND row > ? ORDER BY row LIMIT ?`,
          [number, row, limit],
        ),
      );
    },
    page(
      number: number,
      { states, offset, limit }: { states: readonly LineState[]; offset: number; limit: number },
    ): { rows: StoredLine[]; total: number } {
      const where = `reconciliation = ?${states.length === 0 ? '' : ` AND state IN (${marks(states)})`}`;
      const values = [number, ...states];
      const count = readCount(
        sqlite,
        `SELECT count(*) AS count FROM reconciliation_lines WHERE ${where}`,
        values,
      );
      // Numbers alone are in the index, so that a far page sorts nothing long.
      const rows = numberRows.parse(
        sqlite.all(
          `SELECT row FROM reconciliation_lines WHERE ${where} ORDER BY row LIMIT ? OFFSET ?`,
          [...values, limit, offset],
        ),
      );
      return { rows: rows.flatMap(({ row }) => get(number, row) ?? []), total: count };
    },
    /** Rows in which every word occurs, in steps. */
    *found(
      number: number,
      states: readonly LineState[],
      search: string,
    ): Generator<undefined, number[]> {
      const words = folded(search).split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
      const ofStates = states.length === 0 ? '' : ` AND state IN (${marks(states)})`;
      const ofWords = words.map(() => " AND search LIKE ? ESCAPE '\\'").join('');
      const last = readCount(
        sqlite,
        'SELECT coalesce(max(row), 0) AS count FROM reconciliation_lines WHERE reconciliation = ?',
        [number],
      );
      const rows: number[] = [];
      for (let after = 0; after < last; after += PART) {
        const part = sqlite.all(
          `SELECT row FROM reconciliation_lines
           WHERE reconciliation = ? AND row > ? AND row <= ?${ofStates}${ofWords} ORDER BY row`,
          [number, after, after + PART, ...states, ...words.map(partPattern)],
        );
        rows.push(...numberRows.parse(part).map(({ row }) => row));
        yield;
      }
      return rows;
    },
    /** Payouts that lines are matched with. */
    payouts: (number: number): string[] =>
      sqlite.texts(
        'SELECT payout FROM reconciliation_lines WHERE reconciliation = ? AND payout IS NOT NULL',
        [number],
      ),
    /** Payouts that a person confirmed for a line, of any file. */
    taken: (kind: ReconcileKind): string[] =>
      sqlite.texts(
        "SELECT payout FROM reconciliation_lines WHERE kind = ? AND state = 'confirmed'",
        [kind],
      ),
    isTaken: (kind: ReconcileKind, payout: string): boolean =>
      sqlite.first(
        "SELECT 1 FROM reconciliation_lines WHERE kind = ? AND payout = ? AND state = 'confirmed'",
        [kind, payout],
      ) !== undefined,
    /** Behind a row, in the order of the file. */
    certainAfter: (number: number, row: number, limit: number): ShownMatch[] =>
      matchRows.parse(
        sqlite.all(
          `SELECT row, payout AS payoutId FROM reconciliation_lines
           WHERE reconciliation = ? AND state = 'certain' AND row > ? ORDER BY row LIMIT ?`,
          [number, row, limit],
        ),
      ),
    /** Those of its lines; none where a line has none, or a file’s own name for one. */
    currencies(number: number): string[] {
      const rows = currencyRows.parse(
        sqlite.all(
          `SELECT DISTINCT currency FROM reconciliation_lines
           WHERE reconciliation = ? ORDER BY currency`,
          [number],
        ),
      );
      const all = rows.map(({ currency }) => currency);
      return all.every((currency) => ofService.includes(currency)) ? all : [];
    },
    countDecided: (number: number): number =>
      readCount(
        sqlite,
        `SELECT count(*) AS count FROM reconciliation_lines
           WHERE reconciliation = ? AND state IN ${decided}`,
        [number],
      ),

    /** The confirmed line of another file that says the same, the first. */
    findDuplicate(number: number, kind: ReconcileKind, line: StatementLine): DuplicateLine | null {
      const found = sqlite.first(
        `SELECT file.id, file.file_name, line.row FROM reconciliation_lines AS line
         JOIN reconciliations AS file ON file.number = line.reconciliation
         WHERE line.kind = ? AND line.entry = ? AND line.state = 'confirmed'
           AND line.reconciliation <> ?
         ORDER BY line.reconciliation, line.row LIMIT 1`,
        [kind, entryOf(line), number],
      );
      return found === undefined ? null : entryRow.parse(found);
    },
    /**
     * Whether a line can't be certain of its payout: a confirmed line of another file is the same entry, or another
     * entry of another file is matched with that payout, too.
     */
    isDoubted(number: number, kind: ReconcileKind, line: StatementLine, payout: string): boolean {
      return (
        this.findDuplicate(number, kind, line) !== null ||
        this.rivals(number, kind, line, payout).length > 0
      );
    },
    /** Other entries of other files that are matched with a payout and not confirmed. */
    rivals(number: number, kind: ReconcileKind, line: StatementLine, payout: string) {
      const found = rivalRows.parse(
        sqlite.all(
          `SELECT reconciliation, row, line FROM reconciliation_lines
           WHERE payout = ? AND kind = ? AND reconciliation <> ? AND state IN ('certain', 'likely')`,
          [payout, kind, number],
        ),
      );
      const own = found.length === 0 ? '' : entryOf(line);
      return found.filter((rival) => entryOf(rival.line) !== own);
    },
    /**
     * Stores the match of a line that no person decided, and returns what was stored. A payout that was confirmed
     * meanwhile is matched with none, and what is doubted is never certain, nor are its rivals.
     */
    putMatch(number: number, kind: ReconcileKind, found: Match): Match {
      const isGone = found.payoutId !== null && this.isTaken(kind, found.payoutId);
      const free: Match = isGone
        ? { ...found, state: 'unmatched', reason: 'taken', named: found.payoutId, payoutId: null }
        : found;
      const { state, payoutId } = free;
      const line = payoutId === null ? undefined : get(number, found.row)?.line;
      const isDoubted =
        state === 'certain' &&
        line !== undefined &&
        payoutId !== null &&
        this.isDoubted(number, kind, line, payoutId);
      const kept: Match = isDoubted ? { ...free, state: 'likely' } : free;
      raise(number);
      const { changes: stored } = sqlite.run(
        `UPDATE reconciliation_lines SET state = ?, payout = ?, match = ?
         WHERE reconciliation = ? AND row = ? AND state NOT IN ${decided}`,
        [kept.state, kept.payoutId, JSON.stringify(kept), number, kept.row],
      );
      if (stored > 0 && line !== undefined && payoutId !== null)
        for (const rival of this.rivals(number, kind, line, payoutId)) doubt(rival);
      return kept;
    },
    decide(number: number, row: number, decision: Decision): void {
      const { state, payout, isChosen, note, at, by } = decision;
      const line = state === 'confirmed' ? get(number, row)?.line : undefined;
      raise(number);
      sqlite.run(
        `UPDATE reconciliation_lines SET state = ?, payout = ?, is_chosen = ?, note = ?,
           decided_at = ?, decided_by = ?, entry = ?
         WHERE reconciliation = ? AND row = ?`,
        [
          state,
          payout,
          Number(isChosen),
          note,
          at,
          by,
          line === undefined ? null : entryOf(line),
          number,
          row,
        ],
      );
    },
    /** Lines of any file that were matched with a payout which is confirmed for another one now. */
    release(kind: ReconcileKind, payout: string): void {
      const released = sqlite.all(
        `UPDATE reconciliation_lines SET state = 'unmatched', payout = NULL,
           match = json_set(match, '$.state', 'unmatched', '$.payoutId', NULL,
             '$.reason', 'taken', '$.named', payout)
         WHERE payout = ? AND kind = ? AND state IN ('certain', 'likely')
         RETURNING reconciliation`,
        [payout, kind],
      );
      for (const { reconciliation } of releasedRows.parse(released)) raise(reconciliation);
    },
    /** Lines that were confirmed for a payout, of all files. */
    confirmed: (payout: string): ConfirmedLine[] =>
      confirmedRows.parse(
        sqlite.all(
          `SELECT file.id, line.kind, file.file_name, line.row, line.decided_at, line.decided_by,
             json_extract(line.line, '$.booked') AS booked
           FROM reconciliation_lines AS line
           JOIN reconciliations AS file ON file.number = line.reconciliation
           WHERE line.payout = ? AND line.state = 'confirmed' ORDER BY line.kind`,
          [payout],
        ),
      ),
    /** Back to what was matched. */
    undo(number: number, { line, match: before }: StoredLine, kind: ReconcileKind): void {
      raise(number);
      sqlite.run(
        `UPDATE reconciliation_lines SET state = ?, payout = NULL, is_chosen = 0, note = '',
           decided_at = NULL, decided_by = NULL
         WHERE reconciliation = ? AND row = ?`,
        [firstState(line, kind), number, line.row],
      );
      if (before === null) return;
      const isUsed =
        before.payoutId !== null &&
        sqlite.first(
          'SELECT 1 FROM reconciliation_lines WHERE payout = ? AND kind = ? AND reconciliation = ?',
          [before.payoutId, kind, number],
        ) !== undefined;
      const free: Match = { ...before, state: 'unmatched', payoutId: null, reason: 'contested' };
      this.putMatch(number, kind, isUsed ? free : before);
    },
    /** So many of them; gives how many went. */
    remove(number: number, limit: number): number {
      raise(number);
      return sqlite.run(
        `DELETE FROM reconciliation_lines WHERE rowid IN
           (SELECT rowid FROM reconciliation_lines WHERE reconciliation = ? LIMIT ?)`,
        [number, limit],
      ).changes;
    },
  };
}
export type LinesTable = ReturnType<typeof createLinesTable>;
