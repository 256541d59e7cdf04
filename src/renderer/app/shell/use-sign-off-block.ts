/** Why nothing can be signed off or resolved now; null when it can. */
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useConnection } from './use-connection.ts';
import { useIsCutOff } from './use-writes-blocked.ts';

export function useSignOffBlock(): string | null {
  const mode = useConnection()?.mode;
  const { knownAt } = useKnownAt();
  const isCutOff = useIsCutOff();
  if (isCutOff) return frameTexts.connection.bridgeLost;
  if (knownAt !== null) return asOfTexts.blocked;
  return mode === 'review' ? frameTexts.reviewer.noSignOff : null;
}
