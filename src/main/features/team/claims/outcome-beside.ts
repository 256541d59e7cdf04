/** What became of a claimed request, beside what people stated of it: they stand side by side, and differ or not. */
import { mayWrite } from '../../../../team-log/kinds.ts';
import type { Membership } from '../../../../team-log/membership.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { ClaimStatement, ClaimsTable, ListedClaim } from './claims-table.ts';

/** By the computer that claimed it. */
export interface ClaimOutcome {
  /** `released`: it gave the claim back, having sent nothing. */
  readonly state: Intent['state'] | 'released';
  readonly resourceId: string | null;
}

/** What is known of claimed requests. */
export interface OutcomeSources {
  readonly intents: Pick<Intents, 'get'>;
  /** This computer's own; or its author signed what it is known by, and who may resolve it each resolution. */
  readonly isToldBy: (key: string, author: string) => boolean;
}

export function createTold(
  table: Pick<ClaimsTable, 'tellersOf'>,
  membership: () => Pick<Membership, 'members'>,
  own: string,
): OutcomeSources['isToldBy'] {
  const mayResolve = (member: string): boolean =>
    mayWrite(membership().members.get(member)?.role, 'settlement');
  return (key, author) => {
    const told = table.tellersOf(key);
    const isOwn =
      author === own || told.some(({ what, teller }) => what === 'request' && teller === author);
    return (
      isOwn &&
      told.every(
        ({ what, teller }) => what === 'request' || teller === author || mayResolve(teller),
      )
    );
  };
}

/** null while that computer has said nothing: what another member says of its request frees nothing. */
export function outcomeOf(
  { key, author, isReleased }: Pick<ListedClaim, 'key' | 'author' | 'isReleased'>,
  { intents, isToldBy }: OutcomeSources,
): ClaimOutcome | null {
  const intent = intents.get(key);
  if (intent !== null && isToldBy(key, author))
    return { state: intent.state, resourceId: intent.resourceId };
  return isReleased ? { state: 'released', resourceId: null } : null;
}

const nothing: ReadonlySet<ClaimOutcome['state']> = new Set([
  ...(['refused', 'not-sent', 'absent', 'released'] as const),
]);
export const isNothing = (outcome: ClaimOutcome | null): boolean =>
  outcome !== null && nothing.has(outcome.state);

type Stated = Pick<ClaimStatement, 'verdict' | 'resourceId'>;

/** Two people stated different things, or that computer says something else. */
export function isDifferent(stated: readonly Stated[], outcome: ClaimOutcome | null): boolean {
  const [first] = stated;
  if (first === undefined) return false;
  const isOtherwise = ({ verdict, resourceId }: Stated): boolean =>
    verdict !== first.verdict || resourceId !== first.resourceId;
  return stated.some(isOtherwise) || contradicts(first, outcome);
}

function contradicts({ verdict, resourceId }: Stated, outcome: ClaimOutcome | null): boolean {
  if (outcome === null) return false;
  if (verdict === 'exists' && isNothing(outcome)) return true;
  // Allowed again, or said not to exist, and it does.
  return outcome.resourceId !== null && outcome.resourceId !== resourceId;
}
