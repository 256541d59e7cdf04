import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createCrowd } from './crowd.ts';

const socket = (remotePort: number): Socket =>
  Object.assign(new EventEmitter(), {
    localPort: 1,
    remoteAddress: '127.0.0.1',
    remotePort,
  }) as Socket;
const open = (most: number, ports: readonly number[]) => {
  const crowd = createCrowd(most);
  const sockets = ports.map(socket);
  const ended: (number | undefined)[] = [];
  const came = (one: Socket) => crowd.came(one, ({ remotePort }) => ended.push(remotePort));
  for (const one of sockets) came(one);
  return { crowd, sockets, ended, came };
};

it('over the bound the one goes that brought nothing for the longest', () => {
  const { crowd, sockets, ended, came } = open(3, [1, 2, 3]);
  const [first] = sockets;
  if (first !== undefined) crowd.wasAnswered(first);
  came(socket(4));
  came(socket(5));
  expect(ended).toEqual([2, 3]);
  expect(crowd.size()).toBe(3);
});

it('one that waits for its answer stays, and the newest goes where all others do', () => {
  const { crowd, sockets, ended, came } = open(2, [1, 2]);
  for (const one of sockets) crowd.isAtWork(one);
  came(socket(3));
  expect(ended).toEqual([3]);
  for (const one of sockets) crowd.wasAnswered(one);
  came(socket(4));
  expect(ended).toEqual([3, 1]);
});

it('one that was closed makes room, and what is said of it later is nothing', () => {
  const { crowd, sockets, ended, came } = open(2, [1, 2]);
  const [first] = sockets;
  first?.emit('close');
  if (first !== undefined) crowd.wasAnswered(first);
  came(socket(3));
  expect(ended).toEqual([]);
  expect(crowd.size()).toBe(2);
});
