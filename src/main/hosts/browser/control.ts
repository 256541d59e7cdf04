/**
 * How another process of the same person reaches the one that holds the data directory: a socket in
 * that directory for its owner alone, a named pipe on Windows. One line asks, one answers: `link` a
 * fresh link for a browser; `bridge` the bridge itself, one frame a line from then on. Each end proves
 * the key of control-key.ts: `<question> <nonce> <proof>` asks, `<proof> <answer>` answers.
 */
import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Random } from '../../../platform/random.ts';
import { readFrame } from '../page/frames.ts';
import { isSignedCall, makeControlKey, signCall } from './control-key.ts';
import { type LinePort, linePort } from './control-port.ts';

/** Says that frames may come. */
export const bridgeAnswer = 'ready';

const questionPattern = /^((link|bridge) [\w-]{43}) ([\w-]{43})\n$/;
/** Longer than any question, in bytes. */
const longestQuestion = 128;

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
  /** Absolute; held by this process. */
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  readonly random: Random;
  /** null where there is no browser to open. */
  readonly freshLink: (() => string) | null;
  /** Serves the bridge on a port; absent: it is not offered. */
  readonly serve?: (port: LinePort) => void;
}

/**
 * Answers with fresh links and serves the bridge. Only for the holder of the data directory: a socket that a killed
 * process has left is taken away. null where no address of a socket is that long.
 */
export async function startControl(options: ControlOptions): Promise<Control | null> {
  const { dataDir, platform, random, freshLink, serve } = options;
  const address = controlAddress(dataDir, platform);
  if (address === null) return null;
  const isFile = platform !== 'win32';
  if (isFile) await rm(address, { force: true });
  const key = makeControlKey(dataDir, random);
  const attached = new Set<Socket>();
  const answer = (socket: Socket, question: string, words: string): void => {
    const say = (text: string) => `${signCall(key, 'answers', `${words} ${text}`)} ${text}\n`;
    if (question === 'link' && freshLink !== null) return void socket.end(say(freshLink()));
    if (question !== 'bridge' || serve === undefined) return void socket.destroy();
    socket.setTimeout(0);
    socket.removeAllListeners('data');
    attached.add(socket);
    socket.once('close', () => attached.delete(socket));
    serve(linePort(socket, (line) => readFrame(line).kind !== 'malformed'));
    socket.write(say(bridgeAnswer));
  };
  const server = createServer((socket) => {
    let heard = '';
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (!heard.includes('\n') && heard.length <= longestQuestion) return;
      const [, words = '', question = '', proof = ''] = questionPattern.exec(heard) ?? [];
      // Nothing is said to one who can't read the data directory.
      if (isSignedCall(proof, signCall(key, 'asks', words))) answer(socket, question, words);
      else socket.destroy();
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
