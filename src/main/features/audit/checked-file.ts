/**
 * An audit log as a file that is checked by itself, by the program of evidence packs: what it is, its entries as the
 * chain covers them, and an end with the signature over all before it. JSON Lines.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../../../bridge/scalars.ts';
import { GENESIS } from '../../core/audit/chain.ts';
import type { SignedHead, SigningKey } from '../../core/audit/signing.ts';
import type { StoredWithWords } from '../../core/audit/verify-log.ts';
import { cutByValue, holdsKnown } from '../../core/foundation/secrets/cut-secrets.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';

export interface LogStatement {
  readonly profile: { readonly id: string; readonly name: string; readonly environment: string };
  readonly installationId: string;
  readonly madeAt: string;
  /** What its entries have in common; null: it is the whole log, up to its head. */
  readonly part: object | null;
  /** null where the log does not fit its anchor. */
  readonly head: SignedHead | null;
}

/** As it stands in the log; a text where that is not JSON. */
export const factsOf = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

const purpose = 'causeway audit log export';

/** What is written, in this order; as bytes, so that nothing is cut out of it on its way. */
export function checkedFile(
  signing: Pick<SigningKey, 'sign' | 'publicKey'>,
  secrets: Pick<KnownSecrets, 'values'>,
) {
  const hash = createHash('sha256');
  const covered = (lines: readonly string[]): Uint8Array => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    hash.update(bytes);
    return bytes;
  };
  return {
    first: ({ profile: { id, name, environment }, ...statement }: LogStatement): Uint8Array =>
      covered([
        cutByValue(
          JSON.stringify({
            auditLog: 1,
            profile: { id, name, environment },
            ...statement,
            key: signing.publicKey,
          }),
          secrets.values(),
        ),
      ]),
    /** `before`: the hash before each, null before the first of all. */
    entries(rows: readonly StoredWithWords[], before: readonly (string | null)[]): Uint8Array {
      // Some may have become known since the page before.
      const known = secrets.values();
      return covered(
        rows.map((row, at) => JSON.stringify(entryOf(row, before[at] ?? GENESIS, known))),
      );
    },
    end(entries: number): Uint8Array {
      const signature = signing.sign(purpose, hash.digest('hex'));
      return Buffer.from(`${JSON.stringify({ entries, signature })}\n`);
    },
  };
}

/**
 * Facts that hold a secret are left out (null), and the hash stands for them: a stored `null` stays a text, so that it
 * does not pass for that. Words of people stand beside.
 */
function entryOf(row: StoredWithWords, before: string, known: readonly string[]): object {
  const { sequence, at, action, facts, hash, salt = null, words = null } = row;
  const hasWords = salt !== null && words !== null && !holdsKnown(words, known);
  return {
    sequence,
    at,
    action,
    facts: holdsKnown(facts, known) ? null : (factsOf(facts) ?? facts),
    before,
    hash,
    ...(hasWords ? { beside: { salt, words: factsOf(words) } } : {}),
  };
}
