/**
 * Sends the rows of one run. Each step keeps what was answered and journals what goes next, in one
 * commit (intents/group.ts), together with the states of the rows: after a kill every row is either
 * waiting, at its end, or its intent is in the journal.
 */
import { type Clock, steadyFrom } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import { isDiskFull } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { StillApproved } from '../../../core/intents/approvals.ts';
import type { ClaimsPlace } from '../../../core/intents/claims.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';
import { requireNoSecret } from '../../../core/intents/no-secret.ts';
import type {
  AnyRequest,
  Intent,
  IntentGroup,
  Intents,
  NotStored,
} from '../../../core/intents/types.ts';
import type { WriteBlock } from '../../../core/intents/write-path.ts';
import { createClaimedRows } from './claimed-rows.ts';
import { type KnownSince, samenessOf } from './known-since.ts';
import { createPacer, createStepSize, type Pacer } from './pacer.ts';
import { createRequests, type RequestParts, type Trip } from './requests.ts';
import { keepRowEnd, rowEndOf } from './row-end.ts';
import type { RunsRepository } from './runs-repository.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';
import { type Pause, pauseOfRun, pauses, watchForPause } from './why-paused.ts';

export interface RunnerParts {
  readonly repository: RunsRepository;
  readonly intents: Pick<Intents, 'openGroup' | 'get' | 'isSentHere' | 'answeredBefore'>;
  readonly client: RequestParts['client'];
  readonly writeBlock: () => Promise<WriteBlock | null>;
  readonly claims: ClaimsPlace;
  /** Cause of the pause that a person ended; null for a run that starts. */
  readonly resumedAfter: string | null;
  /** What pauses of this run told of that colleagues resolved (claimed-rows.ts). */
  readonly told: Set<string>;
  /** Asked before each step. */
  readonly stillApproved: StillApproved;
  /** Those of the rows that are not to be sent, because the same exists or may exist by now. */
  readonly known: KnownSince;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'error'>;
  /** Rows came to an end; ids of what was created. */
  readonly onProgress: (created: readonly string[]) => void;
  /**
   * Nothing is under way any more. `null`: every row has an end. It is called again after a moment
   * when it throws, because the disk is full.
   */
  readonly onStopped: (pause: Pause | null) => void;
  /** `onStopped` threw to the last: that the run is at rest stands nowhere. */
  readonly onGivenUp: (pause: Pause) => void;
}

export interface Runner {
  readonly pacer: Pacer;
  readonly rate: RecentRate;
  /** By which pacer and rate count: a clock that is set back would keep rows for as long. */
  readonly steady: Clock;
  /** Sends no more. What is under way comes to its end, then `onStopped` is called. */
  pause(why: Pause): void;
  /** Resolves after `onStopped`. */
  readonly stopped: Promise<void>;
}

/** Answers are gathered this long, so that a step keeps several. */
const GATHER_MS = 8;
/** At a pace, rows are gathered this long, so that not each has a commit of its own. */
const PACED_GATHER_MS = 15;
/** Intents stored and not ended: the window of the pacer, and answers that wait for a step. */
const MOST_UNDER_WAY = 96;
/** Rows read from the database at a time. */
const BUFFER = 256;
/** A write may have become impossible meanwhile: a locked vault, a removed token. */
const BLOCK_CHECK_MS = 1_000;

/** An end that could not be written down is tried again so often. */
const FINISH_TRIES = 3;
const FINISH_AGAIN_MS = 500;

const secondSentence =
  'Not sent: the same record exists or may exist by now. Check it before you send the row again.';

const unsendableSentence = 'Not sent: this version of Causeway can’t send the row as it is stored.';

const toldSentence =
  'Not sent: another computer told the team of a request under the key of this row. Check with the service whether it was carried out before you send the row again.';

export function startRunner(run: StoredRun, parts: RunnerParts): Runner {
  const { repository, intents, clock, random, log, onProgress, onStopped } = parts;
  const steady = steadyFrom(clock);
  const pacer = createPacer(steady.now());
  const rate = createRecentRate(steady.now());
  const size = createStepSize();
  const watch = watchForPause();
  /** Keys, all of them: the end of a row may be written down long after it is learned. */
  const mismatches = new Set<string>();
  /** When requests were sent and answered, by request key, until a step stores their responses. */
  const trips = new Map<string, Trip>();
  const claimed = createClaimedRows(run.kind, {
    claims: parts.claims,
    clock,
    told: parts.told,
    isToldResumed: parts.resumedAfter === 'team-resolved',
    onStanding: (key, reason) => repository.leaveUnsent([key], reason),
    onClaimed: () => {
      buffer = [];
      plan(0);
    },
    onFailure: (why) => pause(why),
  });
  const request = createRequests(run.kind, {
    ...parts,
    steady,
    onMismatch(key) {
      mismatches.add(key);
      // Whatever else holds it up, this is what a person has to see.
      pausing = run.kind === 'customer' ? pauses.customerDeparts : pauses.departs;
    },
    onTrip: (key, trip) => trips.set(key, trip),
  });
  const { promise: stopped, resolve: tellStopped } = Promise.withResolvers<void>();
  let buffer: WaitingRow[] = [];
  let pausing: Pause | null = null;
  let isOver = false;
  let timer: NodeJS.Timeout | null = null;
  let due = Number.POSITIVE_INFINITY;
  let checkedAt = steady.now();
  /** When it was last heard that a write is possible. */
  let freeAt = checkedAt;
  let finishTries = 0;

  const pause = (why: Pause): void => {
    pausing ??= why;
    plan(0);
  };

  const group: IntentGroup = intents.openGroup({
    most: MOST_UNDER_WAY,
    onAnswer: () => plan(isStepFull() ? 0 : GATHER_MS),
    onJournalled: (intents) => repository.setSending(intents.map(({ key }) => key)),
    onSettled: (intents) => {
      for (const intent of intents) keepEnd(intent);
    },
  });

  /** Joins the transaction that settles the intent. */
  function keepEnd(intent: Intent): void {
    const { key } = intent;
    keepRowEnd(repository, key, rowEndOf(intent), random, mismatches.has(key));
  }

  /** The earlier of several plans counts. */
  function plan(delayMs: number): void {
    const at = steady.now() + delayMs;
    if (isOver || at >= due) return;
    if (timer !== null) clearTimeout(timer);
    due = at;
    timer = setTimeout(step, delayMs);
  }

  /** More answers would not fit into the next step, or none is to come; at a pace they are gathered. */
  function isStepFull(): boolean {
    const waiting = trips.size;
    return waiting >= size.rows() || (waiting >= group.underWay() && pacer.pacedTo() === null);
  }

  function next(count: number): WaitingRow[] {
    if (count <= 0) return [];
    // Rows that wait again are among them: what is read is what the database says.
    if (buffer.length === 0) buffer = [...claimed.within(repository.waiting(run.number, BUFFER))];
    // Whether more may be sent is no question once there is no more.
    if (buffer.length === 0) return [];
    if (!claimed.are(buffer) || !isApproved(Math.min(count, buffer.length))) return [];
    return withoutSeconds(buffer.splice(0, count));
  }

  /**
   * Since the file was checked the same may have been created, or sent, by other means: by a form, or by others, as a
   * delivery says. Such a row is not sent, unless a person included it as a second one. The delivery that reports the
   * first one may come before its response: until then an included second one waits.
   */
  function withoutSeconds(rows: readonly WaitingRow[]): WaitingRow[] {
    const seconds = parts.known(run, rows);
    if (seconds.length === 0) return [...rows];
    const left = seconds.filter((row) => !mayBeOfFirst(row)).map(({ key }) => key);
    repository.leaveUnsent(left, secondSentence);
    claimed.leave(left);
    const keys = new Set(seconds.map(({ key }) => key));
    return rows.filter(({ key }) => !keys.has(key));
  }

  const mayBeOfFirst = (row: WaitingRow): boolean =>
    row.isSecond && group.underWay() > 0 && repository.isSendingLike(run.number, samenessOf(row));

  /** The rows could not be written down: because of the disk, or of one of them. */
  function pauseFor({ isDiskFull: isFull, message }: NotStored, rows: readonly WaitingRow[]) {
    if (leaveUnsendable(rows, requireEnterable) > 0) return;
    pausing ??= { cause: isFull ? 'disk-full' : 'internal', sentence: message };
  }

  /** A claim tells the whole team the row's key. */
  function requireEnterable({ key, input }: WaitingRow): void {
    requireNoSecret(input);
    if (intents.get(key) !== null && !intents.isSentHere(key))
      throw invalid(toldSentence, 'key-used');
  }

  /** A row that is no request any more, stored by an earlier version say, is not sent, and says so. */
  function requestsOf(rows: readonly WaitingRow[]): AnyRequest[] {
    try {
      return rows.map(request);
    } catch {
      leaveUnsendable(rows, request);
      return [];
    }
  }

  /** Leaves those of the rows unsent that the check throws for; how many these are. */
  function leaveUnsendable(
    rows: readonly WaitingRow[],
    check: (row: WaitingRow) => unknown,
  ): number {
    const bad = rows.flatMap((row) => {
      try {
        check(row);
        return [];
      } catch (error) {
        const said = error instanceof Failed ? error.message : unsendableSentence;
        return [{ key: row.key, said }];
      }
    });
    for (const { key, said } of bad) repository.leaveUnsent([key], said);
    claimed.leave(bad.map(({ key }) => key));
    buffer = [];
    return bad.length;
  }

  function step(): void {
    timer = null;
    due = Number.POSITIVE_INFINITY;
    if (isOver) return;
    try {
      oneStep();
    } catch (error) {
      log.error({ err: error, runId: run.id }, 'a step of a bulk run failed');
      pausing ??= isDiskFull(error) ? pauses.notWritten : internal;
      if (group.underWay() === 0) finish();
      else plan(BLOCK_CHECK_MS);
    }
  }

  function oneStep(): void {
    const now = steady.now();
    const isFree = mayWrite(now);
    const free = MOST_UNDER_WAY - group.underWay();
    const allowed = pausing === null && isFree ? pacer.allowance(now, group.underWay()) : 0;
    const most = size.rows();
    const rows = next(Math.min(allowed, most, free));
    const { settled, notJournalled, isJournalled } = group.step(requestsOf(rows), most);
    size.took(Math.max(rows.length, settled.length), steady.now() - now);
    for (const intent of settled) learn(intent, now);
    // They wait still: what comes next is read again, in the order of the file.
    if (!isJournalled) buffer = [];
    else claimed.sent(rows.map(({ key }) => key));
    if (notJournalled !== null) pauseFor(notJournalled, rows);
    rate.add(now, settled.filter(isEnd).length);
    const created = settled.flatMap(({ state, resourceId }) =>
      state === 'created' && resourceId !== null ? [resourceId] : [],
    );
    if (settled.length > 0 || rows.length > 0) onProgress(created);
    afterStep(
      rows.length < allowed && buffer.length === 0,
      Math.max(rows.length, settled.length) >= most,
      isFree,
    );
  }

  /** A policy, or a refusal, may have come meanwhile, and others of the day's limit may be used up. */
  function isApproved(count: number): boolean {
    try {
      parts.stillApproved(count);
      return true;
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      const cause = error.data.cause ?? 'approval';
      pause(cause === 'day-limit' ? pauses.dayLimit : { cause, sentence: error.message });
      return false;
    }
  }

  /** @param mayBeDone nothing more was found to send */
  function afterStep(mayBeDone: boolean, wasFull: boolean, isFree: boolean): void {
    const isIdle = group.underWay() === 0;
    const isAtEnd =
      pausing !== null || (mayBeDone && repository.waiting(run.number, 1).length === 0);
    if (isIdle && isAtEnd) {
      finish();
      return;
    }
    if (pausing !== null || claimed.isAsking() || !isFree) return;
    const wait = pacer.nextIn(steady.now());
    if (wait !== null) plan(Math.max(wait, PACED_GATHER_MS));
    else if (wasFull) plan(0);
    else if (isIdle) plan(0);
  }

  function learn(intent: Intent, now: number): void {
    const trip = trips.get(intent.key) ?? { sentAt: now, answeredAt: now };
    trips.delete(intent.key);
    if (intent.cause === 'rate-limited') pacer.slowedDown(now, intent.retryAfterMs);
    else if (intent.state === 'created') pacer.accepted(trip);
    pausing ??= watch.see(intent);
  }

  /** A run that waited long may not know what came meanwhile: it hears of it before it sends. */
  function mayWrite(now: number): boolean {
    if (now - checkedAt >= BLOCK_CHECK_MS) {
      checkedAt = now;
      void parts.writeBlock().then(
        (block) => {
          if (block !== null) return pause({ cause: block.cause, sentence: block.sentence });
          freeAt = steady.now();
          plan(0);
        },
        (error: unknown) => {
          log.error({ err: error }, 'whether writes are possible is not known');
          pause(internal);
        },
      );
    }
    return now - freeAt < 2 * BLOCK_CHECK_MS;
  }

  function finish(): void {
    if (timer !== null) clearTimeout(timer);
    claimed.close();
    const why = pausing === null ? null : pauseOfRun(pausing);
    try {
      group.close();
      onStopped(why);
    } catch (error) {
      log.error({ err: error, runId: run.id }, 'the end of a bulk run could not be written down');
      finishTries += 1;
      if (finishTries < FINISH_TRIES) {
        timer = setTimeout(finish, FINISH_AGAIN_MS);
        return;
      }
      // Going on, or opening the profile again, takes what the journal says of the rows.
      parts.onGivenUp(why ?? pauses.notWritten);
    }
    isOver = true;
    tellStopped();
  }

  plan(0);
  return { pacer, rate, steady, pause, stopped };
}

const internal: Pause = {
  cause: 'internal',
  sentence:
    'Something went wrong in Causeway. The log has the details. Requests already sent stay recorded.',
};

const isEnd = ({ state, cause }: Intent): boolean =>
  state === 'created' || state === 'unknown' || (state === 'refused' && cause !== 'rate-limited');

const SPAN_MS = 10_000;

interface RecentRate {
  add(now: number, rows: number): void;
  /** null before anything can be said. */
  perSecond(now: number): number | null;
}

/** How many rows came to an end a second, over the last ten seconds. */
function createRecentRate(start: number): RecentRate {
  let ends: { readonly at: number; readonly rows: number }[] = [];
  return {
    add(now, rows) {
      if (rows > 0) ends.push({ at: now, rows });
      if (ends.length > 1_000) ends = ends.filter(({ at }) => at > now - SPAN_MS);
    },
    perSecond(now) {
      ends = ends.filter(({ at }) => at > now - SPAN_MS);
      const span = Math.min(SPAN_MS, now - start);
      if (span < 500) return null;
      return ends.reduce((sum, { rows }) => sum + rows, 0) / (span / 1_000);
    },
  };
}
