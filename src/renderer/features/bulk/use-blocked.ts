/** Why nothing can be created now, or the team not asked for approval; null when it can. */
import { useWritesBlocked } from '../../app/shell/use-writes-blocked.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';

export function useBlocked(isProposal = false): string | null {
  const blocked = useWritesBlocked(isProposal ? 'approvalBlocked' : 'writesBlocked');
  const { knownAt } = useKnownAt();
  return knownAt === null ? blocked : asOfTexts.blocked;
}
