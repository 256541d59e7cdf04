/**
 * A login of computers could put something in the place of a team's next change of members, or of a claim: nobody
 * would take it for one, and the database would refuse the true one. Whoever owns the database finds and removes it.
 */
import { type ConnectOptions, createPool, type Pool } from './database.ts';
import { hashOfEntry, signedHash, streamOfTeam } from './entry.ts';
import { createJudge } from './judge.ts';
import { isInPlace, mayWrite } from './kinds.ts';
import { countsOf, type Membership } from './membership.ts';
import { forkName } from './membership-fork.ts';
import type { MemberRole } from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import { type Cursor, type Follower, readEntries, readFollowers } from './read.ts';

export interface BlockedTeam {
  readonly team: string;
  /** Of the row in causeway.entries. */
  readonly position: string;
  /** Who wrote it. */
  readonly login: string;
  /** What it is in the place of: the next change of members, or a claim, which keeps a request from being sent. */
  readonly blocks: 'members' | 'request';
}

/** What its membership entries, which are in clear, say of a team. */
export interface ReadTeam {
  readonly team: string;
  /** By Ed25519 key, of all that ever were; `removed` of who is no member any more. */
  readonly roles: ReadonlyMap<string, MemberRole | 'removed'>;
  readonly blocked: readonly BlockedTeam[];
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
        return what === null
          ? []
          : [{ team, position: row.position, login: row.login, blocks: what }];
      });
      all.push({ team, roles, blocked });
    }
    return all;
  } finally {
    await pool.end();
  }
}

interface Members extends Pick<Membership, 'members' | 'recoveries'> {
  /** What the next change of members follows, or what resolves their fork; null without a founding entry. */
  readonly next: string | null;
  /** Then a branch that does not count yet may have more members. */
  readonly isForked: boolean;
  /** Hashes of what is in the place of changes of members. */
  readonly changes: ReadonlySet<string>;
}

async function readMembers(pool: Pool, team: string): Promise<Members> {
  const judge = createJudge(team, createMemoryStore());
  const stream = streamOfTeam(team);
  const changes = new Set<string>();
  for (let cursor: Cursor | null = null, isLast = false; !isLast; ) {
    const read = await readEntries(pool, { team, stream }, cursor, page);
    for (const entry of read.entries) {
      judge.judge(entry, stream);
      if (entry.kind === 'membership') changes.add(hashOfEntry(entry));
    }
    ({ cursor, isLast } = read);
  }
  const { members, recoveries, head, fork } = judge.membership();
  const next = fork === null ? head : forkName(team, fork.follows);
  return { members, recoveries, changes, next, isForked: fork !== null };
}

async function followersOf(
  pool: Pool,
  team: string,
  isAsked: (row: Follower) => boolean,
): Promise<readonly Follower[]> {
  const found: Follower[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await readFollowers(pool, team, after, page.entries);
    found.push(...rows.filter(isAsked));
    after = rows.length < page.entries ? undefined : (rows.at(-1)?.follows ?? undefined);
  }
  return found;
}

function blocks(row: Follower, members: Members): BlockedTeam['blocks'] | null {
  if (members.next === null) return null;
  // What follows the head, or resolves the fork, and counts for nothing.
  if (row.follows === members.next) return 'members';
  return isOfMember(row, members) ? null : 'request';
}

/** Whether an entry that follows something is intact, in its place, and by who was allowed to write it, as the judge takes it. */
function isOfMember(row: Follower, of: Members): boolean {
  const { members, recoveries, changes, isForked } = of;
  const hash = row.isWhole ? signedHash(row) : null;
  if (hash === null || !isInPlace(row)) return false;
  const { author, kind, follows } = row;
  if (isForked && !members.has(author)) return true;
  if (kind === 'membership') {
    return members.has(author) || recoveries.has(author) || changes.has(follows ?? '');
  }
  const member = members.get(author);
  const was = member?.role != null && member.tenures.some(({ role }) => mayWrite(role, kind));
  return was || countsOf({ members }, row, hash);
}

/** For psql, as an owner of the database. */
export const unblockSql = (rows: readonly BlockedTeam[]): string =>
  [
    'BEGIN;',
    'SET LOCAL ROLE causeway_owner;',
    'ALTER TABLE causeway.entries DISABLE TRIGGER entries_stay;',
    `DELETE FROM causeway.entries WHERE position IN (${rows.map(({ position }) => position).join(', ')});`,
    'ALTER TABLE causeway.entries ENABLE TRIGGER entries_stay;',
    'COMMIT;',
  ].join('\n');
