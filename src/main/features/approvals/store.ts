/** Entries about approvals in the profile's database, and in memory without the rows of files. */
import { z } from 'zod';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { approvalKinds, isApprovalKind } from '../../../team-log/kinds.ts';
import { Unopenable } from '../../../team-log/sealing.ts';
import { type Content, type RequestedContent, readContent } from './contents.ts';
import type { ApprovalEntry } from './fold.ts';

export interface ApprovalStore {
  /** Joins a running transaction; of other kinds it is nothing. Throws Unopenable for a content of another form. */
  take(entry: SignedEntry, content: Uint8Array): void;
  /** In any order; a file's rows are left out. */
  all(): Iterable<ApprovalEntry>;
  /** Entries by this author with this content. */
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
});
const contentRow = z.object({ content: z.string() });

export function openApprovalStore(sqlite: Sqlite): ApprovalStore {
  const entries = new Map<string, ApprovalEntry>();
  const keep = ({ content, kind, ...place }: z.output<typeof row>): void => {
    const bytes = Buffer.from(content);
    const read = readContent(kind, bytes);
    if (read === null) throw new TypeError('What was kept of a team’s approvals can’t be read.');
    const digest = sha256Hex(bytes);
    entries.set(place.hash, { ...place, kind, digest, content: withoutRows(read) });
  };
  for (const stored of sqlite.all('SELECT * FROM approval_entries')) keep(row.parse(stored));

  return {
    take(entry, content) {
      const { kind, author, sequence, stream, at } = entry;
      if (!isApprovalKind(kind)) return;
      if (readContent(kind, content) === null) {
        throw new Unopenable('The content of an entry about approvals is of another form.');
      }
      const place = { hash: hashOfEntry(entry), kind, author, sequence, stream, at };
      const text = Buffer.from(content).toString();
      sqlite.run(
        `INSERT INTO approval_entries (hash, kind, author, sequence, stream, at, content)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        [...Object.values(place), text],
      );
      keep({ ...place, content: text });
    },
    all: () => entries.values(),
    countOf(author, content) {
      const digest = sha256Hex(content);
      return [...entries.values()].filter((one) => one.author === author && one.digest === digest)
        .length;
    },
    proposal(hash) {
      const found = sqlite.first(
        `SELECT content FROM approval_entries WHERE hash = ? AND kind = 'proposal'`,
        [hash],
      );
      if (found === undefined) return null;
      const content = readContent('proposal', Buffer.from(contentRow.parse(found).content));
      return content?.what === 'proposal' ? content : null;
    },
  };
}

function withoutRows(content: Content): Content {
  if (content.what !== 'proposal' || content.request.what !== 'bulk') return content;
  return { ...content, request: { ...content.request, rows: [] } };
}
