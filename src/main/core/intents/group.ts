/**
 * Many writes at a time. One commit a step keeps what was answered and journals what comes next, so
 * that ten thousand take hundreds of commits instead of twenty thousand. What single writes promise
 * holds: durable before it is sent, room for every outcome, and an outcome is kept whatever else fails.
 */
import { isDiskFull, type Sqlite } from '../../../platform/sqlite.ts';
import type { Log } from '../foundation/log.ts';
import type { WriteOutcome } from '../service/outcomes.ts';
import { giveBackGroupRoom, groupRoomKey, holdGroupRoom, makeSpace } from './room.ts';
import {
  type AnyRequest,
  type GroupOptions,
  type Intent,
  type IntentGroup,
  NotStored,
} from './types.ts';

export interface GroupParts {
  readonly sqlite: Sqlite;
  readonly log: Pick<Log, 'error'>;
  /** Under way in this process, of all writes. */
  readonly running: Map<string, Promise<Intent>>;
  /** Under which key each intent of a group has its room. */
  readonly rooms: Map<string, string>;
  /** Inside a transaction. */
  readonly enter: (request: AnyRequest) => Intent;
  /** Never rejects. */
  readonly send: (request: AnyRequest) => Promise<WriteOutcome | null>;
  /** The best way of keeping an outcome, inside a transaction; throws when that can't be done. */
  readonly close: (intent: Intent, outcome: WriteOutcome | null, request: AnyRequest) => Closing;
  /** Every way, in transactions of their own. Never throws. */
  readonly settle: (intent: Intent, outcome: WriteOutcome | null, request: AnyRequest) => Intent;
}

/**
 * An outcome of which the journal's row is written, and nothing else yet. A group writes all its rows
 * first: what guards them makes a savepoint of each such statement, and with each of those full-text
 * search would write all that it holds, a part of its index for every record.
 */
export interface Closing {
  readonly intent: Intent;
  /** What it teaches, and the audit entries; in the same transaction. */
  learn(): void;
}

/** Both in one go. */
export function closedIntent(closing: Closing): Intent {
  closing.learn();
  return closing.intent;
}

/** One intent on its way, with where its room is. */
interface Sent {
  readonly intent: Intent;
  readonly request: AnyRequest;
  readonly settled: (intent: Intent) => void;
}
interface Answer {
  readonly sent: Sent;
  readonly outcome: WriteOutcome | null;
}

/** How far a step came. */
interface StepProgress {
  isAtRequests: boolean;
}
/** What could be kept of the answers. */
interface Kept {
  readonly ended: readonly Answer[];
  /** In the order of `ended`. */
  readonly settled: readonly Intent[];
  /** To be kept yet. */
  readonly rest: readonly Answer[];
}

const noneKept = (rest: readonly Answer[]): Kept => ({ ended: [], settled: [], rest });

/** Answers of one commit, where nobody knows better: each takes a millisecond or so of main. */
const MOST_TOGETHER = 16;
/** Places whose room is held at a time, at least. */
const ROOM_AT_ONCE = 8;
/** Answers that have a checkpoint and a commit of their own in one turn: each takes milliseconds. */
const MOST_ONE_BY_ONE = 8;

export function openGroup(parts: GroupParts, options: GroupOptions): IntentGroup {
  const { sqlite, log, running, rooms, enter, send, close, settle } = parts;
  const { most, onAnswer, onJournalled, onSettled } = options;
  /** Places whose room is held and free. */
  const held: string[] = [];
  /** Places whose room was used up, or is not held yet. */
  const spent = new Set(Array.from({ length: most }, (_none, place) => groupRoomKey(place)));
  /** Came since the last step. */
  let answers: Answer[] = [];
  /** Settled, and the caller's part of it not kept yet. */
  let untold: Intent[] = [];
  let underWay = 0;

  /** As it is needed, so that no turn writes the room of the whole group. */
  function holdSpentRoom(needed: number): void {
    const missing = needed - held.length;
    if (missing <= 0) return;
    const places = [...spent].slice(0, Math.max(missing, ROOM_AT_ONCE));
    holdGroupRoom(sqlite, places);
    held.push(...places);
    for (const place of places) spent.delete(place);
  }

  /** Everything in one commit, or nothing. `step` tells how far it came. */
  function inOne(ended: readonly Answer[], requests: readonly AnyRequest[], step: StepProgress) {
    return sqlite.transaction(() => {
      if (untold.length > 0) onSettled(untold);
      const settled = ended
        .map(({ sent, outcome }) => close(sent.intent, outcome, sent.request))
        .map(closedIntent);
      if (settled.length > 0) onSettled(settled);
      step.isAtRequests = true;
      const journalled = requests.map(enter);
      if (journalled.length > 0) onJournalled(journalled);
      return { settled, journalled };
    });
  }

  /**
   * What `inOne` did not take, as it can be had: those that can be kept as they are in one commit, the
   * others by themselves, in the room that is held for each. A turn takes some of the others; what is
   * left over comes with the next step.
   */
  function asCanBe(ended: readonly Answer[], failure: unknown): Kept {
    const sound = isDiskFull(failure) ? noneKept(ended) : soundOnes(ended);
    const odd = sound.rest.slice(0, MOST_ONE_BY_ONE);
    const rest = sound.rest.slice(MOST_ONE_BY_ONE);
    const settled = [...sound.settled, ...oneByOne(odd)];
    tell(settled);
    return { ended: [...sound.ended, ...odd], settled, rest };
  }

  /** Those that can be kept as they are, in one commit. */
  function soundOnes(ended: readonly Answer[]): Kept {
    try {
      return sqlite.transaction(() => {
        const kept: Answer[] = [];
        const settled: Intent[] = [];
        const rest: Answer[] = [];
        for (const answer of ended) {
          const { sent, outcome } = answer;
          try {
            // A failure undoes this one alone.
            const closed = () => closedIntent(close(sent.intent, outcome, sent.request));
            settled.push(sqlite.transaction(closed));
            kept.push(answer);
          } catch (error) {
            if (isDiskFull(error)) throw error;
            rest.push(answer);
          }
        }
        return { ended: kept, settled, rest };
      });
    } catch (error) {
      makeSpace(sqlite, error);
      return noneKept(ended);
    }
  }

  /** Each outcome by itself, in the room that is held for it. */
  function oneByOne(ended: readonly Answer[]): Intent[] {
    return ended.map(({ sent, outcome }) => {
      const intent = settle(sent.intent, outcome, sent.request);
      const place = rooms.get(intent.key);
      if (place !== undefined) spent.add(place);
      rooms.delete(intent.key);
      return intent;
    });
  }

  /** What the group is for, in a commit of its own; where that fails, the next step does it. */
  function tell(settled: readonly Intent[]): void {
    untold.push(...settled);
    try {
      sqlite.transaction(() => onSettled(untold));
      untold = [];
    } catch (error) {
      log.error({ err: error }, 'what a group is for could not be written beside its outcomes');
    }
  }

  function release(ended: readonly Answer[], settled: readonly Intent[]): void {
    for (const [index, { sent }] of ended.entries()) {
      const place = rooms.get(sent.intent.key);
      if (place !== undefined) held.push(place);
      rooms.delete(sent.intent.key);
      running.delete(sent.intent.key);
      underWay -= 1;
      sent.settled(settled[index] ?? sent.intent);
    }
  }

  function begin(intents: readonly Intent[], requests: readonly AnyRequest[]): void {
    for (const [index, request] of requests.entries()) {
      const intent = intents[index];
      const place = held.pop();
      if (intent === undefined || place === undefined)
        throw new TypeError('An intent has no row to end in.');
      rooms.set(intent.key, place);
      const { promise, resolve } = Promise.withResolvers<Intent>();
      running.set(intent.key, promise);
      const sent = { intent, request, settled: resolve };
      underWay += 1;
      void send(request).then((outcome) => {
        answers.push({ sent, outcome });
        onAnswer();
      });
    }
  }

  function notJournalled(error: unknown): NotStored {
    return new NotStored(error, isDiskFull(error));
  }

  /** Why the requests can't have room; null when it is held. */
  function roomFor(requests: readonly AnyRequest[], free: number): NotStored | null {
    if (requests.length === 0) return null;
    try {
      if (requests.length > free) throw new RangeError('More than were held room for.');
      holdSpentRoom(requests.length);
      return null;
    } catch (error) {
      return notJournalled(error);
    }
  }

  return {
    underWay: () => underWay,

    step(requests, maxOutcomes = MOST_TOGETHER) {
      const ended = answers.slice(0, maxOutcomes);
      answers = answers.slice(maxOutcomes);
      if (answers.length > 0) onAnswer();
      const failure = roomFor(requests, most - underWay + ended.length);
      const fresh = failure === null ? requests : [];
      const progress: StepProgress = { isAtRequests: false };
      try {
        const { settled, journalled } = inOne(ended, fresh, progress);
        untold = [];
        release(ended, settled);
        begin(journalled, fresh);
        return { settled, notJournalled: failure, isJournalled: failure === null };
      } catch (error) {
        log.error({ err: error }, 'a step of a group could not be kept in one go');
        makeSpace(sqlite, error);
        const kept = asCanBe(ended, error);
        release(kept.ended, kept.settled);
        if (kept.rest.length > 0) {
          answers = [...kept.rest, ...answers];
          onAnswer();
        }
        // Where an answer was odd, nothing is wrong with the requests: the next step takes them.
        const isInTheWay = progress.isAtRequests || untold.length > 0 || isDiskFull(error);
        const isTheirs = fresh.length > 0 && isInTheWay;
        return {
          settled: kept.settled,
          notJournalled: isTheirs ? notJournalled(error) : failure,
          isJournalled: false,
        };
      }
    },

    close() {
      if (underWay > 0) throw new TypeError('Something of the group is under way.');
      if (untold.length > 0) sqlite.transaction(() => onSettled(untold));
      giveBackGroupRoom(sqlite);
    },
  };
}
