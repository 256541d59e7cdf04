/** What is missing of a schema is found where a computer joins, set up, and shown by status. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';
import { connectDatabase } from './database.ts';
import { databaseVersion } from './migrations.ts';
import { foundParts, schemaParts } from './schema.ts';
import { readStatus, setUpDatabase } from './set-up.ts';
import { openTeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres, type TeamDatabase } from './testing/postgres.ts';

let server: PostgresServer;
let database: TeamDatabase;
beforeAll(async () => {
  server = await startPostgres();
  database = await server.createTeamDatabase();
});
afterAll(() => server.stop());

/** What is said where a computer joins, and what to change; null where all is there. */
async function refusal(): Promise<{ message: string; change: string } | null> {
  const log = openTeamLog({ url: database.desk, team: 'a'.repeat(64) });
  try {
    await log.check('desk');
    return null;
  } catch (error) {
    return error as { message: string; change: string };
  } finally {
    await log.close();
  }
}

const asOwner = (sql: string) =>
  server.run(`SET ROLE causeway_owner; ${sql}; RESET ROLE`, database.name);

it('knows all that the steps make, and nothing else', async () => {
  const sql = connectDatabase({ address: readAddress(database.admin), connections: 1 });
  const found = await foundParts(sql);
  await sql.end();
  expect([...schemaParts(databaseVersion).keys()].sort()).toEqual([...found].sort());
});

describe('a computer does not join a database', () => {
  it.each([
    ['ALTER TABLE causeway.entries SET UNLOGGED', 'table entries'],
    ['DROP INDEX causeway.entries_follow', 'unique index entries_follow of entries'],
    [
      'DROP INDEX causeway.entries_follow; CREATE INDEX entries_follow ON causeway.entries (team, follows)',
      'unique index entries_follow of entries',
    ],
    [
      'ALTER TABLE causeway.entries DROP CONSTRAINT entries_pkey',
      'unique index entries_pkey of entries',
    ],
    [
      'ALTER TABLE causeway.migrations DROP CONSTRAINT migrations_pkey',
      'unique index migrations_pkey of migrations',
    ],
    ['DROP INDEX causeway.entries_in_order', 'index entries_in_order of entries'],
    [
      'ALTER TABLE causeway.entries DISABLE TRIGGER entries_stay',
      'trigger entries_stay of entries',
    ],
    [
      'ALTER TABLE causeway.entries ENABLE REPLICA TRIGGER entries_stay',
      'trigger entries_stay of entries',
    ],
    ['DROP TRIGGER forwards_bounded ON causeway.forwards', 'trigger forwards_bounded of forwards'],
    ['ALTER TABLE causeway.entries DISABLE ROW LEVEL SECURITY', 'row level security of entries'],
    ['DROP POLICY relay_adds ON causeway.entries', 'policy relay_adds of entries'],
  ])('after %s', async (change, part) => {
    await asOwner(change);
    const said = await refusal();
    expect(said?.message).toContain(`: ${part}.`);
    const where = { address: readAddress(database.admin) };
    expect((await readStatus(where)).problems).toEqual([
      { problem: said?.message, change: said?.change },
    ]);
    await expect(setUpDatabase(where)).rejects.toThrow(part);
    // What it says to do is all that there is to do.
    await asOwner(said?.change.split('owner of the database: ')[1] ?? '');
    expect(await refusal()).toBeNull();
  });
});

it('sends nobody to mend a table that is not there', async () => {
  const other = await server.createTeamDatabase();
  await server.run('SET ROLE causeway_owner; DROP TABLE causeway.presence_by_login', other.name);
  const { problems } = await readStatus({ address: readAddress(other.admin) });
  const found = problems.find(({ problem }) => problem.includes(': table presence_by_login.'));
  expect(found?.change).toBe('Nothing can take its place: restore all of the database.');
});
