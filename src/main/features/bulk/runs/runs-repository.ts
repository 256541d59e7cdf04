/** Runs and their rows, in the profile's database. */
import type { BulkRowState } from '../../../../bridge/bulk.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { readCount } from '../../../../platform/read-count.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { LeftOutRow, RowToSend } from '../drafts/draft.ts';
import type { KeepOwn } from './keep-own.ts';
import {
  alikeRows,
  allSpellings,
  countRows,
  idRows,
  isAlike,
  keyRow,
  keyRows,
  type NewRun,
  numberRow,
  ofAlike,
  ownRow,
  type RowEnd,
  type RowInState,
  rowsInState,
  runRow,
  runRows,
  type Sameness,
  type StoredRun,
  type WaitingRow,
  waitingRows,
} from './stored-rows.ts';

/** Under way, or of an answer that could not be kept when it came and was kept later. */
const isToFollow = `(bulk_rows.state = 'sending' OR (bulk_rows.state = 'unknown' AND EXISTS
  (SELECT 1 FROM intents WHERE intents.key = bulk_rows.key
    AND intents.state IN ('created', 'refused', 'not-sent'))))`;

const shownOfRun =
  'number, id, kind, file_name, sha256, created_at, state, state_at, cause, sentence, ended_at, known_intents, known_arrival';

export type RunsRepository = ReturnType<typeof createRunsRepository>;

/** Rows that one statement changes at most, so that nobody waits for long. */
const PART = 2_000;

export function createRunsRepository(sqlite: Sqlite, keepOwnTexts: KeepOwn) {
  const count = (sql: string, parameters: readonly (string | number)[]): number =>
    readCount(sqlite, sql, parameters);

  const keepOwn = (ended: unknown): void => {
    const { id, kind, ...own } = ownRow.parse(ended);
    if (id !== null && kind !== null) keepOwnTexts({ kind, id }, own);
  };

  /** As they stand, of the rows whose numbers are selected. */
  const standingRows = (run: number, rows: string, parameters: readonly (string | number)[]) =>
    alikeRows.parse(
      sqlite.all(
        `SELECT key, resource_id AS resourceId FROM bulk_standing_rows WHERE run = ? AND row IN (${rows})`,
        [run, ...parameters],
      ),
    );

  return {
    /** Its number. It counts for nothing until `begin`. */
    prepare(run: NewRun): number {
      sqlite.run(
        `INSERT INTO bulk_runs (id, kind, file_name, sha256, columns, created_at, known_intents, known_arrival, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'preparing')`,
        [
          run.id,
          run.kind,
          run.fileName,
          run.sha256,
          canonicalJson(run.columns),
          run.createdAt,
          run.knownUntil?.intents ?? null,
          run.knownUntil?.arrival ?? null,
        ],
      );
      return numberRow.parse(sqlite.first('SELECT number FROM bulk_runs WHERE id = ?', [run.id]))
        .number;
    },

    addRows(run: number, rows: readonly (RowToSend & { readonly key: string })[]): void {
      for (const { row, input, fingerprint, name, reference, ownName, isSecond, key } of rows) {
        sqlite.run(
          `INSERT INTO bulk_rows (run, row, state, input, fingerprint, name, reference, own_name, is_second, key)
           VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?)`,
          [
            run,
            row,
            canonicalJson(input),
            fingerprint,
            name,
            reference,
            ownName,
            Number(isSecond),
            key,
          ],
        );
      }
    },

    addLeftOut(run: number, rows: readonly LeftOutRow[]): void {
      for (const { row, reason, name, reference, ownName } of rows) {
        sqlite.run(
          `INSERT INTO bulk_rows (run, row, state, reason, name, reference, own_name)
           VALUES (?, ?, 'left-out', ?, ?, ?, ?)`,
          [run, row, reason, name, reference, ownName],
        );
      }
    },

    /** Removes what was never begun, or that one of it, so many rows at most; true while there is more. */
    forgetPreparing(run: number | null = null): boolean {
      const preparing = `SELECT number FROM bulk_runs
        WHERE state = 'preparing' AND proposal IS NULL AND number = coalesce(?, number)`;
      const rows = sqlite.all(
        `DELETE FROM bulk_rows WHERE (run, row) IN
           (SELECT run, row FROM bulk_rows WHERE run IN (${preparing}) LIMIT ${PART}) RETURNING row`,
        [run],
      );
      if (rows.length === PART) return true;
      sqlite.run(`DELETE FROM bulk_runs WHERE number IN (${preparing})`, [run]);
      return false;
    },

    setState(
      run: number,
      to: Pick<StoredRun, 'state' | 'stateAt' | 'cause' | 'sentence' | 'endedAt'>,
    ): void {
      sqlite.run(
        `UPDATE bulk_runs SET state = ?, state_at = ?, cause = ?, sentence = ?, ended_at = ?
         WHERE number = ?`,
        [to.state, to.stateAt, to.cause, to.sentence, to.endedAt, run],
      );
    },

    get(id: string): StoredRun | null {
      const row = sqlite.first(
        `SELECT ${shownOfRun} FROM bulk_runs WHERE id = ? AND state <> 'preparing'`,
        [id],
      );
      return row === undefined ? null : runRow.parse(row);
    },

    /** Newest first. */
    page(offset: number, limit: number) {
      const rows = sqlite.all(
        `SELECT ${shownOfRun} FROM bulk_runs WHERE state <> 'preparing'
         ORDER BY number DESC LIMIT ? OFFSET ?`,
        [limit, offset],
      );
      const total = count(`SELECT count(*) AS count FROM bulk_runs WHERE state <> 'preparing'`, []);
      return { runs: runRows.parse(rows), total };
    },

    /** Runs with rows that `toFollow` names. */
    withRowsToFollow(): StoredRun[] {
      return runRows.parse(
        sqlite.all(
          `SELECT ${shownOfRun} FROM bulk_runs WHERE state <> 'preparing' AND EXISTS
             (SELECT 1 FROM bulk_rows WHERE run = number AND ${isToFollow}) ORDER BY number`,
        ),
      );
    },

    inState(state: StoredRun['state']): StoredRun[] {
      return runRows.parse(
        sqlite.all(`SELECT ${shownOfRun} FROM bulk_runs WHERE state = ? ORDER BY number`, [state]),
      );
    },

    newestOfFile(sha256: string): StoredRun | null {
      const row = sqlite.first(
        `SELECT ${shownOfRun} FROM bulk_runs WHERE sha256 = ? AND state <> 'preparing'
         ORDER BY number DESC LIMIT 1`,
        [sha256],
      );
      return row === undefined ? null : runRow.parse(row);
    },

    /** In the order of the file, rows behind `after`. */
    waiting(run: number, limit: number, after = 0): WaitingRow[] {
      return waitingRows.parse(
        sqlite.all(
          // By state: rows that were sent are not gone over again with every part.
          `SELECT row, key, input, fingerprint, is_second FROM bulk_rows INDEXED BY bulk_rows_by_state
           WHERE run = ? AND state = 'waiting' AND row > ? ORDER BY row LIMIT ?`,
          [run, after, limit],
        ),
      );
    },

    setSending(keys: readonly string[]): void {
      for (const key of keys) {
        sqlite.run(`UPDATE bulk_rows SET state = 'sending' WHERE key = ?`, [key]);
      }
    },

    end(end: RowEnd): void {
      const ended = sqlite.first(
        `UPDATE bulk_rows SET state = ?, resource_id = ?, has_mismatch = ? WHERE key = ?
         RETURNING resource_id AS id, reference, own_name AS ownName,
           CASE WHEN coalesce(reference, own_name) IS NOT NULL THEN (SELECT kind FROM bulk_runs WHERE number = run) END AS kind`,
        [end.state, end.resourceId, Number(end.hasMismatch), end.key],
      );
      if (ended !== undefined) keepOwn(ended);
    },

    /** Own references and names of rows that a person settled, or that were sent again, since. */
    keepOwnOfSettled(): void {
      sqlite.transaction(() => {
        const settled = sqlite.all(
          `SELECT standing.resource_id AS id, bulk_rows.reference, bulk_rows.own_name AS ownName, kind,
             bulk_rows.key
           FROM bulk_rows INDEXED BY bulk_rows_own_to_keep
           JOIN bulk_runs ON number = bulk_rows.run
           JOIN bulk_standing_rows AS standing
             ON standing.run = bulk_rows.run AND standing.row = bulk_rows.row
           WHERE bulk_rows.state = 'unknown' AND coalesce(bulk_rows.reference, bulk_rows.own_name) IS NOT NULL
             AND is_reference_kept = 0 AND standing.state = 'created' AND standing.resource_id IS NOT NULL`,
          [],
        );
        for (const row of settled) {
          keepOwn(row);
          sqlite.run('UPDATE bulk_rows SET is_reference_kept = 1 WHERE key = ?', [
            keyRow.parse(row).key,
          ]);
        }
      });
    },

    /** The row waits again, under a new key; the old one stays linked to it. */
    again(key: string, newKey: string, wasRefused: boolean): void {
      sqlite.run(
        `INSERT INTO bulk_attempts (key, run, row, attempt, was_refused)
         SELECT key, run, row, (SELECT count(*) + 1 FROM bulk_attempts AS before
           WHERE before.run = bulk_rows.run AND before.row = bulk_rows.row), ?
         FROM bulk_rows WHERE key = ?`,
        [Number(wasRefused), key],
      );
      sqlite.run(`UPDATE bulk_rows SET state = 'waiting', key = ? WHERE key = ?`, [newKey, key]);
    },

    /** Rows that say less than their intents: their end could not be written beside those. */
    toFollow(run: number) {
      return keyRows.parse(
        sqlite.all(`SELECT key, row FROM bulk_rows WHERE run = ? AND ${isToFollow} ORDER BY row`, [
          run,
        ]),
      );
    },

    /**
     * Rows of the run that a person included as seconds, as they stand: of a fingerprint, or of what
     * they send where they have none.
     */
    secondsLike: (run: number, { fingerprint, content }: Sameness) =>
      standingRows(
        run,
        `SELECT row FROM bulk_rows WHERE run = ? AND is_second = 1
           AND fingerprint IN (SELECT value FROM json_each(?))
         UNION ALL SELECT row FROM bulk_rows INDEXED BY bulk_rows_seconds
           WHERE run = ? AND is_second = 1
           AND fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))`,
        [run, allSpellings(fingerprint), run, allSpellings(content)],
      ),

    /** As `secondsLike`, of all rows of the run: goes over all of them. */
    rowsLike(run: number, same: Sameness) {
      const rows = `SELECT row FROM bulk_rows WHERE run = ? AND ${isAlike}`;
      return standingRows(run, rows, ofAlike(run, same));
    },

    /** Whether a row of the same is under way: one of a few dozen. */
    isSendingLike: (run: number, same: Sameness): boolean =>
      count(
        `SELECT count(*) AS count FROM bulk_rows INDEXED BY bulk_rows_by_state
         WHERE run = ? AND state = 'sending' AND ${isAlike}`,
        ofAlike(run, same),
      ) > 0,

    /** Rows that wait and are not sent after all, and why. */
    leaveUnsent(keys: readonly string[], reason: string): void {
      if (keys.length === 0) return;
      sqlite.transaction(() => {
        for (const key of keys) {
          sqlite.run(
            `UPDATE bulk_rows SET state = 'unsent', reason = ? WHERE key = ? AND state = 'waiting'`,
            [reason, key],
          );
        }
      });
    },

    /** So many rows at most; true while there may be more. */
    stopWaiting(run: number, reason: string | null): boolean {
      const rows = sqlite.all(
        `UPDATE bulk_rows SET state = 'unsent', reason = coalesce(?, reason) WHERE run = ? AND row IN
           (SELECT row FROM bulk_rows WHERE run = ? AND state = 'waiting' LIMIT ${PART})
         RETURNING row`,
        [reason, run, run],
      );
      return rows.length === PART;
    },

    /** As they stand: an unknown one that a person settled counts as what it was settled to. */
    counts(run: number): ReadonlyMap<BulkRowState, number> {
      const rows = sqlite.all(
        `SELECT state, count(*) AS count FROM bulk_rows WHERE run = ? AND state <> 'unknown'
         GROUP BY state
         UNION ALL
         SELECT state, count(*) AS count FROM bulk_standing_rows WHERE run = ? AND row IN
           (SELECT row FROM bulk_rows WHERE run = ? AND state = 'unknown')
         GROUP BY state`,
        [run, run, run],
      );
      const counts = new Map<BulkRowState, number>();
      for (const { state, count: more } of countRows.parse(rows)) {
        counts.set(state, (counts.get(state) ?? 0) + more);
      }
      return counts;
    },

    /** Attempts that were refused for being too many. */
    attemptsAgain: (run: number): number =>
      count('SELECT count(*) AS count FROM bulk_attempts WHERE run = ? AND was_refused = 1', [run]),

    /** Ids of accounts whose answer departed, whatever became of that since. */
    departed(run: number): string[] {
      const rows = sqlite.all(
        // Named, because the planner takes the primary key, and every look at a run goes over all its rows.
        `SELECT resource_id AS id FROM bulk_rows INDEXED BY bulk_rows_departing
         WHERE run = ? AND has_mismatch = 1 AND resource_id IS NOT NULL`,
        [run],
      );
      return idRows.parse(rows).map(({ id }) => id);
    },

    /** In the order of the file, rows behind `after`. */
    rowsAfter(run: number, after: number, limit: number): RowInState[] {
      return rowsInState.parse(
        sqlite.all(
          `SELECT row, state, input, key, resource_id, reason, name, reference, own_name,
             has_mismatch
           FROM bulk_standing_rows WHERE run = ? AND row > ? ORDER BY row LIMIT ?`,
          [run, after, limit],
        ),
      );
    },

    /** Rows that were never sent, in the order of the file, behind `after`. Of one that was, its request says more. */
    neverSent(run: number, after: number, limit: number): RowInState[] {
      return rowsInState.parse(
        sqlite.all(
          `SELECT row, state, input, key, resource_id, reason, name, reference, own_name, has_mismatch
           FROM bulk_rows INDEXED BY bulk_rows_by_state
           WHERE run = ? AND state = 'unsent' AND row > ? ORDER BY row LIMIT ?`,
          [run, after, limit],
        ),
      );
    },

    /** How many those are. */
    countNeverSent: (run: number): number =>
      count(`SELECT count(*) AS count FROM bulk_rows WHERE run = ? AND state = 'unsent'`, [run]),

    rows(run: number, state: BulkRowState | null, offset: number, limit: number) {
      const which = state === null ? '' : 'AND state = ?';
      const parameters = state === null ? [run] : [run, state];
      const rows = sqlite.all(
        `SELECT row, state, input, key, resource_id, reason, name, reference,
           own_name, has_mismatch FROM bulk_standing_rows
         WHERE run = ? ${which} ORDER BY row LIMIT ? OFFSET ?`,
        [...parameters, limit, offset],
      );
      const total = count(
        `SELECT count(*) AS count FROM bulk_standing_rows WHERE run = ? ${which}`,
        parameters,
      );
      return { rows: rowsInState.parse(rows), total };
    },

    /** Keys of earlier requests by row, for rows `from` to `to`: newest first, without the present request. */
    earlierKeys(run: number, from: number, to: number): ReadonlyMap<number, readonly string[]> {
      const rows = keyRows.parse(
        sqlite.all(
          `SELECT key, row FROM bulk_attempts WHERE run = ? AND row BETWEEN ? AND ?
           ORDER BY row, attempt DESC`,
          [run, from, to],
        ),
      );
      const keys = new Map<number, string[]>();
      for (const { key, row } of rows) keys.set(row, [...(keys.get(row) ?? []), key]);
      return keys;
    },
  };
}
