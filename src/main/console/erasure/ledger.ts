/**
 * The list of erasures outside the databases: in the data directory, and beside the backups, so that a
 * restore honours what was erased after the backup was made. It names nobody: a customer is a keyed hash, and
 * what was said is sealed under the profile's key, which also proves each entry. The whole is signed.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readIfPresent, writeDurably } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { isSignedBy } from '../../../platform/signature.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { Erasure } from '../../core/records/erased/erased-subjects.ts';

const entryShape = z.strictObject({
  /** Keyed hash of the customer's ID, 64 hex digits. */
  subject: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was erased, and when that last changed: ISO 8601 UTC. */
  at: z.string(),
  changedAt: z.string(),
  sealed: z.base64(),
});
export type LedgerEntry = z.infer<typeof entryShape>;

const ledgerShape = z.strictObject({
  version: z.literal(1),
  entries: z.array(entryShape),
  /** The public key, hex. */
  key: z.string(),
  signature: z.string(),
});

const erasureShape: z.ZodType<Erasure> = z.object({
  customerId: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  reason: z.string(),
  liftedAt: z.string().nullable(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
});

export const ledgerName = 'erasures.json';
/** What lay beside a backup that was restored into an empty folder, until a profile opens. */
export const restoredLedgerName = 'erasures.restored.json';
/** Beside backups of an installation. */
export const ledgerBeside = (installationId: string): string =>
  `causeway-${installationId.slice(0, 8)}.erasures`;

const purpose = 'causeway erasures';

/** It was changed, cut, signed by another installation, or is none. */
export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged';
  constructor(file: string) {
    super(
      `The list of erasures ${file} was changed or is damaged, so Causeway can’t tell who was erased since the backup. Restore the list as it was. To restore without it, move it away first, and erase those customers again.`,
    );
  }
}

/**
 * Entries of all profiles; none where there is no file. Throws LedgerDamaged.
 *
 * @param keys public keys that the caller knows to be the installation's
 */
export function readLedger(file: string, keys: readonly string[]): readonly LedgerEntry[] {
  const bytes = readIfPresent(file);
  if (bytes === null) return [];
  try {
    const { key, signature, ...said } = readJson(ledgerShape, bytes);
    const isTheirs = keys.includes(key) && isSignedBy(key, purpose, canonicalJson(said), signature);
    if (isTheirs) return said.entries;
  } catch {
    // Said below.
  }
  throw new LedgerDamaged(file);
}

/** Copies it as it is. */
export function copyLedgerFile(from: string, to: string): void {
  const bytes = readIfPresent(from);
  if (bytes !== null) writeDurably(to, bytes);
}

export function writeLedger(
  file: string,
  entries: readonly LedgerEntry[],
  signing: Pick<SigningKey, 'publicKey' | 'sign'>,
): void {
  const said = { version: 1 as const, entries: [...entries] };
  const signature = signing.sign(purpose, canonicalJson(said));
  writeDurably(file, `${JSON.stringify({ ...said, key: signing.publicKey, signature })}\n`);
}

/** Adds to the list of the data directory; each profile carries out its own when it opens. Throws LedgerDamaged. */
export function addToLedger(
  dataDir: string,
  entries: readonly LedgerEntry[],
  signing: Pick<SigningKey, 'publicKey' | 'sign'>,
): void {
  const file = join(dataDir, ledgerName);
  writeLedger(file, mergedEntries(readLedger(file, [signing.publicKey]), entries), signing);
}

/** Each erasure once, as it was changed last. */
export function mergedEntries(
  ...lists: readonly (readonly LedgerEntry[])[]
): readonly LedgerEntry[] {
  const newest = new Map<string, LedgerEntry>();
  for (const entry of lists.flat()) {
    const name = `${entry.subject} ${entry.at}`;
    const known = newest.get(name);
    if (known === undefined || known.changedAt < entry.changedAt) newest.set(name, entry);
  }
  return [...newest.values()].sort((one, other) =>
    `${one.at} ${one.subject}` < `${other.at} ${other.subject}` ? -1 : 1,
  );
}

const contextOf = ({ subject, at }: Pick<LedgerEntry, 'subject' | 'at'>): string =>
  `erasure:${subject}:${at}`;

/** @param sealKey of the profile, 32 bytes: it stays when the data key changes */
export function entriesOf(erasures: readonly Erasure[], sealKey: Uint8Array): LedgerEntry[] {
  const seal = createSeal(sealKey);
  const hashing = Buffer.from(
    hkdfSync('sha256', sealKey, new Uint8Array(0), 'causeway erased subjects', 32),
  );
  return erasures.map((erasure) => {
    const { customerId, at, liftedAt } = erasure;
    const subject = createHmac('sha256', hashing).update(customerId).digest('hex');
    const sealed = seal.seal(contextOf({ subject, at }), Buffer.from(JSON.stringify(erasure)));
    return {
      subject,
      at,
      changedAt: liftedAt ?? at,
      sealed: Buffer.from(sealed).toString('base64'),
    };
  });
}

/** Those of a profile, oldest first: entries of others don't open under its key. */
export function erasuresIn(entries: readonly LedgerEntry[], sealKey: Uint8Array): Erasure[] {
  const seal = createSeal(sealKey);
  return entries.flatMap((entry) => {
    try {
      const opened = seal.open(contextOf(entry), Buffer.from(entry.sealed, 'base64'));
      return [readJson(erasureShape, opened)];
    } catch {
      return [];
    }
  });
}
