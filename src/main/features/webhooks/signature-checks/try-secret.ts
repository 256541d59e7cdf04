/** Tries a secret on the deliveries that await one, before it is stored. */
import { openDelivery } from '../inbox/open-delivery.ts';
import { createSignatureCheck } from './check-signature.ts';
import { type CheckSignaturesAgainParts, signatureIn } from './check-signatures-again.ts';
import { isVerified, type StoredSecret } from './types.ts';

const PAGE = 50;

export interface SecretTrial {
  /** Signed deliveries that were tried: all of the path, or those up to the one that matches. */
  readonly signed: number;
  readonly isMatching: boolean;
}

export async function trySecret(
  parts: Pick<CheckSignaturesAgainParts, 'inbox' | 'profileId' | 'privateKey' | 'yieldNow'>,
  slotPath: string,
  secret: StoredSecret,
): Promise<SecretTrial> {
  const { inbox, profileId, privateKey } = parts;
  const check = createSignatureCheck();
  /** null of one that is unsigned or can't be opened. */
  const matches = (arrival: number): boolean | null => {
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind !== 'opened') return null;
    const signature = signatureIn(opened.content.headers);
    if (signature === undefined) return null;
    return isVerified(check.judge(opened.content.body, signature, [secret]).kind);
  };
  let signed = 0;
  for (let after = 0; ; ) {
    const page = inbox.waiting({ profileId, slotPath, after, limit: PAGE });
    for (const { arrival } of page.filter(({ keeping }) => keeping === 'held')) {
      const isMatching = matches(arrival);
      if (isMatching !== null) signed += 1;
      if (isMatching === true) return { signed, isMatching };
    }
    after = page.at(-1)?.arrival ?? after;
    if (page.length < PAGE || !(await parts.yieldNow())) return { signed, isMatching: false };
  }
}
