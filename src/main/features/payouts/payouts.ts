/** Payouts of one profile: followed in the background, listed, summed, and read as a person said. */
import type { z } from 'zod';
import type {
  FieldChoice,
  ListPayoutsOutput,
  PayoutDetail,
  PayoutQuery,
  PayoutRow,
  PayoutSummary,
  PayoutsMoved,
  payoutSummaryInput,
  payoutsContract,
} from '../../../bridge/payouts.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { inSlices, nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { KnownBy } from '../../core/creates/known-reads.ts';
import { pagesOf } from '../../core/exports/whole-list.ts';
import type { Log } from '../../core/foundation/log.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../core/intents/no-secret.ts';
import type { AsOfRecords } from '../../core/records/as-of.ts';
import { instantOf } from '../../core/records/order.ts';
import type { Records } from '../../core/records/types.ts';
import { createChoices } from './choices.ts';
import { followPayouts } from './follow.ts';
import { createMoments } from './moments.ts';
import { createNames } from './names.ts';
import { openPastPayouts } from './past.ts';
import { type CustomerReads, customerOfPayout } from './payout-customer.ts';
import {
  candidatesOf,
  createEventAmounts,
  createPayoutEvents,
  type EventAmounts,
  type UnassignedEvent,
} from './payout-events.ts';
import { type CreatedBetween, factsOf, type PayoutFacts } from './payout-facts.ts';
import { isWanted, isWantedWithAnyState, type PayoutFilter } from './payout-filter.ts';
import { createPayoutFollower } from './payout-follower.ts';
import { createPayoutQueries, type PayoutQueries } from './payout-queries.ts';
import { createPayoutTable } from './payout-table.ts';
import type { ChosenField } from './reading/read-fields.ts';
import { byState, countOf, occurring, outcomesOf, stateCounts, sumsOfBars } from './totals.ts';

type Candidates = OutputOf<typeof payoutsContract.candidates>;

export interface Payouts {
  list(query: PayoutQuery, signal?: AbortSignal): Promise<ListPayoutsOutput>;
  /** At most `limit` of those in which every word occurs, the newest, without waiting for events that are not in. */
  find(search: string, limit: number, by: KnownBy): Promise<PayoutRow[]>;
  /**
   * All rows that match, page by page, when all events that were observed are in. Throws Failed INVALID where rows
   * moved meanwhile.
   */
  each(
    query: Omit<PayoutQuery, 'offset' | 'limit'>,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly PayoutRow[], void>;
  /** What other lists are compared with, in parts, when all events that were observed are in. */
  facts(
    between: CreatedBetween,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly PayoutFacts[], void>;
  /** Rows of those that are known, by their IDs. */
  rows(ids: readonly string[]): ReadonlyMap<string, PayoutRow>;
  /** Throws Failed NOT_FOUND where no event of it is known by then. */
  get(id: string, by: KnownBy): Promise<PayoutDetail>;
  summary(query: z.output<typeof payoutSummaryInput>, signal?: AbortSignal): Promise<PayoutSummary>;
  /** In bars that follow one another, each from its beginning on and before its end (ISO 8601). */
  moved(
    bars: readonly { readonly from: string; readonly to: string }[],
    by: KnownBy,
  ): Promise<PayoutsMoved>;
  /** Events of payouts that name none and were observed by then (ISO 8601 UTC; null: now), when all are in. */
  unassigned(knownAt: string | null): Promise<UnassignedEvent[]>;
  toldSince: ReturnType<typeof createPayoutEvents>['toldSince'];
  attributedSince: ReturnType<typeof createPayoutEvents>['attributedSince'];
  fieldChoices(): FieldChoice[];
  eventAmounts: EventAmounts;
  candidates(notion: PayoutNotion, signal?: AbortSignal): Promise<Candidates>;
  /** Throws Failed INVALID out of the past (`knownAt` unless null) and for what holds a key or token. */
  chooseField(
    notion: PayoutNotion,
    field: ChosenField | null,
    knownAt: string | null,
  ): FieldChoice[];
  /** Now, or when the newest event was observed by a clock ahead of this one, when all are in. ISO 8601 UTC. */
  latest(): Promise<string>;
  /** Resolves when all that was observed before is gone through. */
  followed(): Promise<void>;
  /** Something may have been observed: it is gone through in the background, soon. */
  wake(): void;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface PayoutsParts {
  /** The profile's database, with payoutsMigrations applied. */
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'columns' | 'customerNames' | 'erased'>;
  readonly asOf: Pick<AsOfRecords, 'read'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly isProduction: boolean;
  /** Rows came or changed: their ids, empty for any. */
  readonly tell: (ids: readonly string[]) => void;
}

/** How long what is asked again whenever rows come waits for events that are not in yet. In milliseconds. */
const MOVED_PATIENCE_MS = 100;
const movedMeanwhile = 'Payouts changed while they were read, so nothing was written. Try again.';

export function openPayouts(parts: PayoutsParts): Payouts {
  const { sqlite, records, clock } = parts;
  const choices = createChoices(sqlite);
  const observed = followPayouts({ ...parts, choices });
  const table = createPayoutTable(sqlite);
  const moments = createMoments(sqlite, clock);
  const names = createNames(sqlite, table, records);
  const present = createPayoutQueries(sqlite, true);
  const past = openPastPayouts({ ...parts, choices, isRead: () => observed.progress() === null });
  const { catchUp, catchUpWithin, wake, ...following } = createPayoutFollower({
    ...parts,
    observed,
    names,
  });
  const facts = (queries: PayoutQueries, knownAt: string | null) => ({
    ...queries.facts(),
    progress: observed.progress(),
    unassigned: events(knownAt).unassigned(),
  });
  const events = (knownAt: string | null) => createPayoutEvents(sqlite, choices, knownAt);

  async function ask<Result>(
    by: KnownBy,
    question: (queries: PayoutQueries, moment: string | null) => Promise<Result>,
    patienceMs?: number,
  ): Promise<Result> {
    await catchUpWithin(patienceMs);
    return await askNow(by, question);
  }

  async function askNow<Result>(
    { knownAt, signal }: KnownBy,
    question: (queries: PayoutQueries, moment: string | null) => Promise<Result>,
  ): Promise<Result> {
    if (knownAt === null) return await question(present, null);
    const moment = moments.read(knownAt);
    return await past.read(moment, (queries) => question(queries, moment), signal);
  }

  function filterOf(query: Partial<PayoutQuery> & Pick<PayoutQuery, 'by' | 'knownAt'>) {
    const { knownAt } = query;
    const filter: PayoutFilter = {
      search: '',
      states: [],
      customerId: null,
      virtualAccountId: null,
      from: null,
      to: null,
      currencyIn: null,
      currencyOut: null,
      network: null,
      stuckHours: null,
      without: null,
      isReceived: null,
      flag: null,
      ...query,
      now: Math.min(clock.now(), instantOf(knownAt ?? '') ?? clock.now()),
    };
    for (const at of [filter.from, filter.to]) {
      if (at !== null && instantOf(at) === null) throw invalid('Enter a valid date and time.');
    }
    return filter;
  }

  const list = (query: PayoutQuery, signal?: AbortSignal): Promise<ListPayoutsOutput> =>
    ask({ knownAt: query.knownAt, signal }, async (queries, moment) => {
      const filter = filterOf(query);
      const numbers = await inSlices(queries.found(filter.search), clock, signal);
      const sums = await inSlices(queries.sums(filter, numbers), clock, signal);
      const wanted = sums.filter(({ cell }) => isWanted(cell, filter));
      const total = countOf(wanted);
      const cells = queries.cells();
      return {
        rows: queries.page(filter, numbers, total, query),
        total,
        outcomes: outcomesOf(wanted),
        states: stateCounts(sums.filter(({ cell }) => isWantedWithAnyState(cell, filter))),
        currenciesIn: occurring(cells, ({ currencies }) => currencies.in),
        currenciesOut: occurring(cells, ({ currencies }) => currencies.out),
        networks: occurring(cells, ({ network }) => network),
        ...facts(queries, moment),
      };
    });

  return {
    list,

    find: (search, limit, by) => askNow(by, async (queries) => queries.newest(search, limit)),

    async *each(query, signal) {
      await catchUp();
      let total: number | null = null;
      const page = (offset: number, limit: number) =>
        ask({ knownAt: query.knownAt, signal }, async (queries) => {
          const filter = filterOf(query);
          const numbers = await inSlices(queries.found(filter.search), clock, signal);
          // How many there are is counted once, not with every page; more may have come since.
          total ??= countOf(
            (await inSlices(queries.sums(filter, numbers), clock, signal)).filter(({ cell }) =>
              isWanted(cell, filter),
            ),
          );
          const most = Math.max(total, offset + 1);
          const rows = queries.page(filter, numbers, most, { ...query, offset, limit });
          return { rows, total: offset + rows.length + (rows.length < limit ? 0 : 1) };
        });
      for await (const part of pagesOf(page)) {
        if (part === null) throw invalid(movedMeanwhile);
        if (part.rows.length > 0) yield part.rows;
      }
    },

    async *facts(between, signal) {
      await catchUp();
      for (const part of factsOf(sqlite, between)) {
        signal?.throwIfAborted();
        yield part;
        await nextTurn();
      }
    },

    rows: (ids) => new Map(ids.flatMap((id) => table.get(id) ?? []).map((row) => [row.id, row])),

    async get(id, by) {
      await catchUpWithin();
      const { knownAt, signal } = by;
      const moment = knownAt === null ? null : moments.read(knownAt);
      const read = table.get(id) === null ? null : events(moment).read(id);
      if (read === null) {
        throw new Failed('NOT_FOUND', { sentence: 'No event of this payout is known.' });
      }
      const of = (then: CustomerReads) => customerOfPayout(then, read.row);
      const customer = moment === null ? of(records) : await parts.asOf.read(moment, of, signal);
      const { customerId: whose } = customer;
      const observedAt = read.row.firstLearnedAt;
      const isErased =
        whose !== null && records.erased.isKnown({ id: whose, body: {}, observedAt });
      return { ...read.row, ...customer, ...read.detail, isErased };
    },

    summary: (query, signal) =>
      ask({ knownAt: query.knownAt, signal }, async (queries, moment) => {
        const filter = filterOf(query);
        const sums = await inSlices(queries.sums(filter, null), clock, signal);
        return {
          count: countOf(sums),
          outcomes: outcomesOf(sums),
          states: byState(sums),
          withoutTime: queries.withoutTime(filter),
          ...facts(queries, moment),
        };
      }),

    moved: (asked, { knownAt, signal }) =>
      ask(
        { knownAt, signal },
        async (queries, moment) => {
          const cellOf = queries.openCells();
          const summed = (query: Partial<PayoutQuery> & Pick<PayoutQuery, 'by'>) =>
            queries.sums(filterOf({ ...query, knownAt }), null, cellOf);
          // Together, so that many short bars share their slices.
          const inEach = (by: PayoutQuery['by']) =>
            inSlices(
              sumsOfBars(asked.map(({ from, to }) => summed({ by, from, to }))),
              clock,
              signal,
            );
          const received = await inEach('receivedAt');
          const reached = await inEach('stateSince');
          const { inFlight } = outcomesOf(await inSlices(summed({ by: 'created' }), clock, signal));
          return {
            outcomes: { ...reached.all, received: received.all.received, inFlight },
            bars: {
              received: received.bars.map((bar) => bar.received),
              paidOut: reached.bars.map((bar) => bar.paidOut),
            },
            states: byState(reached.sums),
            ...facts(queries, moment),
          };
        },
        MOVED_PATIENCE_MS,
      ),

    latest: () => catchUp().then(moments.latest),

    async unassigned(knownAt) {
      await catchUp();
      return events(knownAt).listUnassigned();
    },

    toldSince: (arrival, moment) => events(null).toldSince(arrival, moment),
    attributedSince: (arrival) => events(null).attributedSince(arrival),
    fieldChoices: () => choices.list(null),

    eventAmounts: createEventAmounts(sqlite, choices),

    async candidates(notion, signal) {
      await catchUpWithin();
      return await inSlices(candidatesOf(notion, sqlite, events(null)), clock, signal);
    },

    chooseField(notion, field, knownAt) {
      const { pointer, decimals } = field ?? { pointer: null, decimals: null };
      if (knownAt !== null) throw invalid(outOfThePast, 'as-of');
      requireNoSecret(pointer ?? '');
      requireNoKey(pointer ?? '', 'The field');
      const before = choices.fields(null).get(notion) ?? null;
      const isSame = before?.pointer === field?.pointer && before?.decimals === field?.decimals;
      if (isSame) return choices.list(null);
      sqlite.transaction(() => {
        choices.add(notion, field, isoNow(clock));
        observed.readAgain();
        parts.audit.append({
          action: pointer === null ? 'payout-field.released' : 'payout-field.chosen',
          facts: {
            notion,
            pointer,
            decimals,
            before: before?.pointer ?? null,
            decimalsBefore: before?.decimals ?? null,
          },
        });
      });
      parts.tell([]);
      wake();
      return choices.list(null);
    },

    followed: catchUp,
    wake,

    async close() {
      await following.close();
      past.close();
    },
  };
}

const outOfThePast =
  'The field was not changed: you are viewing earlier data. Return to now, then choose it again.';
