/**
 * A socket of the control address as a message port of oRPC: one frame a line. Frames are JSON, so no
 * line break stands in one.
 */
import type { Socket } from 'node:net';

/** The part of a port that oRPC uses. */
export interface LinePort {
  postMessage(data: unknown): void;
  on(event: string, listener: (event?: { data: unknown }) => void): void;
}

/** Longest frame, in UTF-16 units. */
const longestLine = 4 * 1024 * 1024;
/** What may wait for one who does not read, in bytes. */
const mostWaiting = 16 * 1024 * 1024;

/** `begun` is what was read of the first line already. */
export function linePort(socket: Socket, begun = ''): LinePort {
  let rest = '';
  const listeners: ((event?: { data: unknown }) => void)[] = [];
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) socket.destroy();
    for (const data of lines) for (const listener of listeners) listener({ data });
  };
  const decoder = new TextDecoder();
  socket.on('data', (chunk: Buffer) => take(decoder.decode(chunk, { stream: true })));
  if (begun !== '') queueMicrotask(() => take(begun));
  return {
    postMessage(data) {
      if (socket.destroyed) return;
      if (typeof data !== 'string' || socket.writableLength > mostWaiting) socket.destroy();
      else socket.write(`${data}\n`);
    },
    on(event, listener) {
      if (event === 'message') listeners.push(listener);
      if (event === 'close') socket.once('close', () => listener());
    },
  };
}
