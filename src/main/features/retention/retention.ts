/**
 * Exact bytes of old deliveries and responses go, and what is personal in the inputs of old requests; what Causeway
 * read of them stays in the records, and never goes by this: observations, outcomes of requests, the audit log. What
 * something is still open of is passed over.
 */
import { z } from 'zod';
import type { RetentionView } from '../../../bridge/retention.ts';
import { type Clock, hasPassed, isoNow } from '../../../platform/clock.ts';
import { readCount } from '../../../platform/read-count.ts';
import { inParts, nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createTurns } from '../../../platform/turns.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { ErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { lastingBytes } from '../../core/records/erased/lasting.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import type { OpenWebhooks } from '../webhooks/open-webhooks.ts';
import { type ClockDoubt, clockDoubt } from './clock-doubt.ts';
import {
  createdIn,
  OLD_DELIVERIES,
  OLD_INPUTS,
  OLD_RESPONSES,
  OLD_RUNS,
  OLD_SOURCES,
  WAITING,
} from './old-data.ts';
import { type Figures, keepDigests, ROWS_OF_RUNS, reduceInputs, reduceRows } from './reduce.ts';
import { createRemovals, type RetentionCounts } from './removals.ts';

export interface RetentionLimits {
  /** Months; null: for ever. */
  readonly deliveries: number | null;
  readonly responses: number | null;
  readonly inputs: number | null;
}

export interface Retention {
  view(): RetentionView;
  /** What would go by these limits now. */
  preview(limits: RetentionLimits): Promise<RetentionCounts>;
  /** Why the computer's clock is not believed, in a sentence; null: it is. */
  clockDoubt(): Promise<string | null>;
  /** Keeps the limits, and applies them. A person sees the date, and confirms it with them. */
  change(limits: RetentionLimits): Promise<RetentionCounts>;
  apply(): Promise<RetentionCounts>;
  close(): Promise<void>;
}

export interface RetentionParts {
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  /** null while deliveries can't be received: then they stay for now. */
  readonly deliveries: Pick<OpenWebhooks, 'rewrite'> | null;
  readonly records: { readonly erased: Pick<ErasedSubjects, 'names'> };
  readonly clock: Clock;
  /** Its time now, null while it is not known; and asking it for it. */
  readonly service: Pick<ServiceClient, 'time'> & { probe(): Promise<unknown> };
  readonly log: Pick<Log, 'error'>;
  readonly onChange: () => void;
}

const settingsRow = z.object({
  deliveries: z.int().nullable(),
  responses: z.int().nullable(),
  inputs: z.int().nullable(),
  applied_at: z.string().nullable(),
  applied_deliveries: z.int(),
  applied_responses: z.int(),
  applied_inputs: z.int(),
});
const hasLimit = ({ deliveries, responses, inputs }: RetentionLimits): boolean =>
  (deliveries ?? responses ?? inputs) !== null;

const forever: RetentionLimits = { deliveries: null, responses: null, inputs: null };

const inboxIsRead =
  'The bytes of some deliveries may still be in the file, because something reads it, as a backup does. Causeway overwrites them within 10 minutes of its end.';
const deliveriesClosed = 'The bytes of deliveries stay for now, because the inbox can’t be opened.';

/** In this order. */
const limitsIn = ({ deliveries, responses, inputs }: RetentionLimits) => ({
  deliveries,
  responses,
  inputs,
});
const numberRows = z.array(z.object({ number: z.int() }));
const againRows = z.array(
  z.object({ what: z.enum(['deliveries', 'inputs', 'runs']), done: z.int(), last: z.int() }),
);
const lastRow = z.object({ last: z.int() });
/** Rows that are looked at before others have their turn. */
const WINDOW = 2_000;
/** Rows of one transaction, in which nothing else runs. */
const PART = 50;
const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 10 * 60_000;

const moment = (at: number): string => new Date(at).toISOString();

/** The same day so many months before. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

export function openRetention(parts: RetentionParts): Retention {
  const { sqlite, audit, clock, log } = parts;
  const inTurn = createTurns();
  let isClosed = false;
  const closing = Promise.withResolvers<void>();
  /** Why nothing, or not all, was removed the last time. */
  let waiting: string | null = null;

  const settings = () => settingsRow.parse(sqlite.first('SELECT * FROM retention'));

  /** Numbers in windows, in slices. */
  async function* windows(
    table: string,
    column: string,
    sql: string,
    before: string | number,
  ): AsyncGenerator<number[]> {
    const { last } = lastRow.parse(
      sqlite.first(`SELECT coalesce(max(${column}), 0) AS last FROM ${table}`),
    );
    for (let from = 0; from < last && !isClosed; from += WINDOW) {
      const rows = numberRows.parse(sqlite.all(sql, [from, from + WINDOW, before]));
      if (rows.length > 0) yield rows.map(({ number }) => number);
      await nextTurn();
    }
  }

  const oldDeliveries = (months: number | null) =>
    months === null || parts.deliveries === null
      ? []
      : windows('read_deliveries', 'arrival', OLD_DELIVERIES, monthsBefore(clock.now(), months));

  async function* oldResponses(months: number | null) {
    if (months === null) return;
    const before = moment(monthsBefore(clock.now(), months));
    for await (const numbers of windows('observations', 'arrival', OLD_SOURCES, before))
      yield { table: 'observations', set: 'raw_sealed', column: 'arrival', numbers };
    for await (const numbers of windows('intents', 'sequence', OLD_RESPONSES, before))
      yield { table: 'intents', set: 'answer_sealed', column: 'sequence', numbers };
  }

  const old = (table: string, column: string, sql: string, months: number | null) =>
    months === null ? [] : windows(table, column, sql, moment(monthsBefore(clock.now(), months)));
  const oldInputs = (months: number | null) => old('intents', 'sequence', OLD_INPUTS, months);
  const oldRuns = (months: number | null) => old('bulk_runs', 'number', OLD_RUNS, months);
  const figures = (): Figures => new Set(parts.records.erased.names().figures);
  const removals = createRemovals({ sqlite, audit, webhooks: parts.deliveries, figures });

  /** False where the inbox can't be rewritten now. */
  const reduceDeliveries = async (arrivals: readonly number[]): Promise<boolean> => {
    const known = { figures: figures() };
    const isGone = await parts.deliveries?.rewrite(arrivals, ({ body }) =>
      lastingBytes(body, known),
    );
    return isGone === true;
  };
  const reduceRequests = (sequences: readonly number[]): void =>
    sqlite.transaction(() =>
      withoutGuards(sqlite, ['intents', 'bulk_rows'], () =>
        reduceInputs(sqlite, sequences, figures()),
      ),
    );
  /**
   * Reduces a run; `onPart` gets how many rows lost personal data. False where closing cut it off: it is done again.
   */
  const reduceRun = async (run: number, onPart: (count: number) => void): Promise<boolean> => {
    const known = figures();
    let after = 0;
    while (!isClosed) {
      const part = sqlite.transaction(() => {
        const reduced = withoutGuards(sqlite, ['bulk_rows'], () =>
          reduceRows(sqlite, { run, after, most: PART }, known),
        );
        onPart(reduced.count);
        return reduced;
      });
      if (!part.isMore) return true;
      after = part.last;
      await nextTurn();
    }
    return false;
  };

  /** Each part in a turn and a transaction of its own, which counts it. */
  const inTurns = async (
    name: keyof RetentionCounts,
    numbers: readonly number[],
    remove: (part: readonly number[]) => void,
  ): Promise<void> => {
    for (const part of inParts(numbers, PART)) {
      if (isClosed) break;
      sqlite.transaction(() => {
        remove(part);
        removals.count(name, part.length);
      });
      await nextTurn();
    }
  };

  const removeInputs = async (months: number | null): Promise<void> => {
    for await (const numbers of oldInputs(months)) await inTurns('inputs', numbers, reduceRequests);
    for await (const runs of oldRuns(months))
      for (const run of runs) await reduceRun(run, (count) => removals.count('inputs', count));
  };

  const removeDeliveries = async (months: number | null): Promise<void> => {
    if (months !== null && parts.deliveries === null) waiting = deliveriesClosed;
    for await (const arrivals of oldDeliveries(months)) {
      const isGone = await removals.deliveries(
        arrivals,
        (body, arrival) =>
          // Queued by a replay since they were found.
          sqlite.first(WAITING, [arrival]) !== undefined ||
          // It arrived while this clock was behind: by the service's it is not old.
          createdIn(body) >= monthsBefore(clock.now(), months ?? 0),
      );
      if (isGone) continue;
      waiting = inboxIsRead;
      return;
    }
  };

  const removeResponses = async (months: number | null): Promise<void> => {
    for await (const { table, set, column, numbers } of oldResponses(months))
      await inTurns('responses', numbers, (part) =>
        withoutGuards(sqlite, [table], () => {
          if (table === 'observations') keepDigests(sqlite, part);
          sqlite.run(
            `UPDATE ${table} SET ${set} = NULL WHERE ${column} IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(part)],
          );
        }),
      );
  };

  /** What was reduced, from one number up to another, so many at a time; `reduce` gives false for not now. */
  const reduced = {
    deliveries: {
      sql: 'SELECT arrival AS number FROM retention_done WHERE arrival > ? AND arrival <= ? ORDER BY 1 LIMIT 500',
      reduce: (numbers: readonly number[]) => reduceDeliveries(numbers),
    },
    inputs: {
      sql: 'SELECT sequence AS number FROM retention_inputs_done WHERE sequence > ? AND sequence <= ? ORDER BY 1 LIMIT 50',
      reduce: reduceRequests,
    },
    runs: {
      sql: 'SELECT run AS number FROM retention_runs_done WHERE run > ? AND run <= ? ORDER BY 1 LIMIT 1',
      reduce: async (runs: readonly number[]) => {
        for (const run of runs) if (!(await reduceRun(run, () => {}))) return false;
        return true;
      },
    },
  };
  /** What an earlier version reduced, whatever the limits are by now. A kill leaves the rest for the next opening. */
  const reduceAgain = async (): Promise<void> => {
    const all = againRows.parse(sqlite.all('SELECT * FROM retention_again'));
    for (const { what, done, last } of all) {
      const { sql, reduce } = reduced[what];
      for (let from = done; from < last && !isClosed; ) {
        const numbers = numberRows.parse(sqlite.all(sql, [from, last])).map((row) => row.number);
        // The others go on.
        if (numbers.length > 0 && (await reduce(numbers)) === false) break;
        from = numbers.at(-1) ?? last;
        sqlite.run('UPDATE retention_again SET done = ? WHERE what = ?', [from, what]);
        await nextTurn();
      }
    }
    if (!isClosed) sqlite.run('DELETE FROM retention_again WHERE done >= last');
  };

  /** Where it is not believed, the service is asked first. */
  const doubt = async (): Promise<ClockDoubt | null> => {
    const found = () => clockDoubt(clock.now(), parts.service.time(), settings().applied_at);
    if (found() !== null) await Promise.race([parts.service.probe(), closing.promise]);
    return found();
  };

  const remove = async (limits: RetentionLimits): Promise<RetentionCounts> => {
    try {
      if (await removals.finish()) await removeDeliveries(limits.deliveries);
      else waiting ??= inboxIsRead;
      await removeResponses(limits.responses);
      await removeInputs(limits.inputs);
    } catch (error) {
      // What went before a failure went all the same.
      removals.record();
      throw error;
    }
    return sqlite.transaction(() => {
      const counts = removals.record();
      const { deliveries, responses, inputs } = counts;
      if (waiting === null && !isClosed)
        sqlite.run(
          `UPDATE retention SET applied_at = ?, applied_deliveries = ?, applied_responses = ?,
             applied_inputs = ?`,
          [isoNow(clock), deliveries, responses, inputs],
        );
      return counts;
    });
  };

  const apply = async (isByPerson = false): Promise<RetentionCounts> => {
    await reduceAgain();
    const limits = settings();
    const doubted = hasLimit(limits) ? await doubt() : null;
    waiting = doubted === null || (isByPerson && !doubted.isWrong) ? null : doubted.sentence;
    const counts = await remove(waiting === null ? limits : forever);
    parts.onChange();
    return counts;
  };
  const goOn = async (): Promise<void> => {
    await reduceAgain();
    await removals.finish();
    removals.record();
  };

  const isDue = (): boolean => {
    const limits = settings();
    const at = limits.applied_at;
    return (
      hasLimit(limits) && (waiting !== null || at === null || hasPassed(at, DAY_MS, clock.now()))
    );
  };
  const look = (): void => {
    if (isClosed) return;
    inTurn(() => (isDue() ? apply().then(() => undefined) : goOn())).catch((error: unknown) => {
      if (!isClosed) log.error({ err: error }, 'retention could not be applied');
    });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();

  return {
    view() {
      const { deliveries, responses, inputs, ...applied } = settings();
      const last = {
        deliveries: applied.applied_deliveries,
        responses: applied.applied_responses,
        inputs: applied.applied_inputs,
      };
      const at = applied.applied_at;
      return { deliveries, responses, inputs, last: at === null ? null : { at, ...last }, waiting };
    },
    async preview(limits) {
      let deliveries = 0;
      let responses = 0;
      let inputs = 0;
      for await (const arrivals of oldDeliveries(limits.deliveries)) deliveries += arrivals.length;
      for await (const { numbers } of oldResponses(limits.responses)) responses += numbers.length;
      for await (const numbers of oldInputs(limits.inputs)) inputs += numbers.length;
      for await (const runs of oldRuns(limits.inputs))
        inputs += readCount(sqlite, `SELECT count(*) AS count ${ROWS_OF_RUNS}`, [
          JSON.stringify(runs),
        ]);
      return { deliveries, responses, inputs };
    },
    clockDoubt: async () => (await doubt())?.sentence ?? null,
    change: (limits) =>
      inTurn(async () => {
        sqlite.transaction(() => {
          const facts = { before: limitsIn(settings()), after: limitsIn(limits) };
          sqlite.run(
            'UPDATE retention SET deliveries = ?, responses = ?, inputs = ?',
            Object.values(facts.after),
          );
          audit.append({ action: 'retention.changed', facts });
        });
        return await apply(true);
      }),
    apply: () => inTurn(() => apply()),
    async close() {
      isClosed = true;
      closing.resolve();
      clearInterval(timer);
      await inTurn(() => undefined);
    },
  };
}
