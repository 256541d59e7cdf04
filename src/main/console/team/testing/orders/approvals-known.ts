/**
 * For tests: what entries about approvals allow, told from their contents without the code that folds them. It is as
 * strict as what an owner can rely on, and no stricter.
 */
import { expect } from 'vitest';
import { sha256Hex } from '../../../../../platform/canonical-json.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { mayWrite } from '../../../../../team-log/kinds.ts';
import { type Membership, personOf, roleAt } from '../../../../../team-log/membership.ts';
import {
  type ApprovalContent,
  type Content,
  contentBytes,
  digestOfRequest,
  type PolicyContent,
  type RequestedContent,
  readContent,
} from '../../../../features/approvals/contents.ts';

export interface Known<Of extends Content = Content> {
  readonly hash: string;
  readonly author: string;
  readonly sequence: number;
  readonly stream: string;
  readonly content: Of;
}

/** Those that a computer has. */
export function knownAt(sqlite: Sqlite): Known[] {
  const rows = sqlite.all(
    'SELECT hash, author, sequence, stream, kind, content FROM approval_entries',
  ) as (Omit<Known, 'content'> & { kind: Content['what']; content: string })[];
  return rows.map(({ kind, content, ...row }) => {
    const read = readContent(kind, Buffer.from(content));
    if (read === null) throw new TypeError('An entry can’t be read.');
    return { ...row, content: read };
  });
}

export interface TeamAt {
  readonly known: readonly Known[];
  readonly membership: Membership;
  readonly now: number;
}

/** Whose author might write that, as of its place. */
export const countedIn = ({ known, membership }: TeamAt): Known[] =>
  known.filter((one) => mayWrite(roleAt(membership, one, one.hash), one.content.what));

const of = <What extends Content>(judged: TeamAt, what: What['what']) =>
  countedIn(judged).filter((one): one is Known<What> => one.content.what === what);

export function policiesIn(judged: TeamAt): Known<PolicyContent>[] {
  const all = of<PolicyContent>(judged, 'policy');
  const past = new Set(all.flatMap(({ content }) => content.supersedes));
  return all.filter(({ hash }) => !past.has(hash));
}

export type Subject = 'createCustomer' | 'bulk';

export const neededIn = (policies: readonly Known<PolicyContent>[], subject: Subject): number =>
  Math.max(
    0,
    ...policies
      .flatMap(({ content }) => content.rules)
      // Rules of a kind hold for the rows of a file as well.
      .filter((rule) => rule.of === subject || rule.of === 'createCustomer')
      .map(({ approvers }) => approvers),
  );

export const allowsWithout = (judged: TeamAt): boolean => {
  const policies = policiesIn(judged);
  return policies.length > 0 && policies.every(({ content }) => content.allowWithoutDatabase);
};

export const requestsIn = (judged: TeamAt) => of<RequestedContent>(judged, 'proposal');

const decisionsOf = (judged: TeamAt, { hash, author, content }: Known<RequestedContent>) => {
  const digest = sha256Hex(contentBytes(content));
  const maker = personOf(judged.membership, author);
  return of<ApprovalContent>(judged, 'approval').filter(
    (one) =>
      one.content.proposal === hash &&
      one.content.digest === digest &&
      personOf(judged.membership, one.author) !== maker,
  );
};

export const isRefused = (judged: TeamAt, proposal: Known<RequestedContent>): boolean =>
  decisionsOf(judged, proposal).some(({ content }) => content.decision === 'refused');

/** How many others approve it now. */
export function approversOf(judged: TeamAt, proposal: Known<RequestedContent>): number {
  const { members } = judged.membership;
  const fit = decisionsOf(judged, proposal).filter(
    ({ author, content }) =>
      content.decision === 'approved' &&
      ['owner', 'approver'].includes(members.get(author)?.role ?? ''),
  );
  return new Set(fit.map(({ author }) => personOf(judged.membership, author))).size;
}

export const isWithdrawn = (judged: TeamAt, { hash, author }: Known<RequestedContent>): boolean =>
  judged.known.some(
    (one) =>
      one.author === author &&
      one.content.what === 'withdrawal' &&
      one.content.why === 'withdrawn' &&
      one.content.proposal === hash,
  );

export const isExpired = ({ now }: TeamAt, { content }: Known<RequestedContent>): boolean =>
  now >= Date.parse(content.expiresAt);

export const digestOf = ({ content }: Pick<Known<RequestedContent>, 'content'>): string =>
  digestOfRequest(content.request);

/** By which of its own proposals a computer may send this now; those that it began stay good for its rows. */
export function allowing(
  judged: TeamAt,
  own: string,
  { subject, digest, isBegun }: { subject: Subject; digest: string; isBegun: boolean },
): Known<RequestedContent>[] {
  const needed = neededIn(policiesIn(judged), subject);
  return requestsIn(judged).filter(
    (one) =>
      one.author === own &&
      digestOf(one) === digest &&
      !isRefused(judged, one) &&
      approversOf(judged, one) >= Math.max(needed, one.content.approvers) &&
      (isBegun || !(isWithdrawn(judged, one) || isExpired(judged, one))),
  );
}

/** Where something is sent from. */
export interface SentFrom {
  readonly own: string;
  readonly isDown: boolean;
  /** It was told that it goes without approval. */
  readonly isWithout: boolean;
  /** Run that was begun by a proposal; null for what was not. */
  readonly runOf: string | null;
  /** Proposals by which something was sent that may exist. */
  readonly used: ReadonlySet<string>;
  /** Whether it is of this proposal: others may be of the same content. */
  readonly isBy: (proposal: Known<RequestedContent>) => boolean;
}

/** Gives by which proposal it is sent; null where it needs none. @param judged as it is here, and as the database was when it was asked */
export function expectAllowed(
  { here, asked }: { here: TeamAt; asked: TeamAt },
  of: { subject: Subject; digest: string; isBegun: boolean },
  { own, isDown, isWithout, runOf, used, isBy }: SentFrom,
): string | null {
  const policies = policiesIn(here);
  const isReading = policies.length > 0 && !isDown && !isWithout;
  if (isReading) expectRead(here, asked);
  const ofRun = requestsIn(here).filter(
    (one) => one.author === own && one.content.intentKey === runOf,
  );
  expect(ofRun.filter((one) => isRefused(here, one))).toEqual([]);
  if (neededIn(policies, of.subject) === 0) return null;
  if (isWithout) {
    expect([allowsWithout(here), isDown]).toEqual([true, true]);
    const same = requestsIn(here).filter((one) => digestOf(one) === of.digest);
    expect(same.filter((one) => isRefused(here, one))).toEqual([]);
    return null;
  }
  const allowed = allowing(here, own, of).filter(({ hash }) => of.isBegun || !used.has(hash));
  expect(allowed).not.toEqual([]);
  return (allowed.find(isBy) ?? allowed[0])?.hash ?? null;
}

/** What the database had by then is here. */
function expectRead(here: TeamAt, asked: TeamAt): void {
  const has = new Set(here.known.map(({ hash }) => hash));
  expect(countedIn(asked).filter(({ hash }) => !has.has(hash))).toEqual([]);
  expect(here.membership.counted.size).toBeGreaterThanOrEqual(asked.membership.counted.size);
}
