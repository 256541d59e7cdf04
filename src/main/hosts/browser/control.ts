/**
 * How another process of the same person reaches the one that holds the data directory: a socket in
 * that directory for its owner alone, a named pipe on Windows. One line asks, one answers: `link` a
 * fresh link for a browser; `bridge` the bridge itself, one frame a line from then on.
 */
import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type LinePort, linePort } from './control-port.ts';

const linkQuestion = 'link\n';
export const bridgeQuestion = 'bridge\n';
/** Says that frames may come. */
export const bridgeAnswer = 'ready\n';
const questions = [linkQuestion, bridgeQuestion];

/** Longest address of a socket that every Unix takes, in bytes. */
const longestAddress = 100;

/** Where the holder of a data directory listens; null where no address of a socket is that long. */
export function controlAddress(dataDir: string, platform: NodeJS.Platform): string | null {
  if (platform === 'win32') {
    const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 32);
    return `\\\\.\\pipe\\causeway-${name}`;
  }
  const address = join(dataDir, 'control.sock');
  return Buffer.byteLength(address) > longestAddress ? null : address;
}

export interface Control {
  close(): Promise<void>;
}

export interface ControlOptions {
  readonly platform: NodeJS.Platform;
  /** null where there is no browser to open. */
  readonly freshLink: (() => string) | null;
  /** Serves the bridge on a port; absent: it is not offered. */
  readonly serve?: (port: LinePort) => void;
}

/**
 * Answers with fresh links and serves the bridge. Only for the holder of the data directory: a socket that a killed
 * process has left is taken away.
 */
export async function startControl(
  address: string,
  { platform, freshLink, serve }: ControlOptions,
): Promise<Control> {
  const isFile = platform !== 'win32';
  if (isFile) await rm(address, { force: true });
  const attached = new Set<Socket>();
  const answer = (socket: Socket, question: string): void => {
    // Nothing is said to one who only listens: a pipe on Windows lets others read.
    if (question === linkQuestion && freshLink !== null) return void socket.end(`${freshLink()}\n`);
    if (question !== bridgeQuestion || serve === undefined) return void socket.destroy();
    socket.setTimeout(0);
    socket.removeAllListeners('data');
    attached.add(socket);
    socket.once('close', () => attached.delete(socket));
    serve(linePort(socket));
    socket.write(bridgeAnswer);
  };
  const server = createServer((socket) => {
    let heard = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString('utf8');
      if (questions.includes(heard)) answer(socket, heard);
      else if (!questions.some((question) => question.startsWith(heard))) socket.destroy();
    });
  });
  await listenPrivately(server, address);
  if (isFile) await chmod(address, 0o600);
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of attached) socket.destroy();
      }),
  };
}

/** The socket is made for its owner from the start, not only after a chmod. */
function listenPrivately(server: Server, address: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    return new Promise((done, fail) => {
      server.once('error', fail);
      server.listen(address, done);
    });
  } finally {
    process.umask(before);
  }
}

/** A fresh link from the holder, or null when none is told within `patience` milliseconds. */
export function askForLink(address: string, patience = 2_000): Promise<string | null> {
  return new Promise((done) => {
    const socket = createConnection(address);
    let heard = '';
    const end = (link: string | null) => {
      socket.destroy();
      done(link);
    };
    socket.setTimeout(patience, () => end(null));
    socket.on('error', () => end(null));
    socket.on('connect', () => socket.write(linkQuestion));
    socket.on('data', (chunk) => {
      heard += chunk.toString('utf8');
      if (heard.length > 1_000) end(null);
    });
    socket.on('end', () => end(isLink(heard) ? heard.trim() : null));
  });
}

const isLink = (text: string): boolean =>
  /^http:\/\/127\.0\.0\.1:\d{1,5}\/#code=[\w-]{43}\n$/.test(text);
