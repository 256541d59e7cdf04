/** Why nothing can be created now; null when it can. */
import { useConnection } from '../../app/shell/use-connection.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';

export function useBlocked(): string | null {
  const connection = useConnection();
  const { knownAt } = useKnownAt();
  return knownAt === null ? (connection?.writesBlocked ?? null) : asOfTexts.blocked;
}
