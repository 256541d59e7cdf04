import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, it, vi } from 'vitest';
import { testCertificate } from '../sandbox/testing/certificate.ts';
import { readAddress } from './address.ts';
import { createPool, within } from './database.ts';
import { TeamDatabaseAway } from './errors.ts';
import { listenTo } from './listen.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await Promise.all(undo.splice(0).map((one) => one()));
});

/** On loopback, in the place of a database. */
async function serve(onConnection: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('It has no port.');
  return { host: `127.0.0.1:${address.port}`, connections: () => sockets.length };
}

const failureAt = async (hosts: string, connections = 1, sslmode = 'disable'): Promise<string> => {
  const address = readAddress(`postgres://ada@${hosts}/team?sslmode=${sslmode}`);
  const pool = createPool({ address, connections });
  undo.push(() => pool.end());
  const asked = Array.from({ length: connections }, () => pool.run((sql) => sql`SELECT 1`));
  const ended = await Promise.allSettled(asked);
  return [...new Set(ended.map((one) => String(one.status === 'rejected' && one.reason)))].join();
};

it('says so where each connection is closed before it is ready, and dials no further', async () => {
  const proxy = await serve((socket) => socket.end());
  expect(await failureAt(proxy.host)).toMatch(/closes the connection before it is ready; a proxy/);
  expect(proxy.connections()).toBe(1);
  const later = await serve((socket) => socket.once('data', () => socket.end()));
  expect(await failureAt(later.host, 4)).toMatch(/closes the connection before it is ready/);
  expect(later.connections()).toBeLessThanOrEqual(4);
  expect(await failureAt(`${proxy.host},${later.host}`)).toMatch(/before it is ready/);
  expect([proxy.connections(), later.connections() <= 5]).toEqual([2, true]);
});

it('checks the certificate whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const certificate = testCertificate(['127.0.0.1']);
  let heard = 0;
  const thief = await serve((socket) =>
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...certificate })
        .on('error', () => undefined)
        .on('data', () => {
          heard += 1;
          socket.destroy();
        });
    }),
  );
  expect(await failureAt(thief.host, 1, 'verify-full')).toContain('is not trusted');
  expect(heard).toBe(0);
});

it('dials each of several hosts once, and says why the last is of no use', async () => {
  const proxy = await serve((socket) => socket.end());
  expect(await failureAt('127.0.0.1:1,127.0.0.1:2')).toMatch(/refuses connections/);
  expect(await failureAt(`${proxy.host},127.0.0.1:1`, 3)).toMatch(/refuses connections/);
  expect(await failureAt(`127.0.0.1:1,${proxy.host}`)).toMatch(/before it is ready/);
  expect(proxy.connections()).toBeLessThanOrEqual(4);
});

it('goes on to the next host from one that begins to answer and hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const until = async (isSo: () => boolean) => {
    for (let turns = 0, after = 0; after < 20; turns += 1, after += isSo() ? 1 : 0) {
      if (turns === 2_000) throw new Error('It does not happen.');
      await turn();
      await vi.advanceTimersByTimeAsync(1);
    }
  };
  const second = await serve((socket) => socket.end());
  const hanging = (answer: string) =>
    serve((socket) => socket.once('data', () => socket.write(answer)));
  const silents = [await serve(() => undefined), await serve(() => undefined)] as const;
  const none = failureAt(silents.map(({ host }) => host).join());
  await until(() => silents[0].connections() === 1);
  await vi.advanceTimersByTimeAsync(5_000);
  await until(() => silents[1].connections() === 1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await none).toContain('did not answer in time');
  for (const mode of ['disable', 'verify-full']) {
    // Of a proxy whose server hangs. It is left within the statement.
    const silent = await hanging('S');
    const options = (host: string) => ({
      address: readAddress(`postgres://ada@${host},${second.host}/team?sslmode=${mode}`),
      connections: 1,
    });
    const before = second.connections();
    const pool = createPool(options(silent.host));
    const asked = expect(pool.run((sql) => sql`SELECT 1`)).rejects.toThrow('before it is ready');
    await until(() => silent.connections() === 1);
    await vi.advanceTimersByTimeAsync(5_000);
    await until(() => second.connections() > before);
    await vi.advanceTimersByTimeAsync(1_000);
    await asked;
    await pool.end();

    // One that hangs later is left with the next statement.
    const late = await hanging(`S${'\0'.repeat(2)}${'x'.repeat(20)}`);
    const later = createPool(options(late.host));
    const there = second.connections();
    const first = expect(later.run((sql) => sql`SELECT 1`)).rejects.toThrow(TeamDatabaseAway);
    await until(() => late.connections() === 1);
    await vi.advanceTimersByTimeAsync(10_000);
    await first;
    const next = expect(later.run((sql) => sql`SELECT 1`)).rejects.toThrow(TeamDatabaseAway);
    await until(() => second.connections() > there);
    await vi.advanceTimersByTimeAsync(20_000);
    await next;
    await later.end();
    const listened = second.connections();
    const seen = late.connections();
    const nothing = () => undefined;
    const end = listenTo(options(late.host), 'news', () => [], nothing);
    await until(() => late.connections() > seen);
    await vi.advanceTimersByTimeAsync(10_000);
    await until(() => second.connections() > listened);
    const ended = end();
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
  }
});

it('leaves a late statement alone: cancelled, a commit that waits for a standby is shown to others', async () => {
  vi.useFakeTimers();
  const cancel = vi.fn();
  const late = Object.assign(new Promise<never>(() => undefined), { cancel });
  const asked = expect(within(late)).rejects.toThrow(TeamDatabaseAway);
  await vi.advanceTimersByTimeAsync(20_000);
  await asked;
  expect(cancel).not.toHaveBeenCalled();
});

it.each([
  ['53100', 'has no disk space left (53100).'],
  ['53300', 'has no connection left; raise max_connections (53300).'],
  ['57P03', 'is starting or stopping (57P03).'],
  ['58030', 'reports an error (58030).'],
])('says of %s what it is, for whoever runs the database', async (code, words) => {
  const failed = within(
    Promise.reject(Object.assign(new Error(), { name: 'PostgresError', code })),
  );
  await expect(failed).rejects.toThrow(words);
  await expect(failed).rejects.toBeInstanceOf(TeamDatabaseAway);
});
