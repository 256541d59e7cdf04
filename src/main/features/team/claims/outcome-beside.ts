/** What became of a claimed request, beside what people stated of it: they stand side by side, and differ or not. */
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { ClaimStatement, ListedClaim } from './claims-table.ts';

/** By the computer that claimed it. */
export interface ClaimOutcome {
  /** `released`: it gave the claim back, having sent nothing. */
  readonly state: Intent['state'] | 'released';
  readonly resourceId: string | null;
}

/** null while that computer has said nothing. */
export function outcomeOf(
  { key, isReleased }: Pick<ListedClaim, 'key' | 'isReleased'>,
  intents: Pick<Intents, 'get'>,
): ClaimOutcome | null {
  const intent = intents.get(key);
  if (intent !== null) return { state: intent.state, resourceId: intent.resourceId };
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
