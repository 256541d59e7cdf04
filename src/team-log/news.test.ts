/** What computers of a team are woken for. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTeamLog } from './team-log.ts';
import { type PostgresServer, startPostgres } from './testing/postgres.ts';
import { at, createTeam, randomStream } from './testing/team.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('a claim, and what a computer has of others, wake nobody', async () => {
  const database = await server.createTeamDatabase();
  const { team, owner, chainOf, fact, membership } = createTeam();
  const log = openTeamLog({ url: database.desk, team });
  const sql = postgres(database.desk, { max: 1, onnotice: () => undefined });
  const told: string[] = [];
  await sql.listen(`causeway_${team.slice(0, 16)}`, (of) => told.push(of));
  const [stream, other] = [randomStream(), randomStream()];
  const chain = chainOf(owner, stream);
  const sealed = { epoch: membership().epochs.at(-1) ?? null, content: Buffer.from('x'), at };
  await log.append([chain.next({ kind: 'heads', ...sealed })]);
  await log.append([chain.next({ kind: 'claim', ...sealed, follows: 'a'.repeat(64) })]);
  await log.append([fact(owner, other, 'fact')]);
  await expect.poll(() => told).toContain(other);
  expect(told).not.toContain(stream);
  await sql.end();
  await log.close();
});
