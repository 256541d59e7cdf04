/**
 * How a way in from outside is spoken of. Nothing but a proof that is fresh may look good: the word
 * is always about the last proof, and never "connected".
 */
import { checkHoldsMs } from '../../bridge/check-age.ts';
import type { WayIn } from '../../bridge/webhooks.ts';
import type { Tone } from '../components/status-mark.tsx';
import { tokenCheckTexts as texts } from '../texts/token-check.ts';
import { exactAge } from './exact-age.ts';

export interface Proof {
  state: WayIn['state'];
  lastProvenAt: string | null;
}

export interface ProofWords {
  tone: Tone;
  /** The outcome of the check: `Check passed`, `Failed`. */
  state: string;
  /** `Check passed 12 s ago`; null where that is not known, or says nothing of now. */
  last: string | null;
}

/** `isFollowed`: main can still tell when the state changes. */
export function proofWords(
  { state, lastProvenAt }: Proof,
  now: number,
  isFollowed: boolean,
): ProofWords {
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
    case 'closed':
    case 'elsewhere':
      return { tone: 'grey', state: words, last: null };
  }
}

/** What is so and what to do. Of a proof the words count the age themselves, which a sentence can't. */
export const proofSentence = (proof: { state: Proof['state']; sentence: string }): string =>
  proof.state === 'proven' ? texts.cameBack : proof.sentence;

/** In one line: what is good or stale is said by its last proof alone. */
export const proofLine = ({ tone, state, last }: ProofWords): string =>
  last === null ? state : tone === 'green' || tone === 'grey' ? last : `${state}, ${last}`;
