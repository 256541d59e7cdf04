/** The part of the audit log that belongs to a subject, and what proves it. */
import { z } from 'zod';
import { auditFilter } from '../../../bridge/audit.ts';
import type { PersonalData } from '../../../bridge/evidence.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Anchor } from '../../core/audit/anchor.ts';
import type { AuditReader } from '../../core/audit/audit-reader.ts';
import { GENESIS } from '../../core/audit/chain.ts';
import type { SignedHead } from '../../core/audit/signing.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { Stored, StoredWithWords } from '../../core/audit/verify-log.ts';
import type { AuditWords } from '../../core/audit/words.ts';
import { holdsKnown } from '../../core/foundation/secrets/cut-secrets.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import { type Asked, type Belonging, maxItems, tooMany } from './subject.ts';

/** An entry as a pack has it. */
export interface ProvedEntry extends Omit<Stored, 'facts'> {
  /** What people wrote, which the facts hold a commitment to. */
  readonly beside?: AuditWords;
  /** Canonical JSON; null where it is left out, and then the hash stands for it. */
  readonly facts: string | null;
  /** Hash of the entry before it. */
  readonly before: string;
  /** Way to the root of the signed head; the next entry proves one that has none. */
  readonly path?: readonly string[];
}

export interface AuditPartOf {
  /** null where the log does not fit its anchor. */
  readonly head: SignedHead | null;
  /** Oldest first. */
  readonly entries: readonly ProvedEntry[];
}

export interface AuditPartParts {
  readonly audit: Pick<Audit, 'list'>;
  readonly anchor: Pick<Anchor, 'now'>;
  readonly reader: Pick<AuditReader, 'after' | 'naming' | 'hashesBefore' | 'paths'>;
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly personalData: PersonalData;
}

const PAGE = 5_000;
/** What a person wrote, and names that they gave. */
const written = /"(?:note|reason|name|label|reference|address|walletAddress)":/;

export async function auditPart(
  parts: AuditPartParts,
  { ids, within }: Belonging,
  keys: readonly string[],
  { knownAt }: Asked,
  signal: AbortSignal,
): Promise<AuditPartOf> {
  const { reader, anchor, audit, known, personalData } = parts;
  const head = await anchor.now();
  const until = head?.sequence ?? audit.list({ offset: 0, limit: 1 }).total;
  const wanted: StoredWithWords[] = [];
  const all = ids === null ? null : new Set([...ids, ...keys]);
  for (let sequence = 0; sequence < until; ) {
    signal.throwIfAborted();
    if (all !== null) {
      const end = Math.min(sequence + PAGE, until);
      wanted.push(...(await reader.naming({ ids: all, sequence, until: end })));
      sequence = end;
    } else {
      const filter = auditFilter.parse({ from: within?.from ?? null, to: within?.to ?? null });
      const page = await reader.after({ filter, sequence, limit: PAGE, isRaw: true });
      wanted.push(...page);
      sequence = page.length < PAGE ? until : (page.at(-1)?.sequence ?? until);
    }
    if (wanted.length > maxItems) throw tooMany();
  }
  const entries = wanted.filter(({ sequence, at }) => sequence <= until && at <= knownAt);
  const before = await reader.hashesBefore(entries.map(({ sequence }) => sequence));
  const ends = entries.filter((entry, at) => entries[at + 1]?.sequence !== entry.sequence + 1);
  const { paths } =
    head === null
      ? { paths: [] }
      : await reader.paths(
          head.sequence,
          ends.map(({ sequence }) => sequence),
        );
  const pathOf = new Map(ends.map(({ sequence }, at) => [sequence, paths[at]]));
  const isShown = (facts: string): boolean =>
    !holdsKnown(facts, known.values()) && (personalData === 'whole' || !written.test(facts));
  return {
    head,
    entries: entries.map(({ sequence, at, action, facts, hash, salt, words }, index) => {
      const path = pathOf.get(sequence);
      const beside = wordsOf(salt ?? null, words ?? null);
      const hasWords =
        beside !== null && personalData === 'whole' && !holdsKnown(words ?? '', known.values());
      return {
        sequence,
        at,
        action,
        hash,
        facts: isShown(facts) ? facts : null,
        before: before[index] ?? GENESIS,
        ...(path === undefined ? {} : { path }),
        ...(hasWords ? { beside } : {}),
      };
    }),
  };
}

const wordsOf = (salt: string | null, words: string | null): AuditWords | null =>
  salt === null || words === null ? null : { salt, words: readJson(writtenWords, words) };
const writtenWords = z.record(z.string(), z.string());
