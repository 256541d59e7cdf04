/**
 * Judges deliveries (Interface 5.2; decisions 9) with the cryptography of Node, because it is asked
 * for every delivery. The contract has the same rule on another implementation; a test holds both
 * against each other.
 */
import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { reserialised } from './reserialised.ts';
import type { NewSignatureCheck, SecretsOfPath, StoredSecret } from './types.ts';

/** First 16 hex digits of the SHA-256 of a secret: says which one it was, and nothing of it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, 16);

/** Whether these 32 bytes are the HMAC-SHA256 of the body under this key, in constant time. */
export const isSignedWith = (key: KeyObject, body: Uint8Array, given: Uint8Array): boolean =>
  given.length === 32 && timingSafeEqual(createHmac('sha256', key).update(body).digest(), given);

export interface CheckSignature {
  /** Never throws. `signature` is the header's value; several headers come joined and are wrong. */
  judge(body: Uint8Array, signature: string | undefined, secrets: SecretsOfPath): NewSignatureCheck;
}

const unjudged: NewSignatureCheck = {
  kind: 'not-yet-judged',
  webhookId: null,
  fingerprint: null,
  signature: null,
};

export function createSignatureCheck(): CheckSignature {
  /** Goes with the secret itself, so that locking forgets both. */
  const keys = new WeakMap<StoredSecret, KeyObject>();
  const keyOf = (held: StoredSecret): KeyObject => {
    const known = keys.get(held);
    if (known !== undefined) return known;
    const key = createSecretKey(held.secret, 'utf8');
    keys.set(held, key);
    return key;
  };
  const matches = (body: Uint8Array, held: StoredSecret, given: Uint8Array): boolean =>
    isSignedWith(keyOf(held), body, given);

  /** The slot's own secret first. */
  const match = (
    body: Uint8Array,
    given: Buffer,
    [own, ...others]: readonly StoredSecret[],
  ): NewSignatureCheck | 'duplicate-keys' | 'wrong' => {
    if (own === undefined) return 'wrong';
    if (matches(body, own, given)) return verdictOf('genuine', own, given);
    const again = reserialised(body);
    const isAgain = (held: StoredSecret): boolean =>
      again !== null && again !== 'duplicate-keys' && matches(again, held, given);
    if (isAgain(own)) return verdictOf('genuine-reserialised', own, given);
    const other = others.find((held) => matches(body, held, given) || isAgain(held));
    if (other !== undefined) return verdictOf('other-webhook', other, given);
    return again === 'duplicate-keys' ? again : 'wrong';
  };

  return {
    judge(body, header, secrets) {
      const own = typeof secrets === 'string' ? undefined : secrets[0];
      const tried = {
        webhookId: own?.webhookId ?? null,
        fingerprint: own?.fingerprint ?? null,
        signature: null,
      };
      // These two need no secret: no secret will ever make them genuine.
      if (header === undefined || header === '') return { kind: 'missing', ...tried };
      const given = bytesOf(header);
      if (given === null) return { kind: 'wrong', ...tried };
      if (typeof secrets === 'string') return unjudged;
      const matched = match(body, given, secrets);
      return typeof matched === 'string' ? { kind: matched, ...tried } : matched;
    },
  };
}

const verdictOf = (
  kind: NewSignatureCheck['kind'],
  { webhookId, fingerprint }: StoredSecret,
  signature: Buffer,
): NewSignatureCheck => ({ kind, webhookId, fingerprint, signature: signature.toString('hex') });

/** 32 bytes from 64 hex digits in either case; null for anything else. Its form is no secret. */
function bytesOf(header: string): Buffer | null {
  if (header.length !== 64) return null;
  const bytes = Buffer.from(header, 'hex');
  return bytes.length === 32 ? bytes : null;
}
