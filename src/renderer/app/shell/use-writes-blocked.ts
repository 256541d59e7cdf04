/** Why nothing can be created now, or the team not asked for approval; null when it can. */
import { useStore } from 'zustand';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { useConnection } from './use-connection.ts';

/** Whether no call reaches Causeway now. */
export function useIsCutOff(): boolean {
  const state = useStore(useBridge().status, (status) => status.state);
  return state === 'lost' || state === 'refused';
}

/** What was answered last says nothing while nobody answers. */
export function useWritesBlocked(
  of: 'writesBlocked' | 'approvalBlocked' = 'writesBlocked',
): string | null {
  const connection = useConnection();
  const isCutOff = useIsCutOff();
  if (isCutOff) return frameTexts.connection.bridgeLost;
  return connection?.[of] ?? null;
}
