/** Reads a request's body within bounds. */
import type { IncomingMessage } from 'node:http';

/** Bytes that all bodies under way may take together. */
export interface Budget {
  /** False when there is no room for so many more. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export function createBudget(most: number): Budget {
  let left = most;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    giveBack(bytes) {
      left += bytes;
    },
  };
}

export type BodyRead =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'busy' };

/** Beyond this nothing more is read of what is refused, and the connection is cut. */
const MOST_DISCARDED = 4 * 1024 * 1024;

const none = new Uint8Array(0);

/**
 * Calls `done` once with the whole body, or with why there is none; never when the sender went away.
 * What is too large is read to its end first (up to a bound), because an answer to a sender that is
 * still writing gets lost. The body's bytes stay taken from the budget; the caller gives them back.
 */
export function readBody(
  request: IncomingMessage,
  options: { readonly most: number; readonly budget: Budget },
  done: (read: BodyRead) => void,
): void {
  const { most, budget } = options;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > most + MOST_DISCARDED) {
    done({ kind: 'too-large' });
    return;
  }
  let chunks: Uint8Array[] = [];
  let length = 0;
  let refused: BodyRead | null = announced > most ? { kind: 'too-large' } : null;
  let isDone = false;

  const drop = () => {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    chunks = [];
    budget.giveBack(bytes);
  };
  const finish = (read: BodyRead) => {
    if (isDone) return;
    isDone = true;
    done(read);
  };
  const refuse = (why: BodyRead) => {
    refused = why;
    drop();
  };

  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (refused === null && length > most) refuse({ kind: 'too-large' });
    if (refused === null && !budget.take(chunk.length)) refuse({ kind: 'busy' });
    if (refused === null) chunks.push(chunk);
    else if (length > most + MOST_DISCARDED) finish(refused);
  });
  request.on('end', () => {
    const [only = none] = chunks;
    finish(
      refused ?? { kind: 'body', bytes: chunks.length > 1 ? Buffer.concat(chunks, length) : only },
    );
  });
  request.on('close', () => {
    if (isDone) return;
    isDone = true;
    drop();
  });
  // A cut line ends in `close`; without a listener it would end the process.
  request.on('error', () => undefined);
}
