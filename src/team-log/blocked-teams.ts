/**
 * A login of computers could put something in the place of a team's next change of members, or of a claim: nobody
 * would take it for one, and the database would refuse the true one. Whoever owns the database finds and removes it.
 */
import { type ConnectOptions, createPool, type Pool } from './database.ts';
import { hashOfEntry, type SignedEntry, signedHash, streamOfTeam } from './entry.ts';
import { createJudge } from './judge.ts';
import { isInPlace, mayWrite } from './kinds.ts';
import { countsOf, type Membership } from './membership.ts';
import { forkName } from './membership-fork.ts';
import type { MemberRole } from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import type { Problem } from './problems.ts';
import { type Cursor, type Follower, readEntries, readFollowers } from './read.ts';

export interface BlockedTeam {
  readonly team: string;
  /** Position of the row in causeway.entries. */
  readonly position: string;
  /** Who wrote it. */
  readonly login: string;
  /**
   * What it is in the place of: the next change of members, or a claim, which keeps a request from being sent.
   * `sent`: a claim by who could claim once, beyond what an owner saw who removed it; its request may have been sent.
   */
  readonly blocks: 'members' | 'request' | 'sent';
  /** Ed25519 key that it names, and when it was by that one's clock. */
  readonly author: string;
  readonly at: string;
}

/** What its membership entries, which are in clear, say of a team. */
export interface ReadTeam {
  readonly team: string;
  /** Roles of all who ever were members, by Ed25519 key; `removed` for former members. */
  readonly roles: ReadonlyMap<string, MemberRole | 'removed'>;
  readonly blocked: readonly BlockedTeam[];
  /** Why its members can't be told from what the database has; then nothing in the place of claims is in `blocked`. */
  readonly unclear: readonly Problem[];
}

const page = { entries: 500, bytes: 16 * 1024 * 1024 };

/** Throws TeamDatabaseAway, TeamDatabaseRefused. */
export async function readTeams(
  where: Pick<ConnectOptions, 'address' | 'ca'>,
  teams: readonly string[],
): Promise<readonly ReadTeam[]> {
  const pool = createPool({ ...where, connections: 1, asItIs: true });
  try {
    const all: ReadTeam[] = [];
    for (const team of teams) {
      const read = await readMembers(pool, team);
      const roles = new Map(
        [...read.members].map(([key, { role }]) => [key, role ?? ('removed' as const)]),
      );
      const found = await followersOf(pool, team, (row) => blocks(row, read) !== null);
      // Somebody may have been added meanwhile.
      const now = found.length === 0 ? read : await readMembers(pool, team);
      const blocked = found.flatMap((row) => {
        const what = blocks(row, now);
        return what === null ? [] : [{ ...place(row), team, blocks: what }];
      });
      all.push({ team, roles, blocked, unclear: [...now.unclear.values()] });
    }
    return all;
  } finally {
    await pool.end();
  }
}

const place = ({ position, login, author, at }: Follower) => ({ position, login, author, at });

interface Members extends Pick<Membership, 'members' | 'recoveries'> {
  /** What the next change of members follows, or what resolves their fork; null without a founding entry. */
  readonly next: string | null;
  /** Then a branch that does not count yet may have more members. */
  readonly isForked: boolean;
  /** Hashes of what is in the place of changes of members. */
  readonly changes: ReadonlySet<string>;
  /** What is wrong with changes that could count if more were here, or for a later version; by hash. */
  readonly unclear: ReadonlyMap<string, Problem>;
}

async function readMembers(pool: Pool, team: string): Promise<Members> {
  const judge = createJudge(team, createMemoryStore());
  const stream = streamOfTeam(team);
  const changes = new Set<string>();
  const waiting = new Map<SignedEntry, Problem>();
  const judgeAll = (entries: Iterable<SignedEntry>) => {
    for (const entry of entries) {
      const verdict = judge.judge(entry, stream);
      if (verdict.is === 'problem' && mayWait(verdict.problem)) waiting.set(entry, verdict.problem);
      else waiting.delete(entry);
    }
  };
  let cursor: Cursor | null = null;
  let isLast = false;
  while (!isLast) {
    const read = await readEntries(pool, { team, stream }, cursor, page);
    judgeAll(read.entries);
    for (const entry of read.entries)
      if (entry.kind === 'membership') changes.add(hashOfEntry(entry));
    ({ cursor, isLast } = read);
  }
  // What was put back into a database that had been set back may be in another order.
  let before = -1;
  while (waiting.size !== before) {
    before = waiting.size;
    judgeAll([...waiting.keys()]);
  }
  const { members, recoveries, head, fork, counted } = judge.membership();
  const next = fork === null ? head : forkName(team, fork.follows);
  // An entry by nobody of the team: what it follows is here, and its author was never a member nor a recovery key.
  const isOfNobody = ({ author, follows }: SignedEntry) =>
    (follows === null || counted.has(follows)) && !members.has(author) && !recoveries.has(author);
  const unclear = [...waiting].filter(
    ([entry]) => entry.kind === 'membership' && !isOfNobody(entry),
  );
  return {
    members,
    recoveries,
    changes,
    next,
    isForked: fork !== null,
    unclear: new Map(unclear.map(([entry, problem]) => [hashOfEntry(entry), problem])),
  };
}

/** Whether more entries, or a later version, could make it count. */
const mayWait = ({ kind }: Problem): boolean =>
  kind !== 'forged' && kind !== 'elsewhere' && kind !== 'stranger';

async function followersOf(
  pool: Pool,
  team: string,
  isAsked: (row: Follower) => boolean,
): Promise<readonly Follower[]> {
  const found: Follower[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const rows = await readFollowers(pool, team, after, page.entries);
    found.push(...rows.filter(isAsked));
    after = rows.length < page.entries ? undefined : (rows.at(-1)?.follows ?? undefined);
  }
  return found;
}

function blocks(row: Follower, members: Members): BlockedTeam['blocks'] | null {
  if (members.next === null) return null;
  const hash = row.isWhole && isInPlace(row) ? signedHash(row) : null;
  // What follows the head, or resolves the fork, and counts for nothing.
  if (row.follows === members.next)
    return hash !== null && members.unclear.has(hash) ? null : 'members';
  if (members.unclear.size > 0) return null;
  if (hash === null) return 'request';
  if (isOfMember(row, hash, members)) return null;
  return row.kind !== 'membership' && couldWrite(row, members) ? 'sent' : 'request';
}

/** Whether an intact entry in its place that follows something is by who was allowed to write it, as the judge takes it. */
function isOfMember(row: Follower, hash: string, of: Members): boolean {
  const { members, recoveries, changes, isForked } = of;
  const { author, kind, follows } = row;
  if (isForked && !members.has(author)) return true;
  if (kind === 'membership') {
    return members.has(author) || recoveries.has(author) || changes.has(follows ?? '');
  }
  const isMember = members.get(author)?.role != null;
  return (isMember && couldWrite(row, of)) || countsOf({ members }, row, hash);
}

/** Whether its author has, or had once, a role that may write it. */
const couldWrite = ({ author, kind }: Follower, { members }: Members): boolean =>
  members.get(author)?.tenures.some(({ role }) => mayWrite(role, kind)) ?? false;

/** For psql, as an owner of the database. */
export const unblockSql = (rows: readonly Pick<BlockedTeam, 'position'>[]): string =>
  [
    'BEGIN;',
    'SET LOCAL ROLE causeway_owner;',
    'ALTER TABLE causeway.entries DISABLE TRIGGER entries_stay;',
    `DELETE FROM causeway.entries WHERE position IN (${rows.map(({ position }) => position).join(', ')});`,
    'ALTER TABLE causeway.entries ENABLE TRIGGER entries_stay;',
    'COMMIT;',
  ].join('\n');
