/**
 * A login of computers could put something in the place of a team's next change of members: nobody would take
 * it for one, and the database would refuse the true one. Whoever owns the database finds and removes it.
 */
import { type ConnectOptions, createPool } from './database.ts';
import { streamOfTeam } from './entry.ts';
import { createJudge } from './judge.ts';
import { forkName } from './membership-fork.ts';
import type { MemberRole } from './membership-payload.ts';
import { createMemoryStore } from './memory-store.ts';
import { type Cursor, readEntries } from './read.ts';

export interface BlockedTeam {
  readonly team: string;
  /** Of the row in causeway.entries. */
  readonly position: string;
  /** Who wrote it. */
  readonly login: string;
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
      const judge = createJudge(team, createMemoryStore());
      const stream = streamOfTeam(team);
      for (let cursor: Cursor | null = null, isLast = false; !isLast; ) {
        const read = await readEntries(pool, { team, stream }, cursor, page);
        for (const entry of read.entries) judge.judge(entry, stream);
        ({ cursor, isLast } = read);
      }
      const { head, fork, members } = judge.membership();
      const roles = new Map(
        [...members].map(([key, { role }]) => [key, role ?? ('removed' as const)]),
      );
      if (head === null) {
        all.push({ team, roles, blocked: [] });
        continue;
      }
      const follows = fork === null ? head : forkName(team, fork.follows);
      // What follows the head, or resolves the fork, and counts for nothing.
      const rows = await pool.run(
        (sql) => sql<Omit<BlockedTeam, 'team'>[]>`
          SELECT position, login FROM causeway.entries
          WHERE team = ${Buffer.from(team, 'hex')} AND follows = ${Buffer.from(follows, 'hex')}`,
      );
      all.push({ team, roles, blocked: rows.map((row) => ({ ...row, team })) });
    }
    return all;
  } finally {
    await pool.end();
  }
}

/** For psql, as an owner of the database. */
export const unblockSql = ({ position }: BlockedTeam): string =>
  [
    'BEGIN;',
    'SET LOCAL ROLE causeway_owner;',
    'ALTER TABLE causeway.entries DISABLE TRIGGER entries_stay;',
    `DELETE FROM causeway.entries WHERE position = ${position};`,
    'ALTER TABLE causeway.entries ENABLE TRIGGER entries_stay;',
    'COMMIT;',
  ].join('\n');
