/** Which claim of the same stands in the way of a request, and what a person is told of it. */
import { countsOf } from '../../../../team-log/membership.ts';
import type { ClaimRequest, StandingClaim } from '../../../core/intents/claims.ts';
import type { Exchange } from '../exchange.ts';
import type { Claimed } from './claim-chains.ts';
import type { ClaimsTable } from './claims-table.ts';
import { sentenceOf } from './colleague-claims.ts';
import {
  isDifferent,
  isKnownHere,
  isNothing,
  type OutcomeSources,
  outcomeOf,
} from './outcome-beside.ts';

export interface BlockingClaimsParts extends OutcomeSources {
  readonly table: Pick<ClaimsTable, 'isReleased'>;
  readonly exchange: Pick<Exchange, 'membership'>;
  /** This computer's key in the team. */
  readonly own: string;
  /** What members call themselves, by their keys. */
  readonly nameOf: (author: string) => string;
}

/** @param isHeld claimed by this process under this key, and not in the journal yet */
export function createBlockingClaims(parts: BlockingClaimsParts, isHeld: (key: string) => boolean) {
  const { table, exchange, own, intents, nameOf } = parts;

  /** By who may claim, as far as the log was read: of any other nothing is believed, and a person is asked. */
  const counts = ({ entry, hash }: Claimed): boolean =>
    countsOf(exchange.membership(), entry, hash);

  /** Claimed by this computer for this very request, and not given back since. */
  const isOwn = (before: Claimed, key: string): boolean =>
    before.entry.author === own &&
    before.content.key === key &&
    !table.isReleased(before.hash) &&
    before.settlements.length === 0;

  /** Nothing exists of its request, and nothing will. */
  function isEnded(claimed: Claimed): boolean {
    const { entry, content } = claimed;
    const { key } = content;
    if (!counts(claimed)) return false;
    const outcome = outcomeHere(claimed);
    // Where people stated something, a person is asked about that, but for what it turned out to agree with.
    if (claimed.settlements.length > 0)
      return isNothing(outcome) && !isDifferent(claimed.settlements, outcome);
    // Claimed and never journalled.
    const isForgotten = entry.author === own && !isHeld(key) && intents.get(key) === null;
    return isNothing(outcome) || (outcome === null && isForgotten);
  }

  const outcomeHere = ({ hash, entry: { author }, content: { key } }: Claimed) =>
    outcomeOf({ key, author, isReleased: table.isReleased(hash) }, parts);

  function isConfirmed(claimed: Claimed, confirmed: readonly string[]): boolean {
    const { key } = claimed.content;
    const names = [nameOfStanding(claimed), intents.get(key)?.resourceId];
    // What was confirmed before anybody stated something is asked once more.
    if (claimed.settlements.length === 0) names.push(key);
    else names.push(...claimed.settlements.map(({ resourceId }) => resourceId));
    return names.some((name) => typeof name === 'string' && confirmed.includes(name));
  }

  const mayFollow = (before: Claimed, request: ClaimRequest, confirmed: readonly string[]) =>
    (request.isSecond === true && isKnownHere(before, own, intents)) ||
    isEnded(before) ||
    isConfirmed(before, confirmed) ||
    (request.takes?.has(nameOfStanding(before)) === true && standingOf(before).isAllowed === true);

  const firstBlocking = (
    before: readonly Claimed[],
    request: ClaimRequest,
    confirmed: readonly string[],
  ): Claimed | undefined =>
    before.find((claim) => !isOwn(claim, request.key) && !mayFollow(claim, request, confirmed));

  const nameOfStanding = ({ hash, settlements }: Claimed): string =>
    settlements.length === 0
      ? `claim:${hash}`
      : `settlement:${settlements
          .map((settlement) => settlement.hash)
          .toSorted()
          .join('+')}`;

  function standingOf(claimed: Claimed): StandingClaim {
    const { entry, content } = claimed;
    const { key, person } = content;
    const name = nameOfStanding(claimed);
    if (!counts(claimed)) return { name, sentence: strange };
    const who = [person ?? 'somebody', `on “${nameOf(entry.author)}”`].join(' ');
    const when = `${entry.at.slice(0, 16).replace('T', ' ')} UTC`;
    const { settlements } = claimed;
    if (settlements.length > 0) {
      const isOtherwise = isDifferent(settlements, outcomeHere(claimed));
      const sentence = sentenceOf({ who, when }, settlements, isOtherwise, nameOf);
      const said = isOtherwise ? 'exists' : settlements[0]?.verdict;
      return { name, sentence, isAllowed: said !== 'exists', isNotCreated: said === 'absent' };
    }
    const { state, resourceId: id = null } = intents.get(key) ?? {};
    if (state === 'absent')
      return {
        name,
        sentence: `The same request was sent by ${who} at ${when}. Somebody marked it as not created, which counts only from that computer, an owner or an operator. An owner or operator can reopen it under Unresolved and resolve it again.`,
      };
    const unknown = `The same request was sent, or is being sent, by ${who} since ${when}; its outcome is not known here yet. If that computer does not come back, an owner or operator can resolve the request under Unresolved.`;
    const sentence =
      id === null ? unknown : `The same request was sent by ${who} at ${when} and created ${id}.`;
    return { name, sentence };
  }

  return { isOwn, isEnded, firstBlocking, standingOf };
}

const strange =
  'Somebody who may not send for this team says that the same request is being sent. Ask an owner who that is.';
