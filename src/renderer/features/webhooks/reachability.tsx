/**
 * How a way in from outside is spoken of. Nothing but a check that is fresh may look good: the word
 * is always about the last check, and never "connected".
 */
import { useStore } from 'zustand';
import { checkHoldsMs } from '../../../bridge/check-age.ts';
import type { WebhookReachability } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useSeconds } from '../../components/use-now.ts';
import { exactAge } from '../../format/exact-age.ts';
import { webhookTexts } from './texts.ts';

const texts = webhookTexts.reachability;

export interface Reachability {
  state: WebhookReachability['state'];
  kind?: WebhookReachability['kind'];
  lastProvenAt: string | null;
}

export interface ReachabilityWords {
  tone: Tone;
  /** The outcome of the check: `Check passed`, `Failed`. */
  state: string;
  /** `Check passed 12 s ago`; null where that is not known, or says nothing of now. */
  last: string | null;
}

/** `isFollowed`: main can still tell when the state changes. */
export function reachabilityWords(
  { state, kind, lastProvenAt }: Reachability,
  now: number,
  isFollowed: boolean,
): ReachabilityWords {
  const inTime = state === 'proven' ? texts.lastProven : texts.lastPassed;
  const last = lastProvenAt === null ? null : inTime(exactAge(lastProvenAt, now));
  const words = texts.states[state];
  switch (state) {
    case 'proven': {
      if (lastProvenAt === null) return { tone: 'grey', state: texts.neverProven, last };
      const isFresh = isFollowed && now - Date.parse(lastProvenAt) < checkHoldsMs;
      return isFresh
        ? { tone: 'green', state: words, last }
        : { tone: 'grey', state: texts.notProvenNow, last };
    }
    case 'failed':
    case 'url-changed':
      return { tone: 'red', state: words, last };
    case 'opening':
    case 'proving':
      return { tone: 'blue', state: words, last: null };
    case 'not-provable':
      return { tone: 'amber', state: words, last };
    case 'elsewhere':
      return { tone: 'grey', state: kind === 'team-relay' ? texts.atRelay : words, last: null };
    case 'closed':
      return { tone: 'grey', state: words, last: null };
  }
}

/** What is so and what to do. Of a proof the words count the age themselves, which a sentence can't. */
export const reachabilityMessage = (proof: {
  state: Reachability['state'];
  sentence: string;
}): string => (proof.state === 'proven' ? texts.cameBack : proof.sentence);

/** In one line: what is good or stale is said by its last proof alone. */
export const reachabilityLine = ({ tone, state, last }: ReachabilityWords): string =>
  last === null ? state : tone === 'green' || tone === 'grey' ? last : `${state}, ${last}`;

export function useReachabilityWords(proof: Reachability): ReachabilityWords {
  const { status } = useBridge();
  const isFollowed = useStore(status, ({ state }) => state === 'connected');
  return reachabilityWords(proof, useSeconds(), isFollowed);
}

export function ReachabilityMark({ proof }: { proof: Reachability }) {
  const words = useReachabilityWords(proof);
  return <StatusMark tone={words.tone}>{reachabilityLine(words)}</StatusMark>;
}
