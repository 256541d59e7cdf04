/**
 * Payouts, known from their events alone (Interface 2.7, 3, 6). The API specification shows no field of
 * them, so their facts are looked for under likely names (contract/payout-fields.ts). What was not found is
 * null and named in `notFound` or `ambiguous`; it is never guessed and never summed as zero.
 */
import { z } from 'zod';
import { payoutNotions } from '../contract/payout-fields.ts';
import type { PayoutOutcome } from '../contract/payout-outcomes.ts';
import { reads, writesHere } from './procedure.ts';
import { instant, json, knownAt, ofProfile, page, sortDirection } from './scalars.ts';
import { listFacts, tellingEvent } from './source.ts';

export const payoutNotion = z.enum(payoutNotions);

/** More than any currency or token has. */
export const maxDecimals = 36;

/** The three amounts of a payout: paid in by the customer, paid out to the wallet, kept as the fee. */
export const payoutSides = ['in', 'out', 'fee'] as const;
export type PayoutSide = (typeof payoutSides)[number];
const eachSide = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ in: shape, out: shape, fee: shape });

export const payoutAmount = z.object({
  /** Exact decimal digits in the currency's main unit, without exponent; null where it was not found. */
  amount: z.string().nullable(),
  /** Currency in capitals; null where it was not found. */
  currency: z.string().nullable(),
});
export type PayoutAmount = z.infer<typeof payoutAmount>;

export const payoutRow = z.object({
  id: z.string(),
  /** State of the newest event by the lifecycle's order; a word that the specification lacks stays as it came. */
  state: z.string(),
  /** Whether the specification names the state (contract/transitions.ts). */
  isKnownState: z.boolean(),
  /** Since when it is in the state: when the event occurred, else when it was received. */
  stateSince: instant,
  /** Whether `stateSince` is when it occurred. */
  isSinceTold: z.boolean(),
  /**
   * When its deposit arrived, at the latest: when the first event that tells of it occurred, else was received.
   * null where none tells of it.
   */
  receivedAt: instant.nullable(),
  customerId: z.string().nullable(),
  /** Customer's name in the records; null where it is not known. */
  customerName: z.string().nullable(),
  virtualAccountId: z.string().nullable(),
  ...eachSide(payoutAmount).shape,
  network: z.string().nullable(),
  walletAddress: z.string().nullable(),
  /** Hash or id of the transfer on the chain. */
  transaction: z.string().nullable(),
  reference: z.string().nullable(),
  /** `created` of the record, else the time of its `payout.create` event. */
  created: instant.nullable(),
  /** `updated` of the record, else the time of its newest event. */
  updated: instant.nullable(),
  /** States that its lifecycle assumes and that no event told of, in their order. */
  missingStates: z.array(z.string()),
  /** Moves that the assumed order does not know. */
  unusualMoves: z.int().min(0),
  /** Every event of it is test data (decisions 23), so no money moved. */
  isMock: z.boolean(),
  /** Looked for under every likely name and not there, or not readable exactly. */
  notFound: z.array(payoutNotion),
  /** Likely names contradict each other, so none is taken. */
  ambiguous: z.array(payoutNotion),
  /** Events that it is known from. */
  events: z.int().min(1),
  firstLearnedAt: instant,
  lastLearnedAt: instant,
});
export type PayoutRow = z.infer<typeof payoutRow>;

/** A sum over rows of one currency. */
export const payoutTotal = z.object({
  currency: z.string(),
  /** Exact decimal digits. */
  amount: z.string(),
  /** Rows that are in the sum. */
  rows: z.int().min(0),
});
export type PayoutTotal = z.infer<typeof payoutTotal>;

/** Sums of one side. `rows` of all totals and the two counts add up to the rows that were gone through. */
const sideTotals = z.object({
  /** Totals by currency. */
  totals: z.array(payoutTotal),
  /** Rows of which no amount was found. */
  withoutAmount: z.int().min(0),
  /** Rows with an amount of which no currency was found: in no sum. */
  withoutCurrency: z.int().min(0),
});
export type SideTotals = z.infer<typeof sideTotals>;

/** Sums of payouts in one state. Sums across states are `outcomeTotals`, which part the money by outcome. */
export const payoutTotals = eachSide(sideTotals);
export type PayoutTotals = z.infer<typeof payoutTotals>;

const outcome = sideTotals.extend({
  count: z.int().min(0),
  /** Payouts of the count whose events are all test data; the sums include them. */
  mock: z.int().min(0),
});
export type OutcomeTotal = z.infer<typeof outcome>;

/** What became of the money, by the states of the payouts (contract/payout-outcomes.ts). */
export const outcomeTotals = z.object({
  /** Amounts in of all whose deposit arrived, whatever became of them; with the number of deposits. */
  received: outcome,
  /** Amounts out of successful payouts. */
  paidOut: outcome,
  /** Fees of successful payouts. */
  fees: outcome,
  /** Amounts in. */
  inFlight: outcome,
  failed: outcome,
  /** Amounts in of payouts whose state the specification lacks: in no other sum. */
  unknown: outcome,
} satisfies Record<PayoutOutcome, typeof outcome>);
export type OutcomeTotals = z.infer<typeof outcomeTotals>;

/** How far events were gone through; null when all that were observed are in. */
export const payoutProgress = z.object({ done: z.int().min(0), total: z.int().min(0) }).nullable();
export type PayoutProgress = z.infer<typeof payoutProgress>;

/** How complete it is. */
const following = {
  progress: payoutProgress,
  /** Events of payouts that name none: in no row. */
  unassigned: z.int().min(0),
};

/** Times that a period can go by. */
export const payoutTimes = ['created', 'updated', 'stateSince', 'receivedAt'] as const;

/** What lists and summaries of payouts are narrowed by. All have to hold. */
const filters = {
  customerId: z.string().nullable().default(null),
  virtualAccountId: z.string().nullable().default(null),
  /**
   * Period of one of the times: from this moment on, and before that one. Without the time: in none.
   */
  by: z.enum(payoutTimes).default('created'),
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  knownAt,
};

export const payoutSorts = [
  'created',
  'updated',
  'state',
  'stateSince',
  'customerName',
  'amountIn',
  'amountOut',
  'feeAmount',
  'network',
  'id',
] as const;
export type PayoutSort = (typeof payoutSorts)[number];

/** What a row stands out by. */
export const payoutFlags = ['unusual', 'missing', 'ambiguous', 'mock'] as const;
export type PayoutFlagName = (typeof payoutFlags)[number];

export const listPayoutsInput = z.strictObject({
  ...page,
  /** Words or parts of words of ID, customer name, address, transaction or reference; every one must occur. */
  search: z.string().max(200).default(''),
  /** Any of these; empty: all. */
  states: z.array(z.string().min(1).max(200)).max(50).default([]),
  ...filters,
  currencyIn: z.string().nullable().default(null),
  currencyOut: z.string().nullable().default(null),
  network: z.string().nullable().default(null),
  /** Whether an event told that the deposit arrived. */
  isReceived: z.boolean().nullable().default(null),
  /** `unusual`: a move outside the usual order; `missing`: steps not received; `ambiguous`: fields; `mock`: test data. */
  flag: z.enum(payoutFlags).nullable().default(null),
  /**
   * Not ended (successful, failed, cancelled, refunded), and in its state for longer than so many hours,
   * counted to `knownAt`, else to now.
   */
  stuckHours: z.number().positive().max(1_000_000).nullable().default(null),
  /** Rows alone of which this amount was not found, or the time that the period goes by. */
  without: z
    .enum([...payoutSides, 'time'])
    .nullable()
    .default(null),
  /** Amounts by currency, then exactly; what was not found comes last either way. */
  sort: z.enum(payoutSorts).default('created'),
  direction: sortDirection.default('descending'),
});
export type ListPayoutsInput = z.input<typeof listPayoutsInput>;
export type PayoutQuery = z.output<typeof listPayoutsInput>;

export const stateCount = z.object({ state: z.string(), count: z.int().min(0) });

export const listPayoutsOutput = z.object({
  rows: z.array(payoutRow),
  ...listFacts,
  /** Totals of all rows that match, not of the page. */
  outcomes: outcomeTotals,
  /** Counts of rows that match with any state, in the lifecycle's order, then states that it lacks. */
  states: z.array(stateCount),
  /** Values that occur in all payouts, for filters. */
  currenciesIn: z.array(z.string()),
  currenciesOut: z.array(z.string()),
  networks: z.array(z.string()),
  ...following,
});
export type ListPayoutsOutput = z.infer<typeof listPayoutsOutput>;

/**
 * How a notion was read:
 * - `found`: under a likely name (`pointer`);
 * - `chosen`: under the name that a person chose;
 * - `event`: not in the record, but an event's name or time tells it;
 * - `ambiguous`: likely names contradict each other (`candidates`), so none is taken;
 * - `unreadable`: something stands at `pointer` (`candidates`) which is not what the notion is, or not exact;
 * - `missing`: nothing stands under any likely name.
 */
export const payoutFieldStatus = z.enum([
  'found',
  'chosen',
  'event',
  'ambiguous',
  'unreadable',
  'missing',
]);

export const payoutField = z.object({
  notion: payoutNotion,
  status: payoutFieldStatus,
  /** Value as it is shown; null unless `found`, `chosen` or `event`. */
  value: z.string().nullable(),
  /** JSON Pointer (RFC 6901) in the record; null for `event`, `ambiguous` and `missing`. */
  pointer: z.string().nullable(),
  /** Decimals of an amount read from minor units, and where the record names them; `pointer` null: a person chose. */
  scale: z.object({ decimals: z.int(), pointer: z.string().nullable() }).nullable(),
  /** For `ambiguous` and `unreadable`: the values found, each with its place. */
  candidates: z.array(z.object({ pointer: z.string(), value: z.string() })),
});
export type PayoutField = z.infer<typeof payoutField>;

export const payoutStep = z.object({
  state: z.string(),
  isKnownState: z.boolean(),
  eventId: z.string(),
  happenedAt: instant.nullable(),
  heardAt: instant,
  /** Milliseconds in this state: to the next step; of the last one null: it lasts. */
  lastedMs: z.int().nullable(),
  /** Moves that the assumed order does not know are unusual, not impossible. */
  isUsual: z.boolean(),
  /** States that the assumed order puts before it and that no event told of. */
  missing: z.array(z.string()),
});
export type PayoutStep = z.infer<typeof payoutStep>;

export const payoutDetail = payoutRow.extend({
  /** Every notion, in the order of contract/payout-fields.ts. */
  fields: z.array(payoutField),
  /** `status` as the record has it, where it is another word than `state`; else null. */
  otherStatus: z.string().nullable(),
  /** The personal data of its customer was erased: what is not found may have gone with it. */
  isErased: z.boolean(),
  lifecycle: z.object({
    /** In the order in which they occurred. */
    steps: z.array(payoutStep),
    /** What may come next, by the assumed order. */
    next: z.array(z.string()),
  }),
  /** Newest first. */
  eventList: z.array(tellingEvent),
  /** The record that its events add up to. */
  asReceived: json,
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

export const payoutSummaryInput = z.strictObject(filters);
export type PayoutSummaryInput = z.input<typeof payoutSummaryInput>;

export const payoutSummary = z.object({
  count: z.int().min(0),
  outcomes: outcomeTotals,
  /** In the lifecycle's order, then states that it lacks. */
  states: z.array(stateCount.extend({ totals: payoutTotals })),
  /** Payouts that no time was found of: in no period. */
  withoutTime: z.int().min(0),
  known: z.int().min(0),
  asOf: instant.nullable(),
  ...following,
});
export type PayoutSummary = z.infer<typeof payoutSummary>;

/** What the money did in a period that is cut into bars, each by when it did. */
export const payoutsMoved = z.object({
  /** `received` by when the deposit arrived, `inFlight` all there is, the others by when the state was reached. */
  outcomes: outcomeTotals,
  bars: z.object({ received: z.array(outcome), paidOut: z.array(outcome) }),
  /** Reached in the period, as `payoutSummary` has them. */
  states: payoutSummary.shape.states,
  ...following,
});
export type PayoutsMoved = z.infer<typeof payoutsMoved>;

/** Decimals of an amount's minor unit, 0 for main units; null: as the record says beside it, else main units. */
const decimals = z.int().min(0).max(maxDecimals).nullable();

/** Where a person said that a notion stands in this profile. */
export const fieldChoice = z.object({
  notion: payoutNotion,
  pointer: z.string(),
  decimals,
  chosenAt: instant,
});
export type FieldChoice = z.infer<typeof fieldChoice>;

/** JSON Pointer (RFC 6901) below the record. */
const chosenPointer = z
  .string()
  .max(500)
  .regex(/^(\/([^~/]|~[01])*)+$/);

export const payoutsContract = {
  /** A page of payouts, with sums over all rows that match. */
  list: reads.input(listPayoutsInput).output(listPayoutsOutput),
  /** NOT_FOUND where no event of it is known by then. */
  get: reads.input(z.strictObject({ id: z.string(), knownAt })).output(payoutDetail),
  summary: reads.input(payoutSummaryInput.prefault({})).output(payoutSummary),
  fieldChoices: reads.output(z.array(fieldChoice)),
  /** Names that occur in payouts and may be the notion, the most frequent first, likely ones before others. */
  candidates: reads.input(z.strictObject({ notion: payoutNotion })).output(
    z.object({
      candidates: z.array(
        z.object({
          pointer: z.string(),
          /** Payouts that have it, of those gone through. */
          count: z.int().min(1),
          /** Different values as they came, at most 3. */
          samples: z.array(z.string()),
          isLikely: z.boolean(),
        }),
      ),
      /** Payouts gone through: the newest ones. */
      of: z.int().min(0),
    }),
  ),
  /**
   * From now on the notion is read there alone, in all payouts of the profile; null goes back to likely
   * names. INVALID out of the past. All payouts are read again in the background (`progress` of the list).
   */
  chooseField: writesHere
    .input(
      z.strictObject({
        ...ofProfile,
        notion: payoutNotion,
        pointer: chosenPointer.nullable(),
        decimals: decimals.default(null),
        knownAt,
      }),
    )
    .output(z.array(fieldChoice)),
};
