/** The journal of writes of one profile: journal, send, keep the outcome (docs/architecture.md). */
import { writes } from '../../../contract/writes.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { isDiskFull, type Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../audit/types.ts';
import { cleanJson, cleanWithText } from '../foundation/clean-json.ts';
import type { Log } from '../foundation/log.ts';
import type { Records } from '../records/types.ts';
import type { WriteOutcome } from '../service/outcomes.ts';
import { type Closing, closedIntent, openGroup } from './group.ts';
import { createIntentsRepository } from './intents-repository.ts';
import { createSentHere } from './keys-sent-here.ts';
import { requireNoSecret } from './no-secret.ts';
import { effectsOf } from './response-effects.ts';
import {
  giveBackGroupRoom,
  giveBackLeftOverRoom,
  giveBackRoom,
  holdRoom,
  makeSpace,
  startLogOver,
} from './room.ts';
import { contentOf, intentsOfContent } from './similar-intents.ts';
import {
  endedByFailure,
  endedByRestart,
  notKept,
  type OutcomeFacts,
  outcomeFactsOf,
} from './states.ts';
import {
  type AnyRequest,
  type Intent,
  IntentConflict,
  type Intents,
  NotStored,
  type ResponseEffects,
} from './types.ts';

export interface IntentsParts {
  readonly sqlite: Sqlite;
  readonly records: Pick<Records, 'observeAll'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/** Opens the journal in a database that intentsMigrations were applied to. */
export function openIntents({ sqlite, records, audit, clock, log }: IntentsParts): Intents {
  const repository = createIntentsRepository(sqlite);
  /** Under way in this process. */
  const running = new Map<string, Promise<Intent>>();
  /** Answers that the disk did not take. Tried again with every call, lost when the process ends. */
  const unkept = new Map<string, () => Intent>();
  /** Under which key room is held, for what is under way in a group. */
  const groupRoom = new Map<string, string>();

  function tell(intent: Intent): void {
    const { key, state, resourceId, requestId, status, cause } = intent;
    audit.append({
      action: `${writes[intent.operation].action}.${state}`,
      facts: { intentKey: key, resourceId, requestId, status, cause },
    });
  }

  /** Inside a transaction. */
  function enter(request: AnyRequest): Intent {
    const { clean, text } = cleanWithText({ ...request.input });
    const intent: Intent = {
      key: request.key,
      operation: request.operation,
      state: 'journalled',
      input: clean as Intent['input'],
      fingerprint: request.fingerprint ?? null,
      repeats: request.repeats ?? null,
      journalledAt: isoNow(clock),
      settledAt: null,
      resourceId: null,
      sentence: 'Causeway is sending the request; no response has arrived yet.',
      messages: [],
      requestId: null,
      status: null,
      cause: null,
      retryAfterMs: null,
    };
    repository.insert(intent, text);
    tell(intent);
    return intent;
  }

  function journal(request: AnyRequest): Intent {
    requireNoSecret(request.input);
    try {
      holdRoom(sqlite, request.key);
      return sqlite.transaction(() => enter(request));
    } catch (error) {
      giveBackLeftOverRoom(sqlite);
      throw new NotStored(error, isDiskFull(error));
    }
  }

  /** The outcome, and then what it teaches and the audit entries; inside a transaction. */
  function close(intent: Intent, { outcomeFacts, answer, lesson }: Ending): Closing {
    const settled = repository.settle(intent, outcomeFacts, isoNow(clock), answer);
    return {
      intent: settled,
      learn() {
        records.observeAll(lesson?.observations ?? []);
        for (const [name, secret] of Object.entries(lesson?.sealed ?? {})) {
          repository.keepSecret(intent.key, name, secret);
        }
        tell(settled);
        for (const entry of lesson?.audit ?? []) audit.append(entry);
      },
    };
  }

  /** All or nothing, in the room that was held. */
  function keep(intent: Intent, ending: Ending): Intent {
    startLogOver(sqlite);
    return sqlite.transaction(() => {
      giveBackRoom(sqlite, groupRoom.get(intent.key) ?? intent.key);
      return closedIntent(close(intent, ending));
    });
  }

  function settle(intent: Intent, outcome: WriteOutcome | null, request: AnyRequest): Intent {
    const attempts = waysToKeep(intent, outcome, request, isoNow(clock));
    for (const attempt of attempts) {
      try {
        return keep(intent, attempt());
      } catch (error) {
        log.error({ intentKey: intent.key, err: error }, 'an outcome could not be kept this way');
        makeSpace(sqlite, error);
      }
    }
    unkept.set(intent.key, () => settle(intent, outcome, request));
    return { ...intent, ...notKept };
  }

  /** null when it failed in a way that nobody foresaw. */
  async function send({ key, send }: AnyRequest): Promise<WriteOutcome | null> {
    try {
      return await send();
    } catch (error) {
      log.error({ intentKey: key, err: error }, 'sending failed in an unforeseen way');
      return null;
    }
  }

  /** What the key stands for already; null when it is new. */
  function present(request: AnyRequest): Promise<Intent> | null {
    const known = repository.get(request.key);
    if (known === null) return null;
    const isSame =
      known.operation === request.operation &&
      canonicalJson(known.input) === canonicalJson(cleanJson(request.input));
    if (!isSame) throw new IntentConflict();
    const underWay = running.get(request.key);
    if (underWay !== undefined) return underWay;
    if (unkept.has(request.key)) return Promise.resolve({ ...known, ...notKept });
    return Promise.resolve(known.state === 'journalled' ? recoverOne(known) : known);
  }

  /** Settles what an earlier process left; where the disk does not take that, it stays as it is. */
  function recoverOne(intent: Intent): Intent {
    const lost = () => keep(intent, { outcomeFacts: endedByRestart, answer: null, lesson: null });
    try {
      return lost();
    } catch (error) {
      makeSpace(sqlite, error);
    }
    try {
      return lost();
    } catch (error) {
      log.error({ intentKey: intent.key, err: error }, 'a lost intent could not be settled');
      return { ...intent, ...endedByRestart };
    }
  }

  function keepUnkept(): void {
    for (const [key, keepAgain] of [...unkept]) {
      unkept.delete(key);
      keepAgain();
    }
  }

  return {
    run: (request) => {
      try {
        keepUnkept();
        const known = present(request);
        if (known !== null) return known;
        const intent = journal(request);
        const underWay = send(request)
          .then((outcome) => settle(intent, outcome, request))
          .finally(() => running.delete(request.key));
        running.set(request.key, underWay);
        return underWay;
      } catch (error) {
        return Promise.reject(error);
      }
    },

    recover: () => {
      const lost = repository
        .unsettled()
        .filter(({ key }) => !running.has(key) && !unkept.has(key))
        .map(recoverOne);
      if (groupRoom.size === 0) giveBackGroupRoom(sqlite);
      giveBackLeftOverRoom(sqlite);
      return lost;
    },

    openGroup: (options) => {
      keepUnkept();
      const best = (intent: Intent, outcome: WriteOutcome | null, request: AnyRequest) => {
        const [way] = waysToKeep(intent, outcome, request, isoNow(clock));
        return close(intent, way());
      };
      const enterChecked = (request: AnyRequest) => {
        requireNoSecret(request.input);
        return enter(request);
      };
      return openGroup(
        { sqlite, log, running, rooms: groupRoom, send, settle, enter: enterChecked, close: best },
        options,
      );
    },

    get: (key) => repository.get(key),
    isSentHere: createSentHere(sqlite),
    getAll: (keys) => repository.getAll(keys),
    list: (query) => repository.page(query),
    findAlike: (operation, fingerprint) => repository.alike(operation, fingerprint),
    findSame: (operation, input) => intentsOfContent(sqlite, operation, [contentOf(input)]),
    answeredBefore: (request, resourceId) => repository.answeredBefore(request, resourceId),
    readAnswer: (key) => repository.readAnswer(key),
    readSealed: (key, name) => repository.readSecret(key, name),
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running.values());
      keepUnkept();
    },
  };
}

/** What is kept of an outcome. */
interface Ending {
  readonly outcomeFacts: OutcomeFacts;
  /** Exact bytes of an answer that no observation keeps. */
  readonly answer: Uint8Array | null;
  readonly lesson: ResponseEffects | null;
}

/**
 * Ways to keep an outcome, best first. The bytes of the answer may be larger than the room held, so
 * a later way leaves them out; the last also does without the caller's own reading of it.
 */
function waysToKeep(
  intent: Intent,
  outcome: WriteOutcome | null,
  request: AnyRequest,
  at: string,
): [() => Ending, ...(() => Ending)[]] {
  if (outcome === null) {
    return [() => ({ outcomeFacts: endedByFailure, answer: null, lesson: null })];
  }
  const outcomeFacts = outcomeFactsOf(outcome);
  if (outcome.kind !== 'answered') {
    const answer = outcome.kind === 'not-sent' ? null : outcome.bytes;
    const whole = () => ({ outcomeFacts, answer, lesson: null });
    return [whole, whole, () => ({ outcomeFacts, answer: null, lesson: null })];
  }
  const usual = () => effectsOf(intent, outcome, at);
  const told = () => request.onAnswer?.(outcome, intent) ?? usual();
  const kept = (lesson: ResponseEffects) => ({
    outcomeFacts: { ...outcomeFacts, resourceId: lesson.resourceId },
    answer: null,
    lesson,
  });
  // Twice the same: after the first failure there is more space on the disk.
  const best = () => kept(told());
  return [best, best, () => kept(withoutRaw(told())), () => kept(withoutRaw(usual()))];
}

const withoutRaw = (lesson: ResponseEffects): ResponseEffects => ({
  ...lesson,
  observations: lesson.observations.map((observation) => ({ ...observation, raw: null })),
});
