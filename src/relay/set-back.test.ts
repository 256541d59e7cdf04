/** A relay whose team's database is set back to a backup, while it runs or before it starts. */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { binary, type PostgresServer, startPostgres } from '../team-log/testing/postgres.ts';
import type { RelayProcess } from './testing/relay-process.ts';
import {
  createRelayTeam,
  eventBody,
  post,
  type RelayTeam,
  untilNamed,
} from './testing/relay-team.ts';

let server: PostgresServer;
let test: RelayTeam;
let relay: RelayProcess;
let path: string;

const health = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${relay.port}/health`)).status;
const take = async (name: string): Promise<void> =>
  expect([name, await post(relay.port, path, eventBody(name))]).toEqual([name, 200]);
const backUp = (as: string): string => {
  const file = join(server.folder, `${as}.dump`);
  execFileSync(binary('pg_dump'), ['-Fc', '-f', file, server.url(test.database.name)]);
  return file;
};
const takeAway = () => server.run(`DROP DATABASE ${test.database.name} WITH (FORCE)`);
const restore = async (file: string): Promise<void> => {
  const { name } = test.database;
  const beside = `${name}_restored`;
  await server.run(`CREATE DATABASE ${beside}`);
  execFileSync(binary('pg_restore'), ['-d', server.url(beside), file]);
  await server.run(`ALTER DATABASE ${beside} RENAME TO ${name}`);
};

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  test = await createRelayTeam(server);
  relay = await test.start();
  await test.admit(relay);
  path = await test.namePath();
  await untilNamed(relay.port, path);
  await take('before');
  return () => test.remove();
});

/** That nothing is taken, that it is said why, and that it goes on by itself. */
const refusesUntilBack = async (whole: string): Promise<void> => {
  expect(await relay.said('was set back')).toContain('Make a new key file');
  expect(await health()).toBe(503);
  expect(await post(relay.port, path, eventBody('after'))).toBe(503);

  await takeAway();
  await restore(whole);
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  await take('after');
  const bodies = ['before', 'lost', 'after'].map((name) => eventBody(name));
  expect(await test.judged()).toEqual({ taken: bodies, problems: [] });
};

it('answers 503 without a delivery once it has lost entries, and goes on where they are back', async () => {
  const early = backUp('early');
  await take('lost');
  const whole = backUp('whole');
  await takeAway();
  await relay.said('can’t be read now');
  await restore(early);
  await relay.said('answers again');
  await refusesUntilBack(whole);
});

it('answers 503 where it is started on a database that lacks its entries', async () => {
  const early = backUp('early');
  await take('lost');
  relay.signal('SIGTERM');
  expect(await relay.ended).toBe(0);
  const whole = backUp('whole');
  await takeAway();
  await restore(early);
  relay = await test.start();
  await refusesUntilBack(whole);
});

it('answers 503 where another chain is longer than the one that was lost', async () => {
  const early = backUp('early');
  await take('lost');
  relay.signal('SIGTERM');
  expect(await relay.ended).toBe(0);
  await takeAway();
  await restore(early);
  const heads = `${test.keyFile('one')}.heads`;
  renameSync(heads, `${heads}.aside`);
  relay = await test.start();
  await untilNamed(relay.port, path);
  for (const name of ['other', 'another', 'more', 'most']) await take(name);
  relay.signal('SIGTERM');
  expect(await relay.ended).toBe(0);
  renameSync(`${heads}.aside`, heads);
  relay = await test.start();
  expect(await relay.said('was set back')).toContain('Make a new key file');
  expect(await health()).toBe(503);
  expect(await post(relay.port, path, eventBody('after'))).toBe(503);
});

it('acknowledges nothing behind an entry that is lost, though no connection ended', async () => {
  await take('lost');
  const [last] = (await test.entries()).slice(-1);
  await server.run(
    `ALTER TABLE causeway.entries DISABLE TRIGGER entries_stay;
    DELETE FROM causeway.entries
      WHERE author = '\\x${last?.author}' AND sequence = ${last?.sequence} AND kind = 'deliveries';
    ALTER TABLE causeway.entries ENABLE TRIGGER entries_stay`,
    test.database.name,
  );
  expect(await post(relay.port, path, eventBody('after'))).toBe(503);
  expect(await relay.said('was set back')).toContain(`Entry ${last?.sequence}.`);
  expect(await health()).toBe(503);
  expect(await test.judged()).toEqual({ taken: [eventBody('before')], problems: [] });
});
