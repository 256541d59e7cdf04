/** A server that crashed forgets numbers of transactions that left nothing, and gives them again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cursor } from './read.ts';
import { openTeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres } from './testing/postgres.ts';
import { createTeam, randomStream } from './testing/team.ts';

let server: PostgresServer;
beforeAll(async () => {
  // The log reaches the disk on its own only after that long.
  server = await startPostgres({ wal_writer_delay: '10s' });
});
afterAll(() => server.stop());

it('hides no entry under a number that was seen before', async () => {
  const database = await server.createTeamDatabase();
  const { team, owner, fact } = createTeam();
  const stream = randomStream();
  const most = { entries: 10, bytes: 1_000_000 };
  const one = fact(owner, stream, 'one');
  const two = fact(owner, stream, 'two');
  const numberOf = async (sql: string) =>
    Number(Object.values((await server.run(sql, database.name))[0] ?? {})[0]);

  const before = openTeamLog({ url: database.desk, team });
  await before.append([one]);
  // As a notification does: it has a number, and the disk does not know of it yet.
  await server.run("SET synchronous_commit = off; SELECT pg_notify('x', 'y')", database.name);
  const next = await numberOf('SELECT pg_snapshot_xmax(pg_current_snapshot())::text');
  let cursor: Cursor | null = null;
  for (const expected of [[one], []]) {
    const read = await before.read(stream, cursor, most);
    expect(read.entries).toEqual(expected);
    cursor = read.cursor;
  }
  await server.halt('kill');
  await before.close();
  await server.start();

  const after = openTeamLog({ url: database.desk, team });
  await after.append([two]);
  const given = await numberOf('SELECT max(transaction::text::bigint)::text FROM causeway.entries');
  expect(given).toBeLessThan(next);
  expect((await after.read(stream, cursor, most)).entries).toEqual([two]);
  await after.close();
});
