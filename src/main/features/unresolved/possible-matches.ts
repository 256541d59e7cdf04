/**
 * What was observed since and may be what was sent: of the same kind, with nothing that departs, made
 * within minutes of it, and no other intent's. Never settled by itself, because a customer's answer
 * repeats little of what was sent: two requests can fit one event, and one request two.
 *
 * What fits a write that was said not to exist, and was learned since that was said, speaks against it.
 *
 * What was made around the requests is gone over once for all of them, along an index by time.
 */
import { maxMatches } from '../../../bridge/max-matches.ts';
import type { PossibleMatch } from '../../../bridge/unresolved.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { type CreatedKind, writes } from '../../../contract/writes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inSlices } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { canonicalAddress, canonicalEmail } from '../../core/creates/same-value.ts';
import { textAt } from '../../core/creates/values.ts';
import type { Resolutions } from '../../core/intents/resolutions.ts';
import type { Intent, Intents } from '../../core/intents/types.ts';
import { instantOf } from '../../core/records/order.ts';
import type { Records } from '../../core/records/types.ts';
import {
  type Candidate,
  type Candidates,
  createCandidates,
  joined,
  type TimeSpan,
} from './candidates.ts';
import { clocksApart, contentMismatches, sameIn, sentBy } from './differing-fields.ts';

export interface PossibleMatchesParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'get' | 'observations'>;
  readonly intents: Pick<Intents, 'list'>;
  readonly resolutionLog: Pick<Resolutions, 'of'>;
  readonly clock: Clock;
}

export interface PossibleMatches {
  /** Oldest first, `maxMatches` of them. Of an absent one those that speak against it; else unknown alone. */
  for(intent: Intent): Promise<PossibleMatch[]>;
  /** How many each of the intents has, by its key; counted up to `maxMatches`. */
  counts(intents: readonly Intent[]): Promise<ReadonlyMap<string, number>>;
  /** Whether this one is proposed for it. */
  has(intent: Intent, id: string): boolean;
  /** Whether one of them is not among those seen. All at once: nothing arrives while it looks. */
  hasUnseen(intent: Intent, seen: readonly string[]): boolean;
  /** When the service says that a resource came to be; null where it does not say. */
  createdAt: Candidates['createdAt'];
}

/** How long after it was sent the service may still have done it, in milliseconds. */
const plausibleMs = 15 * 60_000;

/** Observations that are read of a proposal, the newest. */
const shownOf = 50;

/** A write that may have been carried out, with what leaves most candidates out at once. */
interface Asked {
  readonly intent: Intent;
  /** Only what was learned after it; null where that does not matter. */
  readonly learnedAfter: string | null;
  readonly span: TimeSpan;
  /** Where of a body, and what was sent there; null where nothing was. */
  readonly mark: { readonly path: string; readonly text: string } | null;
}

export function createPossibleMatches(parts: PossibleMatchesParts): PossibleMatches {
  const { sqlite, records, intents, resolutionLog, clock } = parts;
  const candidates = createCandidates(sqlite);

  const askedOf = (intent: Intent): Asked => {
    const saidAt = intent.state === 'absent' ? resolutionLog.of(intent.key)[0]?.at : undefined;
    return { ...markOf(intent), learnedAfter: saidAt ?? null };
  };

  /** What fits each of them, by key, earliest first. */
  function* fitting(asked: readonly Intent[]): Generator<undefined, Map<string, Candidate[]>> {
    const found = new Map<string, Candidate[]>(asked.map(({ key }) => [key, []]));
    const open = asked
      .filter(({ state }) => state === 'unknown' || state === 'absent')
      .map(askedOf);
    for (const [kind, ofKind] of Map.groupBy(
      open,
      ({ intent }) => writes[intent.operation].creates,
    )) {
      yield* fittingOfKind(kind, ofKind, found);
    }
    return found;
  }

  function* fittingOfKind(
    kind: CreatedKind,
    asked: readonly Asked[],
    found: ReadonlyMap<string, Candidate[]>,
  ): Generator<undefined, void> {
    const spans = joined(asked.map(({ span }) => span));
    let open = asked;
    for (const part of candidates.within(kind, spans)) {
      yield;
      for (const candidate of part) {
        open = stillOpen(open, candidate, found);
        yield;
      }
      if (open.length === 0) return;
    }
  }

  const othersLike = ({ key, operation }: Intent): Asked[] =>
    intents
      .list({ operation, state: 'unknown', offset: 0, limit: 200 })
      .rows.filter((other) => other.key !== key)
      .map(askedOf);

  const nameOfEvent = (id: string | null): string | null => {
    const name = id === null ? undefined : records.get('event', id)?.body['name'];
    return typeof name === 'string' ? name : null;
  };

  const proposalOf = (
    intent: Intent,
    candidate: Candidate,
    others: readonly Asked[],
  ): PossibleMatch => {
    const { id, body, firstLearnedAt } = candidate;
    const kind = writes[intent.operation].creates;
    const said = records
      .observations(kind, id, shownOf)
      .filter(({ source }) => source !== 'entered');
    const first = said.find(({ eventId }) => eventId !== null) ?? said[0];
    return {
      resourceId: id,
      source: first?.source ?? 'import',
      happenedAt: candidates.createdAt(kind, id, body),
      observedAt: firstLearnedAt,
      eventId: first?.eventId ?? null,
      eventName: nameOfEvent(first?.eventId ?? null),
      same: sameIn(intent, body),
      fitsOthers: others.filter((other) => fits(other, candidate)).length,
    };
  };

  function* proposals(intent: Intent): Generator<undefined, PossibleMatch[]> {
    const fit = (yield* fitting([intent])).get(intent.key) ?? [];
    if (fit.length === 0) return [];
    const others = othersLike(intent);
    const proposed: PossibleMatch[] = [];
    for (const candidate of fit) {
      proposed.push(proposalOf(intent, candidate, others));
      yield;
    }
    return proposed;
  }

  function* counts(asked: readonly Intent[]): Generator<undefined, ReadonlyMap<string, number>> {
    const found = yield* fitting(asked);
    return new Map([...found].map(([key, fit]) => [key, fit.length]));
  }

  return {
    for: async (intent) => await inSlices(proposals(intent), clock),
    createdAt: candidates.createdAt,
    counts: async (asked) => await inSlices(counts(asked), clock),
    has(intent, id) {
      const candidate = candidates.get(writes[intent.operation].creates, id);
      return intent.state === 'unknown' && candidate !== null && fits(askedOf(intent), candidate);
    },
    hasUnseen(intent, seen) {
      const steps = fitting([intent]);
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done !== true) continue;
        return (step.value.get(intent.key) ?? []).some(({ id }) => !seen.includes(id));
      }
    },
  };
}

/** Puts the candidate with those that it fits; gives those that more are looked for. */
function stillOpen(
  open: readonly Asked[],
  candidate: Candidate,
  found: ReadonlyMap<string, Candidate[]>,
): readonly Asked[] {
  const fit = open.filter((one) => fits(one, candidate));
  for (const { intent } of fit) found.get(intent.key)?.push(candidate);
  if (fit.length === 0) return open;
  return open.filter(({ intent }) => (found.get(intent.key)?.length ?? 0) < maxMatches);
}

function markOf(intent: Intent): Omit<Asked, 'learnedAfter'> {
  const sent = instantOf(intent.journalledAt) ?? 0;
  const path = writes[intent.operation].mark;
  const text = path === null ? null : textAt(sentBy(intent), path.sent);
  return {
    intent,
    span: { from: sent - clocksApart, to: sent + plausibleMs },
    mark:
      path === null || text === null ? null : { path: path.received, text: canonicalMark(text) },
  };
}

function fits({ intent, span, mark, learnedAfter }: Asked, candidate: Candidate): boolean {
  const { body, madeAt, firstLearnedAt } = candidate;
  if (madeAt < span.from || madeAt > span.to || firstLearnedAt < intent.journalledAt) return false;
  if (learnedAfter !== null && firstLearnedAt <= learnedAfter) return false;
  if (mark !== null && isOther(mark, body)) return false;
  return contentMismatches(intent, body).length === 0 && sameIn(intent, body).length > 0;
}

function isOther({ path, text }: NonNullable<Asked['mark']>, body: JsonObject): boolean {
  const said = textAt(body, path);
  return said !== null && canonicalMark(said) !== text;
}

/** An address or an email in its canonical form: no address has an @. */
const canonicalMark = (text: string): string =>
  text.includes('@') ? canonicalEmail(text) : canonicalAddress(text);
