/** Words of the service turned into words of people, and back to the original where we know none. */
import { stateLabel } from '../../bridge/state-label.ts';
import { asSeen } from './hidden-characters.ts';

/** `proof_of_address` → `Proof of address`; `photo_id` → `Photo ID`. */
export function formatCriterion(name: string): string {
  const known: Readonly<Record<string, string>> = {
    terms_of_service: 'Terms of service accepted',
    email_address: 'Email address',
    photo_id: 'Photo ID',
  };
  const word = known[name];
  if (word !== undefined) return word;
  return sentenceCase(name.replace(/[_-]+/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2'));
}

/** A state as people read it. */
export const formatState = (state: string): string => asSeen(stateLabel(state));

/** Rails and networks that a verification profile may be named after, as people write them. */
const profileWords: Readonly<Record<string, string>> = {
  ach: 'ACH',
  eu: 'EU',
  eur: 'EUR',
  sepa: 'SEPA',
  sol: 'Solana',
  swift: 'SWIFT',
  us: 'US',
  usd: 'USD',
};

/** `sepa` → `SEPA verification`, `us_wire` → `US wire verification`. The names are an open set (Interface 2.1). */
export function formatVerificationProfile(name: string): string {
  const parts = name.split(/[\s_-]+/).filter((part) => part !== '');
  const written = parts.map((part) => profileWords[part.toLowerCase()] ?? part).join(' ');
  if (written === '') return name;
  const words = `${written.charAt(0).toUpperCase()}${written.slice(1)}`;
  return /verification$/i.test(words) ? words : `${words} verification`;
}

/** First letter large, the others as they are after lowering. */
export function sentenceCase(text: string): string {
  const lower = text.trim().toLowerCase();
  return lower === '' ? text : `${lower.charAt(0).toUpperCase()}${lower.slice(1)}`;
}
