/** Whether deliveries can get in, by the last proof. */
import { useStore } from 'zustand';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { type Proof, type ProofWords, proofLine, proofWords } from '../format/token-check-words.ts';
import { StatusMark } from './status-mark.tsx';
import { useSeconds } from './use-seconds.ts';

export function useProofWords(proof: Proof): ProofWords {
  const { status } = useBridge();
  const isFollowed = useStore(status, ({ state }) => state === 'connected');
  return proofWords(proof, useSeconds(), isFollowed);
}

export function ProofMark({ proof }: { proof: Proof }) {
  const words = useProofWords(proof);
  return <StatusMark tone={words.tone}>{proofLine(words)}</StatusMark>;
}
