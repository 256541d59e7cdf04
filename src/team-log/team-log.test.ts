/** A real PostgreSQL: what is appended is durable and read by everybody, whoever writes beside it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres } from './testing/postgres.ts';
import { createTeam } from './testing/team.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const all = { entries: 1_000, bytes: 10_000_000 };

describe('a log', () => {
  it('gives back what was appended', async () => {
    const database = await server.createTeamDatabase();
    const made = createTeam();
    const log = openTeamLog({ url: database.desk, team: made.team });
    await log.check();
    await log.append(made.entries);
    await log.append(made.entries);
    const { entries, cursor } = await log.read(made.own, null, all);
    expect(entries).toEqual(made.entries);
    expect((await log.read(made.own, cursor, all)).entries).toEqual([]);
    expect(await log.headsOf(made.own)).toEqual({
      [made.owner.publicKey]: { sequence: 1, hash: made.membership().head },
    });
    await log.close();
  });
});
