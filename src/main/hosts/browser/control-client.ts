/** How another process of the same person asks the holder of a data directory, and knows it for that one. */
import { createConnection, type Socket } from 'node:net';
import { systemRandom } from '../../../platform/random.ts';
import { controlAddress } from './control.ts';
import { isSignedCall, readControlKey, signCall } from './control-key.ts';

export interface Answered {
  readonly socket: Socket;
  /** What the holder answered, proven to be its own. */
  readonly answer: string;
}

/** Longest answer, in characters. */
const longestAnswer = 1_000;

/**
 * The answer to one question, and the line that it came on. null where nobody answers within
 * `patience` milliseconds, or who answers can't prove that it holds the data directory.
 */
export function askHolder(
  dataDir: string,
  question: 'link' | 'bridge',
  patience: number,
): Promise<Answered | null> {
  const address = controlAddress(dataDir, process.platform);
  const key = address === null ? null : readControlKey(dataDir);
  if (address === null || key === null) return Promise.resolve(null);
  const nonce = Buffer.from(systemRandom.bytes(32)).toString('base64url');
  return new Promise((done) => {
    const socket = createConnection(address);
    const giveUp = () => {
      socket.destroy();
      done(null);
    };
    socket.setTimeout(patience, giveUp);
    socket.on('error', giveUp);
    socket.once('close', () => done(null));
    socket.once('connect', () => {
      const words = `${question} ${nonce}`;
      socket.write(`${words} ${signCall(key, 'asks', words)}\n`);
    });
    let heard = '';
    const hear = (chunk: Buffer): void => {
      heard += chunk.toString('utf8');
      if (!heard.includes('\n') && heard.length <= longestAnswer) return;
      const [, proof = '', answer = ''] = /^([\w-]{43}) (.*)\n$/.exec(heard) ?? [];
      const expected = signCall(key, 'answers', `${question} ${nonce} ${answer}`);
      if (!isSignedCall(proof, expected)) {
        giveUp();
        return;
      }
      socket.off('data', hear);
      socket.setTimeout(0);
      done({ socket, answer });
    };
    socket.on('data', hear);
  });
}

/** A fresh link from the holder, or null when none is told within `patience` milliseconds. */
export async function askForLink(dataDir: string, patience = 2_000): Promise<string | null> {
  const answered = await askHolder(dataDir, 'link', patience);
  answered?.socket.destroy();
  return answered !== null && isLink(answered.answer) ? answered.answer : null;
}

const isLink = (text: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|[0-9a-f]{32}\.localhost)(:\d{1,5})?\/#code=[\w-]{43}$/.test(text);
