/**
 * Goes through the observations of events by their arrival and keeps payouts true to them. A payout is read
 * anew from all its events whenever one arrives, so that any order and any duplication gives the same row.
 * Where it stopped is kept in the same transaction as what it wrote.
 */
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import type { Choices } from './choices.ts';
import { type CustomerReads, customerOfPayout } from './payout-customer.ts';
import { createPayoutEvents, payoutEventIn } from './payout-events.ts';
import { createPayoutTable } from './payout-table.ts';

/** Raised whenever payouts are read otherwise: everything is gone through again. */
const DERIVATION = 7;
/** Arrivals that are passed over in one step, and events of payouts that are noted in one. */
const ARRIVALS = 1_000;
const EVENTS = 100;
/** Payouts that are read before the time is looked at, which is so many milliseconds a step. */
const PAYOUTS = 2;
const STEP_MS = 10;

const cursorRow = z.object({
  arrival: z.number(),
  derivation: z.number(),
  reread: z.number().nullable(),
});
const idRows = z.array(z.object({ number: z.number(), id: z.string() }));
const payoutRows = z.array(z.object({ payout: z.string() }));

type Cursor = Omit<z.infer<typeof cursorRow>, 'derivation'>;

export interface FollowedPayouts {
  /** One step. `changed`: ids of rows that came or changed. */
  step(): { readonly isBehind: boolean; readonly changed: readonly string[] };
  /** How far it is; null when nothing is left. */
  progress(): { readonly done: number; readonly total: number } | null;
  /** All rows are read again, by the choices of now. Joins a running transaction. */
  readAgain(): void;
  /** Throws everything derived away; the next steps find it again. */
  forget(): void;
}

export interface FollowParts {
  /** With recordsMigrations and payoutsMigrations applied. */
  readonly sqlite: Sqlite;
  readonly choices: Pick<Choices, 'fields'>;
  readonly records: CustomerReads;
  /** Mock events are no part of a payout there (decisions 23). */
  readonly isProduction: boolean;
  readonly clock: Pick<Clock, 'now'>;
}

export function followPayouts(parts: FollowParts): FollowedPayouts {
  const { sqlite, choices, records, isProduction, clock } = parts;
  const table = createPayoutTable(sqlite);
  const events = createPayoutEvents(sqlite, choices, null);

  function cursor(): Cursor {
    const row = sqlite.first('SELECT arrival, derivation, reread FROM payout_cursor');
    if (row === undefined) return { arrival: 0, reread: null };
    const { derivation, ...at } = cursorRow.parse(row);
    if (derivation === DERIVATION) return at;
    forget();
    return { arrival: 0, reread: null };
  }

  function keep({ arrival, reread }: Cursor): void {
    sqlite.run(
      `INSERT INTO payout_cursor (only, arrival, derivation, reread) VALUES (1, ?, ?, ?)
       ON CONFLICT (only) DO UPDATE SET arrival = excluded.arrival, derivation = excluded.derivation,
         reread = excluded.reread`,
      [arrival, DERIVATION, reread],
    );
  }

  function forget(): void {
    sqlite.derive(() => {
      sqlite.run('DELETE FROM payout_cursor');
      sqlite.run('DELETE FROM payout_events');
      sqlite.run('DELETE FROM payout_pending');
      table.clear();
    });
  }

  function put(id: string): void {
    const read = events.read(id);
    if (read === null) {
      table.remove(id);
      return;
    }
    table.put(read.row, customerOfPayout(records, read.row));
  }

  /** Notes the next events that arrived, and the payouts that have to be read for them. */
  function takeArrived(at: Cursor, newest: number): void {
    const bound = Math.min(newest, at.arrival + ARRIVALS);
    const rows = arrivedRows.parse(
      sqlite.all(
        // The text is canonical JSON: no space stands in it. By an index of kinds all events would be gone over.
        `SELECT arrival, effective_at, id AS event, observed_at, body FROM observations
         WHERE arrival > ? AND arrival <= ? AND +kind = 'event'
           AND instr(body, '"name":"payout.') > 0
         ORDER BY arrival LIMIT ?`,
        [at.arrival, bound, EVENTS],
      ),
    );
    for (const { arrival, effective_at, event, observed_at, body } of rows) {
      const found = payoutEventIn(body);
      if (found === null || (found.isMock && isProduction)) continue;
      sqlite.run('INSERT OR REPLACE INTO payout_events VALUES (?, ?, ?, ?, ?)', [
        found.payoutId ?? '',
        effective_at,
        event,
        arrival,
        observed_at,
      ]);
      if (found.payoutId === null) continue;
      sqlite.run('INSERT OR IGNORE INTO payout_pending (payout) VALUES (?)', [found.payoutId]);
    }
    const last = rows.length < EVENTS ? bound : (rows.at(-1)?.arrival ?? bound);
    // What is told of a virtual account may say whose the payouts are that name no customer. Mostly it does not.
    sqlite.run(
      `INSERT OR IGNORE INTO payout_pending SELECT payout.id
       FROM (SELECT DISTINCT id FROM observations INDEXED BY observations_by_kind
         WHERE kind = 'virtualAccount' AND kind <> 'event' AND arrival > ? AND arrival <= ?) AS told
       LEFT JOIN virtual_account_columns AS account ON account.id = told.id
       CROSS JOIN payout_columns AS payout INDEXED BY payouts_of_account
         ON payout.virtual_account_id = told.id
       WHERE payout.customer_id IS NOT account.customer_id AND payout.view ->> 'customerId' IS NULL`,
      [at.arrival, last],
    );
    keep({ ...at, arrival: last });
  }

  /** Reads the payouts of the noted events, each once however many events came of it. */
  function takePending(): string[] {
    const changed: string[] = [];
    const until = clock.now() + STEP_MS;
    do {
      const next = payoutRows.parse(
        sqlite.all('SELECT payout FROM payout_pending ORDER BY payout LIMIT ?', [PAYOUTS]),
      );
      if (next.length === 0) break;
      for (const { payout } of next) {
        put(payout);
        sqlite.run('DELETE FROM payout_pending WHERE payout = ?', [payout]);
        changed.push(payout);
      }
    } while (clock.now() < until);
    return changed;
  }

  function takeReread(at: Cursor & { readonly reread: number }): string[] {
    const changed: string[] = [];
    const until = clock.now() + STEP_MS;
    let reread: number | null = at.reread;
    do {
      const rows = idRows.parse(
        sqlite.all(
          'SELECT number, id FROM payout_columns WHERE number > ? ORDER BY number LIMIT ?',
          [reread, PAYOUTS],
        ),
      );
      for (const { id } of rows) put(id);
      changed.push(...rows.map(({ id }) => id));
      reread = rows.at(-1)?.number ?? null;
    } while (reread !== null && clock.now() < until);
    keep({ ...at, reread });
    return changed;
  }

  const countOf = (question: string): number => readCount(sqlite, `SELECT (${question}) AS count`);
  const countRows = () => countOf('SELECT coalesce(sum(rows), 0) FROM payout_cells');
  const hasPending = () => countOf('EXISTS (SELECT 1 FROM payout_pending)') === 1;

  return {
    forget,
    step() {
      const at = cursor();
      const newest = lastArrival(sqlite);
      const isBehind = newest > at.arrival || at.reread !== null || hasPending();
      if (!isBehind) return { isBehind, changed: [] };
      return sqlite.derive(() => {
        if (at.reread !== null) {
          return { isBehind, changed: takeReread({ ...at, reread: at.reread }) };
        }
        if (newest > at.arrival) takeArrived(at, newest);
        // Those that are noted far behind are read once, when all events are there.
        const isFar = newest - at.arrival > ARRIVALS;
        return { isBehind, changed: isFar ? [] : takePending() };
      });
    },
    progress() {
      const { arrival, reread } = cursor();
      if (reread !== null) {
        return { done: reread, total: countOf('SELECT max(number) FROM payout_columns') };
      }
      const newest = lastArrival(sqlite);
      if (arrival < newest) return { done: arrival, total: newest };
      if (!hasPending()) return null;
      const done = countRows();
      return { done, total: done + countOf('SELECT count(*) FROM payout_pending') };
    },
    readAgain() {
      if (countRows() > 0) keep({ ...cursor(), reread: 0 });
    },
  };
}

const arrivedRows = z.array(
  z.object({
    arrival: z.number(),
    effective_at: z.number(),
    event: z.string(),
    observed_at: z.string(),
    body: jsonObjectText,
  }),
);
