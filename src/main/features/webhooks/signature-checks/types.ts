/** What a signature says about a delivery (Interface 5.2; docs/architecture.md, 4). */

/**
 * - `genuine`: signed with the webhook's own secret over the raw bytes;
 * - `genuine-reserialised`: only the body parsed and serialised again matches (decisions 9);
 * - `duplicate-keys`: signed by none of ours over the raw bytes, and the body names a key twice, so it
 *   says different things to different readers and is not compared in its re-serialised form;
 * - `other-webhook`: signed with the secret of another of our webhooks;
 * - `wrong`: signed with no secret that we hold; `missing`: not signed;
 * - `not-yet-judged`: the secret is not known yet, or locked.
 */
export const signatureCheckKinds = [
  'genuine',
  'genuine-reserialised',
  'duplicate-keys',
  'other-webhook',
  'wrong',
  'missing',
  'not-yet-judged',
] as const;
export type SignatureCheckKind = (typeof signatureCheckKinds)[number];

export const isVerified = (kind: SignatureCheckKind): boolean =>
  kind === 'genuine' || kind === 'genuine-reserialised';

export interface NewSignatureCheck {
  readonly kind: SignatureCheckKind;
  /** The webhook whose secret matched; for `wrong` and `duplicate-keys` the one whose secret was tried first. */
  readonly webhookId: string | null;
  /**
   * First 16 hex digits of the SHA-256 of the secret that matched, or was tried first. Where a member of the team who
   * has the secret checked the signature: `checkedByMember`.
   */
  readonly fingerprint: string | null;
  /** The signature, where it matched: 64 lowercase hex digits. Names the delivery's content. */
  readonly signature: string | null;
}

const memberMark = 'member:';
/** In place of a secret's fingerprint. @param key of the member in the team */
export const checkedByMember = (key: string): string => `${memberMark}${key.slice(0, 16)}`;
/** Beginning of the key of the member who judged; null where this computer did. */
export const memberWhoChecked = (fingerprint: string | null): string | null =>
  fingerprint?.startsWith(memberMark) === true ? fingerprint.slice(memberMark.length) : null;

/** A verdict as it is kept. Appended, never changed. */
export interface SignatureCheck {
  readonly kind: SignatureCheckKind;
  readonly webhookId: string | null;
  readonly fingerprint: string | null;
  /** Milliseconds since 1970. */
  readonly judgedAt: number;
  /** False for what is not genuine, and for what was judged later before such signatures were kept. */
  readonly hasSignature: boolean;
}

/** A secret that main holds while the vault is open. */
export interface StoredSecret {
  readonly webhookId: string;
  /** The whole text with its prefix (Interface 2.6). */
  readonly secret: string;
  /** First 16 hex digits of the SHA-256 of the secret. */
  readonly fingerprint: string;
}

/**
 * The secrets to judge with, the slot's own webhook first and all others of the profile after it.
 * The same objects each time, as long as nothing changed: keys are made once for each.
 * `locked`: the vault is; `unknown-yet`: the create answer is still under way.
 */
export type SecretsOfPath = readonly StoredSecret[] | 'locked' | 'unknown-yet';

export interface SecretLookup {
  /** Synchronous: it is asked for every delivery. */
  secretsOf(slot: {
    readonly path: string;
    readonly profileId: string;
    readonly webhookId: string | null;
  }): SecretsOfPath;
}
