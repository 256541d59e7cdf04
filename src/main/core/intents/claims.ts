/**
 * Claims: before a write is journalled, the others of a team learn what is about to be sent, so that of two
 * computers with the same request one sends, and the other asks first (docs/team-at-work.md). Without a team nothing is
 * claimed.
 */
import type { WriteName } from '../../../contract/writes.ts';
import { dayOf } from './sent-since.ts';

/** What is about to be sent. */
export interface ClaimRequest {
  /** Key of the intent. */
  readonly key: string;
  readonly operation: WriteName;
  /** What makes two of them alike: the fingerprint, or the whole content where there is none. */
  readonly sameness: string;
  /** A row that a person included as a second one: of what is known here, and not of what a colleague just claims. */
  readonly isSecond?: boolean;
  /** Names of what colleagues resolved as not created, or allowed again, in spite of which a person went on. */
  readonly takes?: ReadonlySet<string>;
}

/** A claim of the same by a colleague, or by an earlier request of this computer, that nothing ended yet. */
export interface StandingClaim {
  /** Name of the claim among `asks` and `confirmed` of ASKS_FIRST. */
  readonly name: string;
  /** Who sends or sent the same, and when. */
  readonly sentence: string;
  /** A colleague looked into it: nothing was created, or it was allowed again. */
  readonly isAllowed?: boolean;
  /** All who looked into it say that nothing was created: what is sent is no second one. */
  readonly isNotCreated?: boolean;
}

/** Whether a colleague is sending the same can’t be told. The message says so, and that nothing was sent. */
export class NotClaimed extends Error {
  override readonly name = 'NotClaimed';
  /** Closed: `team-away`, `team-busy`, `team-problem`, `team-role`, `day-limit`. */
  readonly why: string;
  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

/** The team may create no more of a kind today than are left. */
export class DayLimitReached extends NotClaimed {
  readonly left: number;
  constructor(left: number) {
    super(
      left === 0
        ? 'Nothing was sent: the team’s limit of today is reached. Try again tomorrow (UTC), or ask an owner to change the policy.'
        : `Nothing was sent: within the team’s limit, ${left} more can be created today (UTC). Send fewer, or ask an owner to change the policy.`,
      'day-limit',
    );
    this.left = left;
  }
}

const FRESH_MS = 60_000;

/**
 * What was claimed longer ago, or on another day, whose limits are others, is claimed again before it is sent: a computer
 * that slept meanwhile may be taken for gone (QUIET_MS, far longer), and its claims resolved. So is what was claimed by a
 * clock that was set back since, which no longer says how long ago. Both in milliseconds.
 */
export const isFresh = (claimedAt: number, now: number): boolean =>
  now >= claimedAt && now - claimedAt <= FRESH_MS && dayOf(claimedAt) === dayOf(now);

export interface Claims {
  /**
   * Claims each of the requests unless the same is claimed already and was not `confirmed`. Gives those that were
   * not claimed, by their keys. Rejects with NotClaimed where the team’s database can’t say, and with DayLimitReached
   * where they are more than a limit leaves; then nothing may be sent.
   */
  take(
    requests: readonly ClaimRequest[],
    confirmed: readonly string[],
  ): Promise<ReadonlyMap<string, StandingClaim>>;
  /** Frees keys under which no intent was or will be stored: others may send the same. Ignores keys without a claim. */
  release(keys: readonly string[]): void;
  /** Why this computer can’t resolve requests of colleagues, as the team would not believe it; null when it can. */
  resolveBlocked(): string | null;
}

/** Where the claims of the open profile are found, before and after its team is known. */
export interface ClaimsPlace extends Claims {
  /** null: the profile is in no team. */
  use(claims: Claims | null): void;
  /** Whether anything has to be claimed. */
  isUsed(): boolean;
}

export function createClaimsPlace(): ClaimsPlace {
  let used: Claims | null = null;
  return {
    use(claims) {
      used = claims;
    },
    isUsed: () => used !== null,
    take: async (requests, confirmed) => (await used?.take(requests, confirmed)) ?? new Map(),
    release: (keys) => used?.release(keys),
    resolveBlocked: () => used?.resolveBlocked() ?? null,
  };
}
