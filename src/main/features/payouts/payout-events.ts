/** What the observations of events tell of payouts. */
import { z } from 'zod';
import type { PayoutAmount, payoutsContract } from '../../../bridge/payouts.ts';
import type { OutputOf } from '../../../bridge/procedure.ts';
import { observationSource } from '../../../bridge/source.ts';
import { resourceKeyOf } from '../../../contract/event-names.ts';
import {
  likelyPointers,
  type PayoutNotion,
  plainAmounts,
} from '../../../contract/payout-fields.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createdOf, instantOf, rankOf } from '../../core/records/order.ts';
import { stepOf } from '../timeline/lifecycle/steps.ts';
import type { Choices } from './choices.ts';
import { kindOf, leavesUnder, mayBe, readPaidIn, readPaidOut } from './reading/read-fields.ts';
import { type PayoutEvent, type ReadPayout, readPayout } from './reading/read-payout.ts';

/** Names that occur in payouts and may be a notion, for a person to choose from. */
type Candidates = OutputOf<typeof payoutsContract.candidates>;

/** Payouts that are gone through, candidates that are shown, and different values of each. */
const PAYOUTS = 500;
const MOST = 100;
const SAMPLES = 3;
const MAX_SAMPLE = 100;

/** In steps. */
export function* candidatesOf(
  notion: PayoutNotion,
  sqlite: Sqlite,
  events: Pick<ReturnType<typeof createPayoutEvents>, 'read'>,
): Generator<undefined, Candidates> {
  const likely = new Set([
    ...likelyPointers[notion].flat(),
    ...(kindOf(notion) === 'amount' ? plainAmounts.map(({ amount }) => amount) : []),
    ...(kindOf(notion) === 'currency' ? plainAmounts.map(({ currency }) => currency) : []),
  ]);
  const ids = sqlite.texts('SELECT id FROM payout_columns ORDER BY number DESC LIMIT ?', [PAYOUTS]);
  const found = new Map<string, { count: number; samples: Set<string> }>();
  for (const id of ids) {
    for (const [pointer, value] of leavesUnder(events.read(id)?.detail.asReceived)) {
      if (!mayBe(notion, value)) continue;
      const one = found.get(pointer) ?? { count: 0, samples: new Set() };
      one.count += 1;
      if (one.samples.size < SAMPLES) one.samples.add(String(value).slice(0, MAX_SAMPLE));
      found.set(pointer, one);
    }
    yield;
  }
  const candidates = [...found]
    .map(([pointer, { count, samples }]) => ({
      pointer,
      count,
      samples: [...samples],
      isLikely: likely.has(pointer),
    }))
    .sort(
      (one, other) =>
        Number(other.isLikely) - Number(one.isLikely) ||
        other.count - one.count ||
        (one.pointer < other.pointer ? -1 : 1),
    );
  return { candidates: candidates.slice(0, MOST), of: ids.length };
}

/** More events than any payout has; the newest are kept. */
const MOST_EVENTS = 1_000;

export interface FoundPayout {
  readonly name: string;
  readonly isMock: boolean;
  /** null where the event names none. */
  readonly payoutId: string | null;
  readonly body: JsonObject;
}

/** The payout that an event is about; null for events of something else. */
export function payoutEventIn(event: JsonObject): FoundPayout | null {
  const { name, data, mock } = event;
  if (typeof name !== 'string' || stepOf(name)?.subject !== 'payout') return null;
  const body = isJsonObject(data) ? recordIn(name, data) : {};
  const { id } = body;
  const payoutId = typeof id === 'string' && id.trim() !== '' ? id.toWellFormed() : null;
  return { name, isMock: mock === true, payoutId, body };
}

/** Under the key of the event's family (Interface 6, rule 5), else the first that holds an object. */
function recordIn(name: string, data: JsonObject): JsonObject {
  const own = data[resourceKeyOf(name)];
  const record = isJsonObject(own) ? own : Object.values(data).find(isJsonObject);
  return isJsonObject(record) ? record : {};
}

/** An event of payouts that names none. */
export interface UnassignedEvent {
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601 UTC; null where it does not say. */
  readonly occurredAt: string | null;
  readonly receivedAt: string;
}

const unassignedRows = z.array(
  z.object({ id: z.string(), body: jsonObjectText, observed_at: z.string() }),
);
const eventRows = z.array(
  z.object({
    id: z.string(),
    source: observationSource,
    body: jsonObjectText,
    body_sha256: z.string(),
    observation_id: z.string(),
    observed_at: z.string(),
  }),
);

/** @param until ISO 8601 UTC with milliseconds: what was observed later is left out; null: nothing is */
export function createPayoutEvents(
  sqlite: Sqlite,
  choices: Pick<Choices, 'fields'>,
  until: string | null,
) {
  function eventsOf(payoutId: string): PayoutEvent[] {
    const rows = eventRows.parse(
      sqlite.all(
        `SELECT o.id, o.source, o.body, o.body_sha256, o.observation_id, o.observed_at
         FROM payout_events AS e CROSS JOIN observations AS o ON o.arrival = e.arrival
         WHERE e.payout = ? AND e.observed_at <= ?
         ORDER BY e.effective_at DESC, e.event DESC, e.arrival DESC LIMIT ?`,
        [payoutId, until ?? '9999', MOST_EVENTS],
      ),
    );
    return rows.flatMap((row): PayoutEvent[] => {
      const found = payoutEventIn(row.body);
      if (found === null) return [];
      const created = instantOf(createdOf(row.body));
      const recordAt = instantOf(found.body['updated']);
      const at =
        // `updated` of an event may move when it is sent again, which makes its record no newer.
        [recordAt, created, instantOf(row.body['updated'])].find((time) => time !== null) ??
        Date.parse(row.observed_at);
      return [
        {
          eventId: row.id,
          name: found.name,
          isMock: found.isMock,
          body: found.body,
          recordAt,
          happenedAt: created === null ? null : new Date(created).toISOString(),
          observedAt: row.observed_at,
          source: row.source,
          position: {
            effectiveAt: at,
            rank: rankOf(row.source),
            bodySha256: row.body_sha256,
            observationId: row.observation_id,
          },
        },
      ];
    });
  }

  return {
    /** Events of payouts that name none. */
    unassigned: (): number =>
      readCount(
        sqlite,
        `SELECT count(DISTINCT event) AS count FROM payout_events
           WHERE payout = '' AND observed_at <= ?`,
        [until ?? '9999'],
      ),
    /** Those events, in the order in which they arrived. */
    listUnassigned: (): UnassignedEvent[] =>
      unassignedRows
        .parse(
          sqlite.all(
            `SELECT o.id, o.body, min(o.observed_at) AS observed_at
             FROM payout_events AS e CROSS JOIN observations AS o ON o.arrival = e.arrival
             WHERE e.payout = '' AND e.observed_at <= ?
             GROUP BY o.id ORDER BY min(o.arrival)`,
            [until ?? '9999'],
          ),
        )
        .map(({ id, body, observed_at }) => {
          const created = instantOf(createdOf(body));
          return {
            eventId: id,
            name: String(body['name']),
            occurredAt: created === null ? null : new Date(created).toISOString(),
            receivedAt: observed_at,
          };
        }),
    /** Payouts of which an event came after this one, by its number, or was observed later than a moment. */
    toldSince: (arrival: number, moment: string): ReadonlySet<string> =>
      new Set(
        sqlite.texts(
          `SELECT payout FROM payout_events WHERE arrival > ?
           UNION SELECT id FROM payout_columns WHERE last_learned_at > ?`,
          [arrival, moment],
        ),
      ),
    /** Payouts that name no customer, of whose virtual account something was told after this observation. */
    attributedSince: (arrival: number): ReadonlySet<string> =>
      new Set(
        sqlite.texts(
          `SELECT payout.id FROM (SELECT DISTINCT id FROM observations INDEXED BY observations_by_kind
             WHERE kind = 'virtualAccount' AND kind <> 'event' AND arrival > ?) AS told
           CROSS JOIN payout_columns AS payout INDEXED BY payouts_of_account
             ON payout.virtual_account_id = told.id
           WHERE payout.view ->> 'customerId' IS NULL`,
          [arrival],
        ),
      ),
    /** null where nothing of it is known by then. */
    read: (payoutId: string): ReadPayout | null =>
      readPayout(payoutId, eventsOf(payoutId), choices.fields(until)),
  };
}

/** An event of a list. */
interface AskedEvent {
  readonly eventId: string;
  readonly isMock: boolean;
}

/** Amounts by event ID: what is paid out, else what was paid in; an event with neither is left out. */
export type EventAmounts = (
  events: readonly AskedEvent[],
  knownAt: string | null,
) => ReadonlyMap<string, PayoutAmount>;

const askedRows = z.array(z.object({ id: z.string(), body: jsonObjectText }));

const paidIn = ({ amountIn, currencyIn }: ReturnType<typeof readPaidIn>): PayoutAmount => ({
  amount: amountIn.value,
  currency: currencyIn.value,
});

export const createEventAmounts =
  (sqlite: Sqlite, choices: Pick<Choices, 'fields'>): EventAmounts =>
  (events, knownAt) => {
    const asked = new Map(events.map(({ eventId, isMock }) => [eventId, isMock]));
    const moment = knownAt === null ? null : new Date(knownAt).toISOString();
    const rows = askedRows.parse(
      sqlite.all(
        `SELECT id, body FROM observations
         WHERE kind = 'event' AND id IN (SELECT value FROM json_each(?)) AND observed_at <= ?`,
        [JSON.stringify([...asked.keys()]), moment ?? '9999'],
      ),
    );
    const chosen = choices.fields(moment);
    const amounts = new Map<string, PayoutAmount>();
    for (const { id, body } of rows) {
      const found = payoutEventIn(body);
      // A mock one of the same ID is another event.
      if (found === null || found.isMock !== asked.get(id)) continue;
      const out = readPaidOut(found.body, chosen);
      const { amount, currency } =
        out.amountOut.value === null
          ? paidIn(readPaidIn(found.body, chosen))
          : { amount: out.amountOut.value, currency: out.currencyOut.value };
      if (amount !== null) amounts.set(id, { amount, currency });
    }
    return amounts;
  };
