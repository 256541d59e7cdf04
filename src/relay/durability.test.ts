/** A relay that ends behind a balancer, and one whose database comes back with other settings, as after a promotion. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../team-log/testing/postgres.ts';
import {
  createRelayTeam,
  eventBody,
  post,
  type RelayTeam,
  untilNamed,
} from './testing/relay-team.ts';

let server: PostgresServer;
let test: RelayTeam;
beforeAll(async () => {
  server = await startPostgres();
  test = await createRelayTeam(server);
});
afterAll(async () => {
  await test.remove();
  await server.stop();
});

it('answers no 200 while the database may lose what it acknowledges', async () => {
  const relay = await test.start();
  const path = await test.namePath([await test.admit(relay)]);
  await untilNamed(relay.port, path);
  const before = eventBody('before');
  expect(await post(relay.port, path, before)).toBe(200);

  await server.halt('fast');
  await server.start({ fsync: 'off' });
  // The first may meet the connections that ended.
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect(await post(relay.port, path, eventBody('unsafe'))).toBe(503);
  expect(await relay.said('fsync off')).toContain('Set fsync = on');
  expect((await test.judged()).taken).toEqual([before]);

  await server.halt('fast');
  await server.start();
  let status = 0;
  for (let attempt = 0; attempt < 100 && status !== 200; attempt += 1)
    status = await post(relay.port, path, eventBody('safe'));
  expect(status).toBe(200);
  expect((await test.judged()).problems).toEqual([]);
});

it('sends a balancer elsewhere before it takes nothing more', async () => {
  // So long that a busy machine has time for what follows.
  const leaving = await test.start('leaving', undefined, ['--drain', '10']);
  const path = await test.namePath([await test.admit(leaving)]);
  await untilNamed(leaving.port, path);
  const head = () => fetch(`http://127.0.0.1:${leaving.port}/health`, { method: 'HEAD' });
  await expect.poll(async () => (await head()).status).toBe(200);
  leaving.signal('SIGTERM');
  await leaving.said('deliveries are still taken');
  expect((await head()).status).toBe(503);
  expect(await post(leaving.port, path, eventBody('event_leaving'))).toBe(200);
  expect(await leaving.ended).toBe(0);
});
