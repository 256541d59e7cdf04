/** How a desk checks that a URL reaches a relay of its team that takes deliveries on a path: the relay signs a nonce. */
import { isSignedBy } from '../platform/signature.ts';
import type { TeamSigning } from './entry.ts';

/** Header of the answer: the relay's Ed25519 key, a full stop, its signature. */
export const relayCheckHeader = 'causeway-relay';

const purpose = 'causeway relay check';

export interface RelayCheck {
  readonly team: string;
  /** 32 hex digits. */
  readonly path: string;
  /** 32 hex digits, random. */
  readonly nonce: string;
}

const contentOf = ({ team, path, nonce }: RelayCheck): string => `${team}\n${path}\n${nonce}`;

export const answerCheck = (own: Pick<TeamSigning, 'publicKey' | 'sign'>, check: RelayCheck) =>
  `${own.publicKey}.${own.sign(purpose, contentOf(check))}`;

/** Key of the relay that answered; null where none of these did. */
export function answeredBy(
  answer: string | null,
  relays: readonly string[],
  check: RelayCheck,
): string | null {
  const [key = '', signature = ''] = answer?.split('.') ?? [];
  return relays.includes(key) && isSignedBy(key, purpose, contentOf(check), signature) ? key : null;
}
