/**
 * Payouts as they were known at a moment, made in memory in short slices and kept for the moment asked for
 * last. What arrives later and was observed by then is read before the next answer.
 */
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { readCount } from '../../../platform/read-count.ts';
import { inParts, inSlices } from '../../../platform/slices.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import type { AsOfRecords } from '../../core/records/as-of.ts';
import { lastArrival } from '../../core/records/last-arrival.ts';
import type { Choices } from './choices.ts';
import { customersOf } from './names.ts';
import { customerOfAccount } from './payout-customer.ts';
import { createPayoutEvents } from './payout-events.ts';
import { createPayoutQueries, type PayoutQueries } from './payout-queries.ts';
import { createPayoutTable, layOutPast, viewText } from './payout-table.ts';
import type { StoredPayout } from './reading/read-payout.ts';

export interface PastPayouts {
  /**
   * Asks about a moment (ISO 8601 UTC with milliseconds). Questions follow one another. Rejects with the
   * signal's reason when it is aborted.
   */
  read<Result>(
    knownAt: string,
    ask: (queries: PayoutQueries) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Lets go of what is held. Idempotent. */
  close(): void;
}

export interface PastParts {
  readonly sqlite: Sqlite;
  readonly choices: Choices;
  readonly asOf: Pick<AsOfRecords, 'read'>;
  readonly clock: Clock;
  /** Whether all rows of now are read by the choices of now. */
  readonly isRead: () => boolean;
}

/** Rows read at a time, and customers named at a time. */
const ROWS = 200;
const CUSTOMERS = 500;

const presentRows = z.array(
  z.object({
    number: z.number(),
    id: z.string(),
    view: viewText,
    first_learned_at: z.string(),
    last_learned_at: z.string(),
  }),
);
const numberRows = z.array(z.object({ number: z.number() }));
const toldRows = z.array(
  z.object({ kind: z.enum(['customer', 'virtualAccount']), id: z.string() }),
);

interface Past {
  readonly knownAt: string;
  readonly queries: PayoutQueries;
  make(): Generator<undefined, void>;
  refresh(): Generator<undefined, void>;
  name(signal: AbortSignal): Promise<void>;
  close(): void;
}

export function openPastPayouts(parts: PastParts): PastPayouts {
  let held: Past | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const closed = new AbortController();
  /** Made while payouts were being read, of which some had no row: it is made anew once they are. */
  let isPartial = false;

  async function pastOf(knownAt: string, signal: AbortSignal): Promise<Past> {
    signal.throwIfAborted();
    if (held?.knownAt !== knownAt || (isPartial && parts.isRead())) {
      held?.close();
      held = null;
      isPartial = !parts.isRead();
      const past = openPast(parts, knownAt);
      try {
        await inSlices(past.make(), parts.clock, signal);
      } catch (error) {
        past.close();
        throw error;
      }
      held = past;
    }
    await inSlices(held.refresh(), parts.clock, signal);
    await held.name(signal);
    return held;
  }

  return {
    async read(knownAt, ask, signal) {
      const either =
        signal === undefined ? closed.signal : AbortSignal.any([closed.signal, signal]);
      const answer = queue.then(async () => await ask((await pastOf(knownAt, either)).queries));
      queue = answer.catch(() => undefined);
      return await answer;
    },
    close() {
      closed.abort(new Error('The profile was closed.'));
      held?.close();
      held = null;
    },
  };
}

function openPast(parts: PastParts, knownAt: string): Past {
  const { sqlite, choices, asOf, clock, isRead } = parts;
  const memory = openMemorySqlite(null);
  layOutPast(memory);
  const table = createPayoutTable(memory);
  const events = createPayoutEvents(sqlite, choices, knownAt);
  const fieldsOf = (moment: string | null) => JSON.stringify([...choices.fields(moment)]);
  const isChosenAlike = fieldsOf(null) === fieldsOf(knownAt);
  const lastEvent = () =>
    readCount(sqlite, 'SELECT coalesce(max(arrival), 0) AS count FROM payout_events');
  let arrived = lastEvent();
  /** Up to which observation rows have their customers, but for those without one while it is not named. */
  let told = lastArrival(sqlite);
  let isNamed = false;

  /** With the customer that its events name. */
  function putOwn(row: StoredPayout, name: string | null): void {
    const { customerId } = row;
    const customerName = customerId === null ? null : name;
    memory.transaction(() => table.put(row, { customerId, customerName }));
  }

  function keep(id: string): void {
    const read = events.read(id);
    if (read === null) return;
    putOwn(read.row, table.get(id)?.customerName ?? null);
    isNamed = false;
  }

  /** Every row that there is now, some at a time. */
  function* rowsNow() {
    for (let after = 0; ; ) {
      const rows = presentRows.parse(
        sqlite.all(
          `SELECT number, id, view, first_learned_at, last_learned_at FROM payout_columns
           WHERE number > ? ORDER BY number LIMIT ?`,
          [after, ROWS],
        ),
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.number;
    }
  }

  function* make(): Generator<undefined, void> {
    for (const row of rowsNow()) {
      const isSame = isChosenAlike && isRead() && row.last_learned_at <= knownAt;
      if (isSame) putOwn(row.view, null);
      // A payout that was first observed later has no event by then.
      else if (row.first_learned_at <= knownAt) keep(row.id);
      yield;
    }
  }

  function* refresh(): Generator<undefined, void> {
    const newest = lastEvent();
    if (newest <= arrived) return;
    const touched = sqlite.texts(
      `SELECT DISTINCT payout FROM payout_events
       WHERE arrival > ? AND arrival <= ? AND observed_at <= ? AND payout <> ''`,
      [arrived, newest, knownAt],
    );
    for (const id of touched) {
      keep(id);
      yield;
    }
    arrived = newest;
  }

  /** What came late of accounts and customers and was observed by then. */
  const toldUntil = (newest: number) =>
    toldRows.parse(
      sqlite.all(
        `SELECT DISTINCT kind, id FROM observations INDEXED BY observations_by_kind
         WHERE kind IN ('customer', 'virtualAccount') AND kind <> 'event'
           AND arrival > ? AND arrival <= ? AND observed_at <= ?`,
        [told, newest, knownAt],
      ),
    );

  /** Idempotent: what was cut off is done again by the next question. */
  async function name(signal: AbortSignal): Promise<void> {
    const newest = lastArrival(sqlite);
    const late = newest > told ? toldUntil(newest) : [];
    const idsOf = (wanted: string) => late.flatMap(({ kind, id }) => (kind === wanted ? id : []));
    const accounts = [
      ...(isNamed ? [] : accountsWithoutCustomer(memory)),
      ...idsOf('virtualAccount'),
    ];
    for (const ids of inParts(accounts, CUSTOMERS)) {
      const found = await asOf.read(
        knownAt,
        (records) => ids.map((id) => [id, customerOfAccount(records, id)] as const),
        signal,
      );
      await inSlices(attributed(found), clock, signal);
    }
    const isAny = !isNamed || accounts.length > 0;
    for (const ids of inParts(isAny ? customersOf(memory) : idsOf('customer'), CUSTOMERS)) {
      const names = await asOf.read(knownAt, (records) => records.customerNames(ids), signal);
      await inSlices(renamed(names), clock, signal);
    }
    isNamed = true;
    told = newest;
  }

  function* attributed(found: readonly (readonly [string, string | null])[]) {
    for (const [id, customerId] of found) {
      const rows = numberRows.parse(
        memory.all(
          `SELECT number FROM payout_columns INDEXED BY payouts_of_account
           WHERE virtual_account_id = ? AND customer_id IS NOT ?`,
          [id, customerId],
        ),
      );
      for (const { number } of rows) {
        table.attribute(number, customerId);
        yield;
      }
      yield;
    }
  }

  function* renamed(names: ReadonlyMap<string, string>): Generator<undefined, void> {
    for (const [id, customerName] of names) {
      const rows = numberRows.parse(
        memory.all(
          'SELECT number FROM payout_columns WHERE customer_id = ? AND customer_name IS NOT ?',
          [id, customerName],
        ),
      );
      for (const { number } of rows) {
        table.rename(number, customerName);
        yield;
      }
    }
  }

  const queries = createPayoutQueries(memory, false);
  return { knownAt, queries, make, refresh, name, close: () => memory.close() };
}

const accountsWithoutCustomer = (memory: Sqlite): string[] =>
  memory.texts(
    `SELECT DISTINCT virtual_account_id FROM payout_columns
     WHERE customer_id IS NULL AND virtual_account_id IS NOT NULL`,
  );
