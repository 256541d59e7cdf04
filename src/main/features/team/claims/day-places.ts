/**
 * Places within a limit of a day: what sends a request to which one applies takes a place beside its claim, after the
 * last one that anybody of the team took. The database gives what comes after it once, so of two computers that count
 * the same one sends, and the other counts anew. What has no place (sent while the database was away, or by an
 * earlier version) counts as far as it is known.
 */
import { z } from 'zod';
import type { WriteName } from '../../../../contract/writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { jsonOrNull } from '../../../../platform/json-column.ts';
import { type ClaimContent, claimOfPlaces, samenessOfPlaces } from '../../../../team-log/claim.ts';
import { intactHash, type SignedEntry } from '../../../../team-log/entry.ts';
import { countsOf } from '../../../../team-log/membership.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import { type ClaimRequest, DayLimitReached, NotClaimed } from '../../../core/intents/claims.ts';
import { dayOf } from '../../../core/intents/sent-since.ts';
import type { Exchange } from '../exchange.ts';
import { createClaimReader } from './claim-chains.ts';
import type { ClaimsTable } from './claims-table.ts';
import { isNothing, type OutcomeSources, outcomeOf } from './outcome-beside.ts';
import type { Day, DoubtfulPlace } from './places-table.ts';
import { notWhole } from './refusing.ts';

export interface DayPlacesParts extends OutcomeSources {
  readonly table: ClaimsTable;
  readonly log: Pick<TeamLog, 'following'>;
  readonly exchange: Pick<Exchange, 'membership' | 'epochs' | 'now'>;
  readonly team: string;
  /** This computer's key in the team. */
  readonly own: string;
  /** ID of the profile’s stream. */
  readonly stream: string;
  readonly clock: Clock;
  readonly person: () => string | null;
  /** How many of a kind owners let the team create in a day; null: no limit. */
  readonly limitOf: (operation: WriteName) => number | null;
}

/** One after the other: more than a team takes on a day, in one question each. */
const LONGEST = 10_000;

/** What says that it is of another version than this computer's. */
const laterVersion = z.object({
  version: z.custom((version) => version !== undefined && version !== 1),
});

type Named = Pick<ClaimContent, 'operation' | 'sameness'>;

export function createDayPlaces(parts: DayPlacesParts, nameOf: (of: Named) => string) {
  const { table, log, exchange, own, clock } = parts;
  const { places } = table;
  const read = createClaimReader(parts);

  /** What the next ones follow. */
  function next(day: Day) {
    const after = places.last(day);
    return { after, follows: nameOf(samenessOfPlaces({ ...day, after })) };
  }

  /** Whether nothing exists of it, and nothing will. */
  function isFree({ author, key, claims }: DoubtfulPlace): boolean {
    const outcome = outcomeOf({ key, author, isReleased: false }, parts);
    if (outcome !== null) return isNothing(outcome);
    const stated = table.settlements(claims);
    const isAbsent = (claim: string): boolean => {
      const verdicts = stated.get(claim)?.map(({ verdict }) => verdict) ?? [];
      return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'absent');
    };
    return claims.length > 0 && claims.every(isAbsent);
  }

  const used = (day: Day): number => places.count(day) - places.doubtful(day).filter(isFree).length;

  /** Those to which a limit applies and that have no place of today that counts. */
  function wantedBy(requests: readonly ClaimRequest[]) {
    const today = dayOf(clock.now());
    return [...Map.groupBy(requests, (request) => request.operation)].flatMap(
      ([operation, some]) => {
        const limit = parts.limitOf(operation);
        if (limit === null) return [];
        const day = { operation, day: today };
        const asked = some.map(({ key }) => key);
        // Others may have one that is free by now.
        const free = places.doubtful(day, { author: own, keys: asked }).filter(isFree);
        const keys = [...places.without(own, day, asked), ...free.map(({ key }) => key)];
        return keys.length === 0 ? [] : [{ day, keys, limit }];
      },
    );
  }

  /** Where they are more than is left. */
  function over(requests: readonly ClaimRequest[]): DayLimitReached | null {
    for (const { day, keys, limit } of wantedBy(requests)) {
      if (places.most(day) + keys.length <= limit) continue;
      const left = Math.max(0, limit - used(day));
      if (keys.length > left) return new DayLimitReached(left);
    }
    return null;
  }

  /** null where it holds no next places. */
  async function nextPlaces(entry: SignedEntry, day: Day, after: string | null) {
    try {
      const { taken } = await read(entry);
      const isOfDay = taken?.operation === day.operation && taken.day === day.day;
      return isOfDay && taken.after === after ? taken : null;
    } catch (error) {
      if (error instanceof NotClaimed) return null;
      throw error;
    }
  }

  /** What an entry took: nothing where its author may not claim, whatever it holds; null for another form. Throws NotClaimed. */
  async function takenBy(entry: SignedEntry, day: Day, after: string | null) {
    const hash = intactHash(entry);
    if (hash === null) throw notWhole();
    const counts = () => countsOf(exchange.membership(), entry, hash);
    const known = counts() ? await nextPlaces(entry, day, after) : null;
    if (known !== null) return known;
    // Who may claim is in the rest of the log.
    await exchange.now();
    return counts() ? await nextPlaces(entry, day, after) : { ...day, after, keys: [] };
  }

  /**
   * Whether its author put something there that is no next place: what it follows only the team can name, and every
   * computer reads the same of what it opens, and as little of what it has the key of and can't open. That key may be
   * one that the database withholds, or of another branch of members, and a later version may take places in a form
   * of its own.
   */
  function isOfOtherForm(entry: SignedEntry, follows: string): boolean {
    if (entry.follows !== follows || entry.kind !== 'claim' || entry.stream !== parts.stream)
      return false;
    try {
      return jsonOrNull(laterVersion, exchange.epochs.open(entry)) === null;
    } catch {
      // Each branch may begin an epoch of the same number.
      const { fork, resolved } = exchange.membership();
      return fork === null && resolved.length === 0 && exchange.epochs.has(entry.epoch);
    }
  }

  /** Takes what others took since. Throws NotClaimed. */
  async function follow(day: Day): Promise<void> {
    for (let step = 0; step < LONGEST; step += 1) {
      const { after, follows } = next(day);
      const [entry] = await log.following([follows]);
      if (entry === undefined) return;
      const taken = await takenBy(entry, day, after);
      if (taken !== null) table.learnPlaces(entry, taken);
      else if (isOfOtherForm(entry, follows)) table.passPlaces(entry, { ...day, after });
      else throw notWhole();
    }
    throw notWhole();
  }

  return {
    over,
    /** What others took. Throws NotClaimed. */
    async learn(requests: readonly ClaimRequest[]): Promise<void> {
      for (const { day } of wantedBy(requests)) await follow(day);
    },
    /** Claims of the places that are wanting, where they are not `over`. */
    claims: (requests: readonly ClaimRequest[]) =>
      wantedBy(requests).map(({ day, keys }) => {
        const { after, follows } = next(day);
        const content = claimOfPlaces({ ...day, after, keys }, parts.person());
        return { content: Buffer.from(JSON.stringify(content)), follows };
      }),
  };
}
