/**
 * Claims over a team's log: who has it in the log first that the same is to be sent, sends. The database is asked
 * what is claimed; only where something is, the rest of the log is read first, because it says what came of it.
 */
import type { Environment } from '../../../../bridge/profiles.ts';
import {
  type ClaimContent,
  createClaimName,
  type ReleaseContent,
} from '../../../../team-log/claim.ts';
import {
  ChainConflict,
  TeamDatabaseAway,
  TeamDatabaseRefused,
} from '../../../../team-log/errors.ts';
import { mayWrite } from '../../../../team-log/kinds.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import {
  type ClaimRequest,
  type Claims,
  isFresh,
  NotClaimed,
  type StandingClaim,
} from '../../../core/intents/claims.ts';
import type { RecordAct } from '../acknowledgement.ts';
import type { Exchange } from '../exchange.ts';
import { type BlockingClaimsParts, createBlockingClaims } from './blocking-claims.ts';
import { type ClaimChains, type Claimed, claimsOf, createClaimChains } from './claim-chains.ts';
import { QUIET_MS } from './colleague-claims.ts';
import { createDayPlaces, type DayPlacesParts } from './day-places.ts';
import { notClaimedIn, notResolvedIn, notUsable } from './refusing.ts';

export interface TeamClaimsParts extends DayPlacesParts, Pick<BlockingClaimsParts, 'nameOf'> {
  readonly exchange: Pick<Exchange, 'membership' | 'epochs' | 'status' | 'now' | 'claim' | 'say'>;
  readonly environment: Environment;
  /** Owners let requests be sent while the database does not answer. */
  readonly allowsWithoutDatabase: () => boolean;
  /** Into the audit log of the profile. */
  readonly record: RecordAct;
}

export interface TeamClaims extends Claims {
  /** Gives back what was claimed before a stop and never journalled. Call when the exchange is on. */
  tidy(): void;
}

interface NewClaim {
  readonly key: string;
  readonly content: Uint8Array;
  readonly follows: string;
}

interface Sorted {
  /** New claims by the names that they take. */
  readonly free: Map<string, NewClaim>;
  readonly standing: Map<string, StandingClaim>;
  /** Requests for the same as one in `free`: they follow its claim. */
  readonly later: ClaimRequest[];
}

/** Colleagues may claim the same, or the next place of the day, between asking and claiming; one of them has it each time. */
const TRIES = 20;
export function createTeamClaims(parts: TeamClaimsParts): TeamClaims {
  const { table, exchange, own, stream, clock } = parts;
  /** A sandbox may have two of the same. */
  const isProduction = parts.environment === 'production';
  /** Claimed by this process and not in the journal yet. */
  const held = new Set<string>();
  /** How many own claims had been taken when none was left without its request; null where one was, or before it was looked. */
  let lookedThrough: number | null = null;
  const nameOfClaim = createClaimName(() => exchange.epochs.secretOf(1));
  const chains = createClaimChains(parts);
  const places = createDayPlaces(parts, nameOfClaim);
  const isHeld = (key: string) => held.has(key);
  const { isOwn, isEnded, firstBlocking, standingOf } = createBlockingClaims(parts, isHeld);

  /**
   * Not stated anything of while this computer may send under it (QUIET_MS). An older one is claimed anew, after itself:
   * the database gives that place once, so a colleague who goes on in spite of a statement meets the new claim.
   */
  const isYoung = ({ entry: { at } }: Claimed): boolean => {
    const age = clock.now() - Date.parse(at);
    return age >= 0 && age <= QUIET_MS / 2;
  };

  const contentOf = ({ key, operation, sameness }: ClaimRequest): Uint8Array => {
    const content: ClaimContent = { version: 1, key, operation, sameness, person: parts.person() };
    return Buffer.from(JSON.stringify(content));
  };

  /** What becomes of each request, as the log is. */
  function sortOut(
    requests: readonly ClaimRequest[],
    confirmed: readonly string[],
    found: ClaimChains,
  ): Sorted {
    const sorted: Sorted = { free: new Map(), standing: new Map(), later: [] };
    for (const request of requests) {
      const { key } = request;
      const claimName = nameOfClaim(request);
      const before = found.chains.get(claimName)?.at(-1);
      const inTheWay = firstBlocking(claimsOf(claimName, found, isEnded), request, confirmed);
      if (sorted.free.has(claimName)) sorted.later.push(request);
      else if (inTheWay !== undefined) sorted.standing.set(key, standingOf(inTheWay));
      else if (before !== undefined && isOwn(before, key) && isYoung(before)) held.add(key);
      else {
        const claim = { key, content: contentOf(request), follows: before?.hash ?? claimName };
        sorted.free.set(claimName, claim);
      }
    }
    return sorted;
  }

  /** False where a colleague was faster with one of them, or with a place. */
  async function claimAll(claims: readonly NewClaim[], asked: readonly ClaimRequest[]) {
    // First, so that nothing is claimed without its place.
    const all = [...places.claims(asked), ...claims];
    if (all.length === 0) return true;
    for (const { key } of claims) held.add(key);
    try {
      await exchange.claim(all);
      return true;
    } catch (error) {
      for (const { key } of claims) held.delete(key);
      nullWhereFollowed(error);
      return false;
    }
  }

  /**
   * One request as the first of its kind, which it mostly is: the database refuses it where the same was claimed before,
   * and only then it is looked by whom. False where it was refused, not tried, or took too long.
   */
  async function claimFirst(requests: readonly ClaimRequest[]): Promise<boolean> {
    const [request, another] = requests;
    if (request === undefined || another !== undefined || held.has(request.key)) return false;
    const began = clock.now();
    const claim = { key: request.key, content: contentOf(request), follows: nameOfClaim(request) };
    // What was given back since is looked for.
    if (table.named([claim.follows]).length > 0 || places.over(requests) !== null) return false;
    return (await claimAll([claim], requests)) && isFresh(began, clock.now());
  }

  /**
   * null where it is to be looked at anew: a colleague was faster, or it took too long.
   * @param isRead all of the log was, just now
   */
  async function takeOnce(
    requests: readonly ClaimRequest[],
    confirmed: readonly string[],
    isRead = false,
  ): Promise<Pick<Sorted, 'standing' | 'later'> | null> {
    const began = clock.now();
    const found = await chains.of([...new Set(requests.map(nameOfClaim))]);
    await places.learn(requests);
    const { free, standing, later } = sortOut(requests, confirmed, found);
    const going = requests.filter(
      (request) => !standing.has(request.key) && !later.includes(request),
    );
    // What follows these within this call has to fit beside them.
    const tooMany = places.over([...going, ...later]);
    if (tooMany !== null) {
      if (isRead) throw tooMany;
      // What was given back is in the rest of the log.
      await exchange.now();
      return await takeOnce(requests, confirmed, true);
    }
    const isClaimed = await claimAll([...free.values()], going);
    return isClaimed && isFresh(began, clock.now()) ? { standing, later } : null;
  }

  async function take(
    requests: readonly ClaimRequest[],
    confirmed: readonly string[],
  ): Promise<ReadonlyMap<string, StandingClaim>> {
    for (let number = 0; number < TRIES; number += 1) {
      // What waited to be sent since the database was away may be what a colleague was faster with.
      const taken = await takeOnce(requests, confirmed).catch(nullWhereFollowed);
      if (taken === null) continue;
      const { standing, later } = taken;
      if (later.length === 0) return standing;
      // They follow what was claimed just now.
      return new Map([...standing, ...(await take(later, confirmed))]);
    }
    throw new NotClaimed(
      'Colleagues are sending right now, so nothing was sent. Try again in a moment.',
      'team-busy',
    );
  }

  /** What is claimed by this computer, and neither journalled nor about to be. */
  function unused(): ReleaseContent['claims'] {
    const { members, fork } = exchange.membership();
    const role = members.get(own)?.role ?? null;
    if (fork !== null || role === null || !mayWrite(role, 'release')) return [];
    const without = table.withoutRequest(own);
    lookedThrough = without.length === 0 ? table.takenOf(own) : null;
    const claims = without.filter(({ key }) => !held.has(key));
    return claims.slice(0, 10_000).map(({ hash }) => hash);
  }

  function giveBack(): void {
    // Asked after whatever came of the team; what this computer claims itself is seldom among it.
    if (lookedThrough === table.takenOf(own) || unused().length === 0) return;
    // Looked at again as it is written: the same may be tried again until then.
    const made = () => {
      const claims = unused();
      if (claims.length === 0) return null;
      return {
        kind: 'release' as const,
        content: Buffer.from(JSON.stringify({ version: 1, claims })),
      };
    };
    // Where it can't be said now, `tidy` says it later.
    exchange.say(stream, made).catch(() => undefined);
  }

  function release(keys: readonly string[]): void {
    for (const key of keys) held.delete(key);
    giveBack();
  }

  /** What is thrown where a claim failed; null: it is sent without, within limits as far as they are known here. */
  function whyNot(error: unknown, requests: readonly ClaimRequest[]): unknown {
    if (error instanceof NotClaimed) return error;
    if (error instanceof TeamDatabaseRefused) return notUsable(error);
    const { state } = exchange.status();
    if (!(error instanceof TeamDatabaseAway) && state === 'on') return error;
    if (!isProduction) return places.over(requests);
    // It was asked just now. A refusal by the database, or another error, is no silence.
    const isAway = error instanceof TeamDatabaseAway && (state === 'on' || state === 'away');
    if (isAway && parts.allowsWithoutDatabase()) return places.over(requests);
    return new NotClaimed(
      'The team’s database does not respond, so Causeway can’t tell whether a colleague is sending the same request. Nothing was sent.',
      'team-away',
    );
  }

  /** The log is written before anything is sent. */
  function goWithout(requests: readonly ClaimRequest[]): ReadonlyMap<string, StandingClaim> {
    // What waits to be claimed is not given back before the journal has it.
    for (const { key } of requests) held.add(key);
    table.sentWithout(requests.map(({ key }) => key));
    if (isProduction)
      for (const [operation, some] of Map.groupBy(requests, (request) => request.operation))
        parts.record('sent-without-claim', {
          operation,
          requests: some.length,
          intentKeys: some.map(({ key }) => key).join(' '),
        });
    return new Map();
  }

  function stoppedWith(role: MemberRole | null) {
    const { state } = exchange.status();
    if (state === 'removed' || state === 'conflict') return state;
    if (exchange.membership().fork !== null) return 'forked';
    // Whoever joins again was in it before, with colleagues and a policy that it does not know of now.
    return role === null ? 'waiting' : null;
  }

  /** Whether others learn of what it sends; false where it sends by itself. Throws NotClaimed where it may not send. */
  function isSending(): boolean {
    const role = exchange.membership().members.get(own)?.role ?? null;
    const stopped = stoppedWith(role);
    if (stopped !== null) {
      if (isProduction) throw notClaimedIn(stopped);
      return false;
    }
    if (mayWrite(role, 'claim')) return true;
    throw new NotClaimed(
      `Nothing was sent: this computer’s role in the team is ${role}, which can’t send requests.`,
      'team-role',
    );
  }

  return {
    async take(requests, confirmed) {
      if (!isSending()) return new Map();
      const before = new Set(held);
      try {
        const standing = (await claimFirst(requests))
          ? new Map<string, StandingClaim>()
          : await take(requests, confirmed);
        // What was read meanwhile may be a fork.
        return isSending() ? standing : new Map();
      } catch (error) {
        const why = whyNot(error, requests);
        // What was read meanwhile may be a fork.
        if (why === null) return isSending() ? goWithout(requests) : new Map();
        // Nobody sends what this call claimed.
        release(requests.map(({ key }) => key).filter((key) => !before.has(key)));
        throw why;
      }
    },
    release,
    resolveBlocked() {
      const role = exchange.membership().members.get(own)?.role ?? null;
      if (mayWrite(role, 'settlement')) return null;
      const stopped = stoppedWith(role);
      if (stopped !== null) return notResolvedIn(stopped);
      return 'Only an owner or operator of the team can resolve requests of other computers.';
    },
    tidy: giveBack,
  };
}

/** Throws for any other error. */
function nullWhereFollowed(error: unknown): null {
  if (error instanceof ChainConflict && error.isFollowed) return null;
  throw error;
}
