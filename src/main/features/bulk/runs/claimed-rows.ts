/** Rows of a run that this computer may send: those that no colleague claimed before (core/intents/claims.ts). */
import { writeOf } from '../../../../contract/writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import {
  type ClaimsPlace,
  DayLimitReached,
  isFresh,
  NotClaimed,
  type StandingClaim,
} from '../../../core/intents/claims.ts';
import { contentOf } from '../../../core/intents/similar-intents.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';
import { type Pause, pauses } from './why-paused.ts';

export interface ClaimedRowsParts {
  readonly claims: ClaimsPlace;
  readonly clock: Clock;
  /** Names of what colleagues resolved, that a pause of this run told of. Those that it tells of now are added. */
  readonly told: Set<string>;
  /** A person resumed it after a pause for rows that colleagues resolved: in spite of those. */
  readonly isToldResumed: boolean;
  /** Called for a row that a colleague claimed, with why it is not sent. May throw, because the disk is full. */
  readonly onStanding: (key: string, reason: string) => void;
  /** Called when the rows that were asked for are claimed, but for those of colleagues. */
  readonly onClaimed: () => void;
  /** Called when nothing can be claimed now. */
  readonly onFailure: (why: Pause) => void;
}

export interface ClaimedRows {
  /** Whether all of these may be sent. Otherwise they are being claimed: read them again at `onClaimed`. */
  are(rows: readonly WaitingRow[]): boolean;
  isAsking(): boolean;
  /** The next of the waiting rows: a limit of the day may leave fewer than were read. */
  within(rows: readonly WaitingRow[]): readonly WaitingRow[];
  /** Call when the requests of these rows are stored. */
  sent(keys: readonly string[]): void;
  /** Call for rows that will not be sent: others may send the same, and have their places. */
  leave(keys: readonly string[]): void;
  /** The run stands still: what was claimed and not sent may be sent by others. */
  close(): void;
}

export function createClaimedRows(kind: StoredRun['kind'], parts: ClaimedRowsParts): ClaimedRows {
  const { claims, clock, told } = parts;
  // What is resolved later nobody has seen.
  const takes = new Set(parts.isToldResumed ? told : []);
  /** Claimed and not journalled, and when. */
  const claimed = new Map<string, number>();
  const isClaimed = ({ key }: WaitingRow): boolean => claimed.has(key);
  /** How many more are asked about, as far as a limit of the day is known. */
  let most = Number.POSITIVE_INFINITY;
  let read: readonly WaitingRow[] = [];
  let isAsking = false;
  let isClosed = false;

  async function claim(rows: readonly WaitingRow[]): Promise<void> {
    const requests = rows.map(({ key, input, fingerprint, isSecond }) => ({
      key,
      operation: writeOf(kind),
      isSecond,
      takes,
      sameness: fingerprint ?? contentOf(input),
    }));
    const began = clock.now();
    const standing = await claims.take(requests, []);
    const keys = rows.map(({ key }) => key).filter((key) => !standing.has(key));
    if (isClosed) {
      claims.release(keys);
      return;
    }
    for (const { key } of rows) claimed.delete(key);
    for (const key of keys) claimed.set(key, began);
    // What was left is used up.
    if (most < Number.POSITIVE_INFINITY) most = 0;
    tell(standing);
  }

  function tell(standing: ReadonlyMap<string, StandingClaim>): void {
    const allowed = [...standing.values()].filter(({ isAllowed }) => isAllowed === true);
    for (const [key, { sentence, isAllowed }] of standing) {
      if (isAllowed !== true) parts.onStanding(key, `Not sent: ${sentence}`);
    }
    if (allowed.length === 0) return;
    for (const { name } of allowed) told.add(name);
    parts.onFailure(resolved(allowed));
  }

  /** Once none is held, it is asked anew how many are left. */
  function drop(keys: readonly string[]): void {
    for (const key of keys) claimed.delete(key);
    if (keys.length > 0 && claimed.size === 0) most = Number.POSITIVE_INFINITY;
  }

  function giveBack(keys: readonly string[]): void {
    claims.release(keys);
    drop(keys);
  }

  /** Whether others of them may go on: those that have a place are sent before the run pauses. */
  function mayGoOn({ left }: DayLimitReached, rows: readonly WaitingRow[]): boolean {
    const held = rows.filter(isClaimed);
    // Not the others alone are too many: these have no place of today, and are claimed anew as they fit.
    if (rows.length - held.length <= left) giveBack(held.map(({ key }) => key));
    most = left;
    return read.some(isClaimed) || (left > 0 && left < rows.length);
  }

  function failed(error: unknown, rows: readonly WaitingRow[]): void {
    if (error instanceof DayLimitReached && mayGoOn(error, rows)) return;
    parts.onFailure(pauseOf(error));
  }

  function isStillFresh(key: string): boolean {
    const at = claimed.get(key);
    return at !== undefined && isFresh(at, clock.now());
  }

  return {
    are(rows) {
      if (!claims.isUsed()) return true;
      const unclaimed = rows.filter(({ key }) => !isStillFresh(key));
      if (unclaimed.length === 0) return true;
      if (!isAsking) {
        isAsking = true;
        void claim(unclaimed)
          .catch((error: unknown) => failed(error, unclaimed))
          .finally(() => {
            isAsking = false;
            parts.onClaimed();
          });
      }
      return false;
    },
    isAsking: () => isAsking,
    within(rows) {
      read = rows;
      let more = most;
      const some = rows.filter((row) => {
        if (isClaimed(row)) return true;
        more -= 1;
        return more >= 0;
      });
      if (some.length > 0) return some;
      most = Number.POSITIVE_INFINITY;
      return rows;
    },
    sent: drop,
    leave: giveBack,
    close() {
      isClosed = true;
      giveBack([...claimed.keys()]);
    },
  };
}

function pauseOf(error: unknown): Pause {
  if (error instanceof DayLimitReached) return pauses.dayLimit;
  if (error instanceof NotClaimed) return { cause: error.why, sentence: error.message };
  const sentence =
    'The team’s database could not be asked about these rows. None of them was sent.';
  return { cause: 'internal', sentence };
}

const resolved = (standing: readonly StandingClaim[]): Pause => ({
  cause: 'team-resolved',
  sentence: `Paused before ${standing.length === 1 ? 'a row' : `${standing.length} rows`} that another computer claimed and that colleagues resolved. ${standing[0]?.sentence} Resume only if you want to send such rows.`,
});
