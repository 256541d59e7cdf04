/** Entries about approvals in the profile's database, and in memory without the rows of files. */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { approvalKinds, isApprovalKind } from '../../../team-log/kinds.ts';
import { Unopenable } from '../../../team-log/sealing.ts';
import { openErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { withoutGuards } from '../../core/records/erased/without-guards.ts';
import { type Content, contentBytes, type RequestedContent, readContent } from './contents.ts';
import type { ApprovalEntry } from './fold.ts';
import { asksFor, leftOfContent } from './left-of-content.ts';

export interface ApprovalStore {
  /** What is new of it; of other kinds it is nothing. Joins a running transaction. Throws Unopenable for a content of another form. */
  take(entry: SignedEntry, content: Uint8Array, takenAt?: string | null): Content | null;
  /** Those that never left this computer. Joins a running transaction. */
  forget(hashes: readonly string[]): void;
  /** In any order; a file's rows are left out. */
  all(): Iterable<ApprovalEntry>;
  /** Entries by this author with this content, as they are stored. */
  countOf(author: string, content: Uint8Array): number;
  /** A proposal whole; null where it is not here. */
  proposal(hash: string): RequestedContent | null;
}

const row = z.object({
  hash: z.string(),
  kind: z.enum(approvalKinds),
  author: z.string(),
  sequence: z.number(),
  stream: z.string(),
  at: z.string(),
  content: z.string(),
  digest: z.string().nullable(),
  taken_at: z.string().nullable(),
});
const contentRow = z.object({ content: z.string() });

export function openApprovalStore(sqlite: Sqlite): ApprovalStore {
  const entries = new Map<string, ApprovalEntry>();
  const erased = openErasedSubjects(sqlite);
  const keep = (stored: z.output<typeof row>): void => {
    const { content, kind, digest: signed, taken_at: takenAt, ...place } = stored;
    const bytes = Buffer.from(content);
    const read = readContent(kind, bytes);
    if (read === null) throw new TypeError('What was kept of a team’s approvals can’t be read.');
    const digest = signed ?? sha256Hex(bytes);
    entries.set(place.hash, { ...place, kind, digest, takenAt, content: withoutRows(read) });
  };
  const readAll = (): void => {
    entries.clear();
    for (const stored of sqlite.all('SELECT * FROM approval_entries')) keep(row.parse(stored));
  };
  readAll();

  /** What comes of somebody who was erased is stored without it. */
  const leftOf = (said: Content, own: string, observedAt: string): Content => {
    if (erased.list().length === 0) return said;
    const isTheirs = (body: JsonObject) => erased.isKnown({ id: '', body, observedAt });
    return leftOfContent(said, own, {
      isTheirs,
      scrub: (value) => value,
      figures: new Set(erased.names().figures),
      isTheirProposal: (hash) => {
        const of = hash === own ? said : proposal(hash);
        return of !== null && (isOver(of) || asksFor(of, isTheirs));
      },
    });
  };

  /** A proposal whole; null where it is not here. */
  function proposal(hash: string): RequestedContent | null {
    const found = sqlite.first(
      `SELECT content FROM approval_entries WHERE hash = ? AND kind = 'proposal'`,
      [hash],
    );
    if (found === undefined) return null;
    const content = readContent('proposal', Buffer.from(contentRow.parse(found).content));
    return content?.what === 'proposal' ? content : null;
  }

  /** What was said of a proposal before it came. */
  const reduceAgain = (hash: string): void => {
    if (erased.list().length === 0) return;
    for (const entry of entries.values()) {
      const { content } = entry;
      if (content.what !== 'approval' && content.what !== 'withdrawal') continue;
      if (content.proposal !== hash) continue;
      const left = leftOf(content, entry.hash, entry.at);
      const bytes = contentBytes(left);
      if (bytes.equals(contentBytes(content))) continue;
      withoutGuards(sqlite, ['approval_entries'], () =>
        sqlite.run(
          'UPDATE approval_entries SET content = ?, digest = coalesce(digest, ?) WHERE hash = ?',
          [bytes.toString(), entry.digest, entry.hash],
        ),
      );
      entries.set(entry.hash, { ...entry, content: left });
    }
  };

  return {
    take(entry, content, takenAt = null) {
      const { kind, author, sequence, stream, at } = entry;
      if (!isApprovalKind(kind)) return null;
      const said = readContent(kind, content);
      if (said === null) {
        throw new Unopenable('The content of an entry about approvals is of another form.');
      }
      const place = { hash: hashOfEntry(entry), kind, author, sequence, stream, at };
      const left = contentBytes(leftOf(said, place.hash, at));
      const isWhole = left.equals(content);
      const stored = {
        ...place,
        content: left.toString(),
        digest: isWhole ? null : sha256Hex(content),
        taken_at: takenAt,
      };
      const { changes } = sqlite.run(
        `INSERT INTO approval_entries (hash, kind, author, sequence, stream, at, content, digest, taken_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        Object.values(stored),
      );
      if (changes === 0) return null;
      keep(stored);
      if (kind === 'proposal') reduceAgain(place.hash);
      return said;
    },
    forget(hashes) {
      withoutGuards(sqlite, ['approval_entries'], () => {
        for (const hash of hashes) {
          sqlite.run('DELETE FROM approval_entries WHERE hash = ?', [hash]);
          entries.delete(hash);
        }
      });
    },
    all: () => entries.values(),
    countOf(author, content) {
      const stored = readCount(sqlite, 'SELECT count(*) AS count FROM approval_entries');
      // What was taken in a transaction that was undone is not.
      if (stored !== entries.size) readAll();
      const digest = sha256Hex(content);
      return [...entries.values()].filter(
        (entry) => entry.author === author && entry.digest === digest,
      ).length;
    },
    proposal,
  };
}

/** An erasure left it so. */
const isOver = (content: Content): boolean =>
  content.what === 'proposal' && content.expiresAt === new Date(0).toISOString();

function withoutRows(content: Content): Content {
  if (content.what !== 'proposal' || content.request.what !== 'bulk') return content;
  return { ...content, request: { ...content.request, rows: [] } };
}
