/**
 * Writes whose outcome is unknown (decisions 30). A person says what became of one:
 *
 *     unknown ──it exists──▶ exists        its id is known, and what was sent counts as entered for it
 *        │ ▲                   │
 *        │ └────taken back─────┤
 *        └──it does not────▶ absent ──▶ sent again, as a new intent that names it (send-again.ts)
 *
 * What fits an absent one and was learned later speaks against it: it is shown, and nothing is sent
 * again, until a person takes the word back or says that it is another one.
 *
 * What a person gives is read at the border and compared with what was sent; mismatches are read
 * before anything is kept. Every word is appended to the history and to the audit log.
 */
import type {
  CheckedResponse,
  FoundResponse,
  UnresolvedRow,
  UnresolvedView,
} from '../../../bridge/unresolved.ts';
import type { UpdateNotice, UpdateTopic } from '../../../bridge/updates.ts';
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import type { ResourceKind } from '../../../contract/resources.ts';
import { type CreatedKind, nounOf, writes } from '../../../contract/writes.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { requireNow } from '../../core/creates/known-reads.ts';
import { textAt } from '../../core/creates/values.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Resolutions } from '../../core/intents/resolutions.ts';
import type { Intent, IntentState, Intents } from '../../core/intents/types.ts';
import type { NewObservation, Observation, Records } from '../../core/records/types.ts';
import { mismatchesFrom, otherCustomer, sentBy } from './differing-fields.ts';
import type { PossibleMatches } from './possible-matches.ts';
import { type ReadResponse, readResponse } from './read-response.ts';
import { conflictingMatchMessage } from './send-again.ts';

export interface UnresolvedParts {
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly intents: Pick<Intents, 'get' | 'list'>;
  readonly resolutionLog: Resolutions;
  readonly proposals: PossibleMatches;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly notify: (notice: UpdateNotice) => void;
  readonly rowOfRequest: (key: string) => UnresolvedRow['bulkRow'];
  /** Why this computer can't resolve or reopen it; null when it can. */
  readonly resolveBlocked: (intent: Intent) => string | null;
  /** Why this one can't be sent again; null when it can. */
  readonly sendAgainBlocked: (intent: Intent) => string | null;
}

interface Asked {
  readonly key: string;
  /** Nothing is settled out of the past: INVALID unless null. */
  readonly knownAt: string | null;
}

export interface Unresolved {
  /** Newest first, with how many observations may be the answer. */
  list(query: {
    readonly state: Extract<IntentState, 'unknown' | 'exists' | 'absent'>;
    readonly offset: number;
    readonly limit: number;
  }): Promise<{
    readonly rows: (Intent & Pick<UnresolvedRow, 'proposals' | 'customerName' | 'bulkRow'>)[];
    readonly total: number;
  }>;
  /** Rejects with Failed NOT_FOUND for what was never unknown. */
  get(key: string): Promise<Omit<UnresolvedView, 'intent'> & { readonly intent: Intent }>;
  /** Throws Failed INVALID and NOT_FOUND, as all that follow; keeps nothing. */
  check(asked: { readonly key: string; readonly answer: FoundResponse }): CheckedResponse;
  /** As check. `read`: the sentences of the mismatches that the person was shown. */
  exists(
    asked: Asked & {
      readonly answer: FoundResponse;
      readonly isPossibleMatch: boolean;
      readonly read: readonly string[];
    },
  ): void;
  /**
   * `seen`: the possible matches that the person was shown, each another one: INVALID where one more is
   * there. Without any the request must be unknown.
   */
  absent(asked: Asked & { readonly seen: readonly string[] }): void;
  /** Absent ones that something speaks against, of all. */
  contradicted(): Promise<Intent[]>;
  takeBack(asked: Asked): void;
}

/** Requests that are compared at a time with what came around them. */
const PART = 200;

const topicOf: Readonly<Record<ResourceKind, UpdateTopic>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
  bankAccount: 'bank-accounts',
  event: 'timeline',
  webhook: 'webhooks',
  wallet: 'other-records',
  address: 'other-records',
  paymentLink: 'other-records',
};

export function createUnresolved(parts: UnresolvedParts): Unresolved {
  const { sqlite, records, intents, resolutionLog, proposals, audit, clock, notify } = parts;

  const find = (key: string): Intent => {
    const intent = intents.get(key);
    if (intent !== null && ['unknown', 'exists', 'absent'].includes(intent.state)) return intent;
    throw new Failed('NOT_FOUND', { sentence: 'No request with this key has an unknown outcome.' });
  };
  /** One that this computer may resolve. */
  const mine = (key: string): Intent => {
    const intent = find(key);
    const why = parts.resolveBlocked(intent);
    if (why === null) return intent;
    throw invalid(`${why} Nothing was saved.`, 'team-role');
  };
  const requireUnknown = (key: string): Intent => {
    const intent = mine(key);
    if (intent.state === 'unknown') return intent;
    throw invalid('This request was resolved meanwhile. Reopen it first.', 'settled');
  };

  const departuresFrom = (intent: Intent, id: string, given: ReadResponse | null): Mismatch[] => {
    const kind = writes[intent.operation].creates;
    const known = records.get(kind, id);
    const body = given?.resource?.body ?? known?.body ?? {};
    const createdAt = proposals.createdAt(kind, id, body) ?? given?.eventCreated ?? null;
    const found = Object.keys(body).length === 0 ? [] : mismatchesFrom(intent, { body, createdAt });
    if (known === null || found.some(({ field }) => field === 'customerId')) return found;
    // What was given need not say whose it is, and what is known here does.
    const others = [known.body, known.entered].flatMap((side) =>
      otherCustomer(sentBy(intent), side),
    );
    return [...others.slice(0, 1), ...found];
  };

  /** Read, of the right kind, and no other intent's. */
  const judge = (intent: Intent, answer: FoundResponse) => {
    const kind = writes[intent.operation].creates;
    const given = readResponse(answer, kind);
    const claimant = resolutionLog.claimantOf(given.id);
    if (claimant !== null && claimant !== intent.key) {
      const sentence = `The ${nounOf(kind)} ${given.id} is the result of another request, so it can’t be the result of this one.`;
      throw invalid(sentence, 'claimed');
    }
    const isKnown = Object.keys(records.get(kind, given.id)?.body ?? {}).length > 0;
    const checked: CheckedResponse = {
      resourceId: given.id,
      isCompared: given.resource !== null || isKnown,
      mismatches: departuresFrom(intent, given.id, given),
    };
    return { kind, given, checked };
  };

  const observe = (
    intent: Intent,
    kind: CreatedKind,
    given: ReadResponse,
    mismatches: Mismatch[],
  ) => {
    const observedAt = isoNow(clock);
    const { id, resource, eventId, eventCreated } = given;
    const facts = { kind, id, observedAt, intentKey: intent.key };
    records.observe({ ...facts, body: sentBy(intent), source: 'entered' });
    if (resource === null) return;
    const deviations = [...resource.deviations, ...mismatches.map(({ sentence }) => sentence)];
    records.observe({
      ...facts,
      body: resource.body,
      source: 'import',
      deviations,
      eventId,
      eventCreated,
      raw: given.bytes,
    });
  };

  const tell = (intent: Intent, ids: readonly string[]): void => {
    notify({ topic: 'intents', ids: [intent.key] });
    notify({ topic: topicOf[writes[intent.operation].creates], ids: [...ids] });
    notify({ topic: 'audit', ids: [] });
  };

  const sentFor = (intent: Intent) => {
    const customerId = textAt(sentBy(intent), 'customerId') ?? '';
    const customerName = records.customerNames([customerId]).get(customerId) ?? null;
    return { customerName, bulkRow: parts.rowOfRequest(intent.key) };
  };

  return {
    async list(query) {
      const { rows, total } = intents.list(query);
      const counts = await proposals.counts(rows);
      const counted = rows.map((intent) => ({
        ...intent,
        ...sentFor(intent),
        proposals: counts.get(intent.key) ?? 0,
      }));
      return { rows: counted, total };
    },

    async get(key) {
      const proposed = await proposals.for(find(key));
      const intent = find(key);
      const { resourceId } = intent;
      const isAgainst = intent.state === 'absent' && proposed.length > 0;
      return {
        intent,
        ...sentFor(intent),
        proposals: intent.state === 'exists' ? [] : proposed,
        mismatches: resourceId === null ? [] : departuresFrom(intent, resourceId, null),
        history: resolutionLog.of(key).map(({ intentKey: _, ...entry }) => entry),
        repeatedBy: resolutionLog.repeatsOf(key).flatMap((repeat) => {
          const state = intents.get(repeat)?.state;
          return state === undefined ? [] : [{ key: repeat, state }];
        }),
        resolveBlocked: parts.resolveBlocked(intent),
        sendAgainBlocked: isAgainst ? conflictingMatchMessage : parts.sendAgainBlocked(intent),
      };
    },

    check: ({ key, answer }) => judge(requireUnknown(key), answer).checked,

    exists({ key, answer, isPossibleMatch, read, knownAt }) {
      requireNow(knownAt);
      const intent = requireUnknown(key);
      const { kind, given, checked } = judge(intent, answer);
      const { resourceId, mismatches } = checked;
      if (mismatches.some(({ sentence }) => !read.includes(sentence))) {
        throw invalid(
          'The record differs from the request in more fields than were shown. Check them first; nothing was saved.',
          'not-read',
        );
      }
      if (isPossibleMatch && !proposals.has(intent, resourceId)) {
        throw invalid(
          'This record no longer matches the request. Nothing was saved.',
          'not-proposed',
        );
      }
      const how = isPossibleMatch ? 'proposal' : 'id' in answer ? 'id' : 'json';
      sqlite.transaction(() => {
        resolutionLog.append({ intentKey: key, verdict: 'exists', resourceId, how });
        observe(intent, kind, given, mismatches);
        const fields = mismatches.map(({ field }) => field);
        const facts = { intentKey: key, resourceId, how, departures: fields };
        audit.append({ action: 'intent.settled.exists', facts });
      });
      tell(intent, [resourceId]);
    },

    absent({ key, seen, knownAt }) {
      requireNow(knownAt);
      const intent =
        find(key).state === 'absent' && seen.length > 0 ? mine(key) : requireUnknown(key);
      if (proposals.hasUnseen(intent, seen)) {
        throw invalid(
          'A possible match of this request is not among those that were shown. Check it first; nothing was saved.',
          'not-seen',
        );
      }
      sqlite.transaction(() => {
        const word = { intentKey: key, verdict: 'absent', resourceId: null, how: 'word' } as const;
        resolutionLog.append(word);
        const facts = { intentKey: key, ...(seen.length > 0 ? { others: [...seen] } : {}) };
        audit.append({ action: 'intent.settled.absent', facts });
      });
      tell(intent, []);
    },

    async contradicted() {
      const found: Intent[] = [];
      for (let before: string | null = null; ; ) {
        const query = { state: 'absent', before, offset: 0, limit: PART } as const;
        const rows: readonly Intent[] = intents.list(query).rows;
        const counts = await proposals.counts(rows);
        found.push(...rows.filter(({ key }) => (counts.get(key) ?? 0) > 0));
        before = rows.at(-1)?.key ?? null;
        if (rows.length < PART || before === null) return found;
      }
    },

    takeBack({ key, knownAt }) {
      requireNow(knownAt);
      const intent = mine(key);
      if (intent.state === 'unknown') {
        throw invalid('This request is not resolved, so it can’t be reopened.', 'not-settled');
      }
      const { resourceId } = intent;
      sqlite.transaction(() => {
        const word = { intentKey: key, verdict: 'unknown', resourceId: null, how: 'word' } as const;
        resolutionLog.append(word);
        if (resourceId !== null) {
          for (const observation of isReopened(intent, resourceId, records, isoNow(clock))) {
            records.observe(observation);
          }
        }
        const facts = { intentKey: key, resourceId };
        audit.append({ action: 'intent.settled.taken-back', facts });
      });
      tell(intent, resourceId === null ? [] : [resourceId]);
    },
  };
}

/**
 * What was entered for a resource that turned out not to be an intent's does not stay on it.
 * Observations are never removed, so what the intent entered is followed by nulls, and by what others
 * had entered for the same resource before.
 */
function isReopened(
  intent: Intent,
  resourceId: string,
  records: Pick<Records, 'observations'>,
  at: string,
): NewObservation[] {
  const facts = {
    kind: writes[intent.operation].creates,
    id: resourceId,
    source: 'entered' as const,
    intentKey: intent.key,
  };
  const nothing = Object.fromEntries(Object.keys(sentBy(intent)).map((key) => [key, null]));
  const others = enteredByOthers(records.observations(facts.kind, resourceId), intent.key);
  const restored = Object.keys(others).length === 0 ? [] : [others];
  // A moment later, because both at once would have no order of their own.
  const later = new Date(Date.parse(at) + 1).toISOString();
  return [
    { ...facts, body: nothing, observedAt: at },
    ...restored.map((body) => ({ ...facts, body, observedAt: later })),
  ];
}

/** `observations` newest first, as they are read; later ones stand over earlier ones. */
function enteredByOthers(observations: readonly Observation[], key: string) {
  const theirs = observations.filter(
    ({ source, intentKey }) => source === 'entered' && intentKey !== key,
  );
  return Object.assign({}, ...theirs.toReversed().map(({ body }) => body)) as Observation['body'];
}
