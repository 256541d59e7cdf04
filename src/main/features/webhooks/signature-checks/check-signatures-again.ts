/** Judges again what waits, once a secret is known. */
import { headers } from '../../../../contract/headers.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox, RawHeaders } from '../inbox/types.ts';
import { createSignatureCheck } from './check-signature.ts';
import {
  isVerified,
  type NewSignatureCheck,
  type SecretLookup,
  type StoredSecret,
} from './types.ts';

export interface CheckSignaturesAgainParts {
  readonly inbox: Inbox;
  readonly secrets: SecretLookup;
  readonly profileId: string;
  /** Private key of the profile’s inbox. */
  readonly privateKey: Uint8Array;
  readonly clock: Clock;
  /** Lets others run between two pages; false stops the work. */
  readonly yieldNow: () => Promise<boolean>;
  /** Called for a delivery that can’t be opened: it waits on, and the others don’t wait for it. */
  readonly onDamage: (arrival: number, error: unknown) => void;
  readonly onOpened: (arrival: number) => void;
}

/** Content is opened one by one, so a page is soon done. */
const PAGE = 50;

/**
 * Appends a verdict where it is another than before, and returns how many were. What was wrong may
 * be genuine now, too: the secret that was held may have been an old one.
 */
export async function checkSignaturesAgain(
  parts: CheckSignaturesAgainParts,
  slotPath?: string,
): Promise<number> {
  const { inbox, profileId, clock } = parts;
  const judge = createSignatureCheck();
  let after = 0;
  let changed = 0;
  for (;;) {
    const page = inbox.waiting({
      profileId,
      after,
      limit: PAGE,
      ...(slotPath === undefined ? {} : { slotPath }),
    });
    const verdicts = page.flatMap((one) => {
      const verdict = checkOneRow(parts, judge, one);
      return verdict === null ? [] : [{ arrival: one.arrival, verdict }];
    });
    if (verdicts.length > 0) await inbox.appendVerdicts(verdicts, clock.now());
    changed += verdicts.length;
    after = page.at(-1)?.arrival ?? after;
    if (page.length < PAGE || !(await parts.yieldNow())) return changed;
  }
}

/** null when nothing new can be said. */
function checkOneRow(
  { inbox, secrets, privateKey, onDamage, onOpened }: CheckSignaturesAgainParts,
  judge: ReturnType<typeof createSignatureCheck>,
  { arrival, slotPath }: { readonly arrival: number; readonly slotPath: string },
): NewSignatureCheck | null {
  const slot = inbox.slot(slotPath);
  const held = slot === null ? 'locked' : secrets.secretsOf(slot);
  if (typeof held === 'string') return null;
  const opened = openDelivery(inbox, arrival, privateKey);
  if (opened.kind === 'damaged') onDamage(arrival, opened.error);
  if (opened.kind !== 'opened') return null;
  onOpened(arrival);
  const { stored, content } = opened;
  const verdict = judge.judge(content.body, signatureIn(content.headers), held);
  const isSame =
    verdict.kind === stored.verdict.kind &&
    verdict.webhookId === stored.verdict.webhookId &&
    verdict.fingerprint === stored.verdict.fingerprint;
  return isSame ? null : verdict;
}

/** As node:http joins a header that came several times. */
export function signatureIn(raw: RawHeaders): string | undefined {
  const values = raw
    .filter(([name]) => name.toLowerCase() === headers.signature)
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Tries a secret on the deliveries that await one, before it is stored. */

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
