/** Takes personal data out of what a team proposed and decided. Digests of what was signed stay. */
import { z } from 'zod';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { approvalKinds } from '../../../team-log/kinds.ts';
import { contentBytes, readContent } from '../../features/approvals/contents.ts';
import { asksFor, leftOfContent } from '../../features/approvals/left-of-content.ts';
import { scrubJson } from './gone-texts.ts';
import type { Subject } from './survey.ts';
import { endOfInput } from './sweep-requests.ts';

const rows = z.array(
  z.object({
    ...{ hash: z.string(), kind: z.enum(approvalKinds), at: z.string(), content: z.string() },
  }),
);

export function sweepApprovals(subject: Subject): void {
  const { sqlite, ends, gone, figures } = subject;
  const entries = rows.parse(sqlite.all('SELECT hash, kind, at, content FROM approval_entries'));
  const read = entries.flatMap(({ content: text, ...place }) => {
    const content = readContent(place.kind, Buffer.from(text));
    return content === null ? [] : { ...place, text, content };
  });
  const theirsAt = (at: string) => (input: Parameters<typeof endOfInput>[1]) =>
    at < endOfInput(subject, input);
  const theirs = new Set(
    read.flatMap(({ hash, at, content }) => {
      const key = content.what === 'proposal' ? content.intentKey : '';
      return asksFor(content, theirsAt(at)) || at < (ends.get(key) ?? '') ? hash : [];
    }),
  );
  for (const { hash, at, content, text } of read) {
    const scrub = <Value>(value: Value) => scrubJson(value, (one) => gone.scrub(one, at)) as Value;
    const isTheirs = theirsAt(at);
    const isTheirProposal = (of: string): boolean => theirs.has(of);
    const left = contentBytes(
      leftOfContent(content, hash, { isTheirs, isTheirProposal, scrub, figures }),
    );
    if (left.toString() === text) continue;
    sqlite.run(
      'UPDATE approval_entries SET content = ?, digest = coalesce(digest, ?) WHERE hash = ?',
      [left.toString(), sha256Hex(Buffer.from(text)), hash],
    );
  }
}
