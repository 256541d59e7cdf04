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
const maxWaiting = 16 * 1024 * 1024;

/** A line that `isFrame` does not take ends the connection, and none after it is looked at. */
export function linePort(socket: Socket, isFrame: (line: string) => boolean): LinePort {
  let rest = '';
  const listeners: ((event?: { data: unknown }) => void)[] = [];
  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) socket.destroy();
    for (const data of lines) {
      if (socket.destroyed) return;
      if (!isFrame(data)) return void socket.destroy();
      for (const listener of listeners) listener({ data });
    }
  };
  const decoder = new TextDecoder();
  socket.on('data', (chunk: Buffer) => take(decoder.decode(chunk, { stream: true })));
  return {
    postMessage(data) {
      if (socket.destroyed) return;
      if (typeof data !== 'string' || socket.writableLength > maxWaiting) socket.destroy();
      else socket.write(`${data}\n`);
    },
    on(event, listener) {
      if (event === 'message') listeners.push(listener);
      if (event === 'close') socket.once('close', () => listener());
    },
  };
}
