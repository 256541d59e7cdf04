/** What became of a claimed request, beside what people stated of it: they stand side by side, and differ or not. */
import { mayWrite } from '../../../../team-log/kinds.ts';
import type { Membership } from '../../../../team-log/membership.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { Claimed } from './claim-chains.ts';
import type { ClaimStatement, ClaimsTable, ListedClaim, Signer } from './claims-table.ts';

/** By the computer that claimed it. */
export interface ClaimOutcome {
  /** `released`: it gave the claim back, having sent nothing. */
  readonly state: Intent['state'] | 'released';
  readonly resourceId: string | null;
}

/** What is known of claimed requests. */
export interface OutcomeSources {
  readonly intents: Pick<Intents, 'get'>;
  /** This computer's own, which it sent; or its author signed it, first or later, and somebody who may resolve it each resolution that stands. */
  readonly isSignedBy: (intent: Pick<Intent, 'key'>, author: string) => boolean;
}

export function createSignerCheck(
  table: Pick<ClaimsTable, 'signersOf' | 'resolutionsOf' | 'isSentHere'>,
  membership: () => Pick<Membership, 'members'>,
  own: string,
): OutcomeSources['isSignedBy'] {
  // By the role of now, or the last one: when a resolution was told it is not known, so it may be after another role ended.
  const mayResolve = (member: string): boolean =>
    mayWrite(membership().members.get(member)?.tenures.at(-1)?.role, 'settlement');
  return ({ key }, author) => {
    const told = [...Map.groupBy(table.signersOf(key, own), ({ entry }) => entry).values()];
    const ofKind = (kind: Signer['what']) =>
      told.filter((signed) => signed.some(({ what }) => what === kind));
    const requests = ofKind('request');
    const resolutions = ofKind('resolution');
    // For one of the entries, its kind and its signers are lost.
    if (requests.length + resolutions.length < told.length) return false;
    // What this computer sent, under whichever key it was in the team then, or resolved by itself.
    const isOwn = (signed: readonly Signer[]) => !signed.some(({ isFirst }) => isFirst);
    const isFromAuthor =
      requests.every(isOwn) ||
      requests.flat().some(({ signer }) => signer === author) ||
      (author === own && table.isSentHere(key));
    const isBelieved = (one: string | null): boolean =>
      one !== null && (one === author || mayResolve(one));
    const isResolvedBy = (signed: readonly Signer[]): boolean =>
      (isOwn(signed) && isBelieved(own)) || signed.some(({ signer }) => isBelieved(signer));
    const { last, followed } = table.resolutionsOf(key);
    // Who resolves it anew vouches for it: what that follows stands no more, whatever became of its author's role.
    const isPast = (signed: readonly Signer[]) => signed.some(({ entry }) => followed.has(entry));
    return (
      isFromAuthor &&
      resolutions.every((signed) => isPast(signed) || isResolvedBy(signed)) &&
      last.every((one) => isResolvedBy(told.flat().filter(({ entry }) => entry === one)))
    );
  };
}

/** null while that computer has said nothing: what another member says of its request frees nothing. */
export function outcomeOf(
  { key, author, isReleased }: Pick<ListedClaim, 'key' | 'author' | 'isReleased'>,
  { intents, isSignedBy }: OutcomeSources,
): ClaimOutcome | null {
  const intent = intents.get(key);
  if (intent !== null && isSignedBy({ key }, author))
    return { state: intent.state, resourceId: intent.resourceId };
  return isReleased ? { state: 'released', resourceId: null } : null;
}

/**
 * Whether who looked at what is known here can have known of it, or looked since: a claim alone, of a colleague, is
 * shown to nobody.
 */
export const isKnownHere = (
  { entry, content }: Pick<Claimed, 'entry' | 'content'>,
  own: string,
  intents: OutcomeSources['intents'],
): boolean => entry.author === own || intents.get(content.key) !== null;

const nothing: ReadonlySet<ClaimOutcome['state']> = new Set([
  'refused',
  'not-sent',
  'absent',
  'released',
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
