/** What computers of a team are woken for, and when. */
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTeamLog } from './team-log.ts';
import { insertAsItIs, type PostgresServer, startPostgres } from './testing/postgres.ts';
import { at, createTeam, randomStream } from './testing/team.ts';

let server: PostgresServer;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  await Promise.all(undo.splice(0).map((one) => one()));
});
afterAll(() => server.stop());

/** A team whose members are in the log already. */
async function story() {
  const made = createTeam();
  const database = await server.createTeamDatabase();
  const opened = () => {
    const log = openTeamLog({ url: database.desk, team: made.team });
    undo.push(() => log.close());
    return log;
  };
  const sql = postgres(database.desk, { max: 1, onnotice: () => undefined });
  undo.push(() => sql.end());
  const log = opened();
  await log.append(made.entries);
  return { ...made, log, opened, sql };
}

it('comes at once by a notification, and by polling where that was missed', async () => {
  const { log, opened, sql, owner, fact } = await story();
  const stream = randomStream();
  const woken: number[] = [];
  const began = performance.now();
  const stop = opened().listen(
    () => [stream],
    () => woken.push(performance.now() - began),
  );
  // It says so once it listens.
  await expect.poll(() => woken.length).toBeGreaterThan(0);
  const before = performance.now() - began;
  const count = woken.length;
  await log.append([fact(owner, stream, 'fact')]);
  await expect.poll(() => woken.length, { interval: 10 }).toBeGreaterThan(count);
  expect((woken[count] ?? 0) - before).toBeLessThan(1_000);
  // Somebody appends and dies before it notifies.
  const then = woken.length;
  await insertAsItIs(sql, fact(owner, stream, 'missed'));
  await expect.poll(() => woken.length).toBeGreaterThan(then);
  await stop();
  const ended = woken.length;
  await log.append([fact(owner, stream, 'later')]);
  await pause(50);
  expect(woken).toHaveLength(ended);
});

it('a claim, and what a computer has of others, wake nobody', async () => {
  const { team, log, sql, owner, chainOf, fact, membership } = await story();
  const told: string[] = [];
  await sql.listen(`causeway_${team.slice(0, 16)}`, (of) => told.push(of));
  const stream = randomStream();
  const other = randomStream();
  const chain = chainOf(owner, stream);
  const sealed = { epoch: membership().epochs.at(-1) ?? null, content: Buffer.from('x'), at };
  await log.append([chain.next({ kind: 'heads', ...sealed })]);
  await log.append([chain.next({ kind: 'claim', ...sealed, follows: 'a'.repeat(64) })]);
  await log.append([fact(owner, other, 'fact')]);
  await expect.poll(() => told).toContain(other);
  expect(told).not.toContain(stream);
});
