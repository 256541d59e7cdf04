/** What is told of single events and of the time between them, over the index, the records and the service. */
import { setTimeout as after } from 'node:timers/promises';
import type { OutputOf } from '../../../bridge/procedure.ts';
import type {
  LifecycleView,
  TimelineDetail,
  TimelineGap,
  TimelineRow,
  timelineContract,
} from '../../../bridge/timeline.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import { givenIds } from '../../../contract/ids.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import { Failed } from '../../core/intents/failed.ts';
import { readFailure } from '../../core/intents/intent-view.ts';
import { instantOf } from '../../core/records/order.ts';
import type { Records } from '../../core/records/types.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { takeLookup } from '../webhooks/intake/take-lookup.ts';
import { type DetailParts, detailOf, type EventAsked, knownEvent } from './detail/detail.ts';
import {
  deliveriesOfEvent,
  type EventDeliveries,
  type EventDeliveriesParts,
} from './detail/event-deliveries.ts';
import { relatedBefore } from './detail/related.ts';
import { differencesOf } from './detail/webhook-records.ts';
import {
  type FurtherAsked,
  type GapsAsked,
  type GapViewParts,
  gapViews,
  missedView,
} from './gaps/gap-views.ts';
import { lifecycleOf } from './lifecycle/lifecycle.ts';
import type { Subject } from './lifecycle/steps.ts';
import type { TimelineIndex } from './types.ts';

/** At most once in so many milliseconds, each question. */
const PACE_MS = 1_000;
/** Questions whose last time is remembered; ranges that nobody shows any more are forgotten. */
const MOST_QUESTIONS = 50;

/**
 * What the page asks again at every change, worked out at most once in a while. Calls for one question
 * share the next answer, which is worked out after they were made, so that nobody is told what was so
 * before.
 */
export function createPaced<Result>(
  work: (question: string) => Promise<Result>,
): (question: string) => Promise<Result> {
  const next = new Map<string, Promise<Result>>();
  const begunAt = new Map<string, number>();

  const begin = async (question: string): Promise<Result> => {
    const since = performance.now() - (begunAt.get(question) ?? Number.NEGATIVE_INFINITY);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, PACE_MS - since)));
    next.delete(question);
    if (begunAt.size >= MOST_QUESTIONS) begunAt.clear();
    begunAt.set(question, performance.now());
    return await work(question);
  };

  return (question) => {
    const known = next.get(question);
    if (known !== undefined) return known;
    const begun = begin(question);
    next.set(question, begun);
    return begun;
  };
}

type LookedUp = OutputOf<typeof timelineContract.lookUp>;

interface LookupParts extends EventDeliveriesParts {
  readonly index: Pick<TimelineIndex, 'event' | 'deliveries' | 'catchUp'>;
  readonly records: Pick<Records, 'observations' | 'observe'>;
  readonly client: Pick<ServiceClient, 'getEvent'>;
  /** The profile's database. */
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly tell: (topics: readonly UpdateTopic[]) => void;
  readonly clock: Clock;
}

/** The index may have much to do; then a look-up shows there a little later. */
const INDEX_PATIENCE_MS = 3_000;

/**
 * Asks the service for one event by its id (Interface 4.5), keeps what came, and says what is new in it.
 * Throws Failed: INVALID for an id of another form, and while a page looks at what was known at a
 * moment; else in the service's words.
 */
async function lookUp(id: string, parts: LookupParts, knownAt: string | null): Promise<LookedUp> {
  if (knownAt !== null) {
    const sentence =
      'Nothing was sent: you are viewing earlier data. Return to now, then look up the event.';
    throw new Failed('INVALID', { sentence, cause: 'as-of' });
  }
  const checked = givenIds.event.safeParse(id);
  if (!checked.success) {
    const sentence =
      'Enter an event ID. It starts with event_, followed by letters and digits. Nothing was sent.';
    throw new Failed('INVALID', { sentence, cause: 'id' });
  }
  const { client, clock } = parts;
  const outcome = await client.getEvent(checked.data);
  if (outcome.kind === 'failed') throw readFailure(outcome, clock.now());
  const isMock = outcome.resource.body['mock'] === true;
  const known = await knownBefore(checked.data, isMock, parts);
  const brought = parts.sqlite.transaction(() => {
    const taken = takeLookup(parts, outcome, isoNow(clock));
    if (taken === null) return null;
    const fields = known === null ? [] : differencesOf(known, taken.event);
    const facts = { eventId: id, wasKnown: known !== null, differs: fields.length > 0 };
    parts.audit.append({ action: 'event.looked-up', facts });
    return { ...taken, fields };
  });
  if (brought === null) throw new TypeError('An answer that was read as an event holds none.');

  await Promise.race([
    parts.index.catchUp().catch((error: unknown) => {
      parts.log.error({ err: error, eventId: id }, 'a look-up could not be indexed yet');
    }),
    after(INDEX_PATIENCE_MS, undefined, { ref: false }),
  ]);
  const isMerged = !(parts.isProduction && brought.isMock);
  parts.tell([
    'timeline',
    'audit',
    ...(isMerged && brought.resources.length > 0 ? taught : []),
    ...(isMerged && brought.webhooks.length > 0 ? (['webhooks'] as const) : []),
  ]);
  return {
    eventId: id,
    wasKnown: known !== null,
    fields: brought.fields,
    webhooksTold: isMerged ? brought.webhooks.map((webhook) => webhook.id) : [],
  };
}

/** What an event under `data` can change. */
const taught: readonly UpdateTopic[] = [
  'customers',
  'virtual-accounts',
  'bank-accounts',
  'webhooks',
  'other-records',
];

/**
 * As it was delivered, else as it was looked up first; null when nothing was known of it. Without the
 * index the records alone are asked: what the service has answered by now must be kept.
 */
async function knownBefore(
  eventId: string,
  isMock: boolean,
  parts: LookupParts,
): Promise<JsonObject | null> {
  const first = ({ delivered, lookUps }: EventDeliveries) =>
    (delivered ?? lookUps[0])?.event ?? null;
  try {
    const row = await parts.index.event(eventId);
    return first(await deliveriesOfEvent({ eventId, isMock: row?.isMock ?? isMock }, parts));
  } catch (error) {
    parts.log.error({ err: error, eventId }, 'the index could not say whether an event is known');
    const index = { deliveries: () => Promise.resolve([]) };
    return first(await deliveriesOfEvent({ eventId, isMock }, { ...parts, index }));
  }
}

/** `knownAt` is ISO 8601 with a zone everywhere; null is now. */
export interface Explained {
  /** Throws Failed NOT_FOUND, and INVALID for a moment that is none or has not come. */
  get(asked: EventAsked): Promise<TimelineDetail>;
  /** What `related` of an event goes on with, before a key. Throws as get. */
  related(
    asked: EventAsked & { readonly before: number },
  ): Promise<{ readonly rows: TimelineRow[]; readonly hasMore: boolean }>;
  /** Asks the service (Interface 4.5). Throws Failed INVALID, out of the past too, and NOT_FOUND. */
  lookUp(eventId: string, knownAt?: string | null): Promise<LookedUp>;
  /** `id`: of the payout, else of the customer. */
  lifecycle(subject: Subject, id: string, knownAt?: string | null): Promise<LifecycleView>;
  /** Newest first. */
  gaps(asked: GapsAsked): Promise<TimelineGap[]>;
  /** Goes on with one of them. Throws Failed NOT_FOUND when it is no gap any more. */
  missed(asked: FurtherAsked): ReturnType<typeof missedView>;
}

export interface ExplainedParts extends DetailParts, LookupParts, GapViewParts {
  readonly index: TimelineIndex;
  readonly records: DetailParts['records'] & LookupParts['records'] & GapViewParts['records'];
  readonly inbox: DetailParts['inbox'];
}

export function createExplained(parts: ExplainedParts): Explained {
  /** As observations are dated. Throws Failed INVALID. */
  const past = (knownAt: string | null): string | null => {
    if (knownAt === null) return null;
    requirePast(parts.clock, knownAt);
    return new Date(instantOf(knownAt) ?? 0).toISOString();
  };
  const pacedGaps = createPaced(async (asked: string) => {
    return await gapViews(JSON.parse(asked) as GapsAsked, parts);
  });
  return {
    get: async (asked) => await detailOf({ ...asked, knownAt: past(asked.knownAt) }, parts),
    async related({ before, ...asked }) {
      const knownAt = past(asked.knownAt);
      const row = await knownEvent({ ...asked, knownAt }, parts.index);
      const { rows, hasMore } = await relatedBefore(row, before, parts.index, knownAt);
      return { rows: await parts.named(rows, knownAt), hasMore };
    },
    lookUp: (eventId, knownAt = null) => lookUp(eventId, parts, knownAt),
    lifecycle: async (subject, id, knownAt = null) =>
      await lifecycleOf(subject, id, parts, past(knownAt)),
    gaps: async ({ from, to, knownAt, most }) =>
      await pacedGaps(JSON.stringify({ from, to, knownAt: past(knownAt), most })),
    missed: async (asked) => await missedView({ ...asked, knownAt: past(asked.knownAt) }, parts),
  };
}
