import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { readAddress } from './address.ts';
import { createPool, within } from './database.ts';
import { TeamDatabaseAway } from './errors.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
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

const failureAt = async (hosts: string, connections = 1): Promise<string> => {
  const address = readAddress(`postgres://ada@${hosts}/team?sslmode=disable`);
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

it('dials each of several hosts once, and says why the last is of no use', async () => {
  const proxy = await serve((socket) => socket.end());
  expect(await failureAt('127.0.0.1:1,127.0.0.1:2')).toMatch(/refuses connections/);
  expect(await failureAt(`${proxy.host},127.0.0.1:1`, 3)).toMatch(/refuses connections/);
  expect(await failureAt(`127.0.0.1:1,${proxy.host}`)).toMatch(/before it is ready/);
  expect(proxy.connections()).toBeLessThanOrEqual(4);
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
