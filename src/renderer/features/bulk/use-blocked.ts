/** Why nothing can be created now, or the team not asked for approval; null when it can. */
import { useConnection } from '../../app/shell/use-connection.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';

export function useBlocked(isProposal = false): string | null {
  const connection = useConnection();
  const { knownAt } = useKnownAt();
  if (knownAt !== null) return asOfTexts.blocked;
  return connection?.[isProposal ? 'approvalBlocked' : 'writesBlocked'] ?? null;
}
