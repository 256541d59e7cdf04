/** Reads a request's body within bounds. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../../platform/clock.ts';

/** Bytes that all bodies under way may take together. */
export interface Budget {
  /** False when there is no room for so many more. */
  take(bytes: number, reading?: Reading): boolean;
  giveBack(bytes: number): void;
  /** A body begins. `giveUp` gives back what it took, at once. */
  begin(giveUp: () => void): Reading;
  /** It is all there, or will never be. */
  end(reading: Reading): void;
}

interface Reading {
  readonly since: number;
  readonly giveUp: () => void;
}

/** Where there is no room, those go that are under way for longer than `slowMs`, the oldest first. */
export function createBudget(most: number, clock: Clock, slowMs: number): Budget {
  let left = most;
  const readings = new Set<Reading>();
  const slowest = (asking: Reading | undefined): Reading | undefined => {
    const [oldest, second] = readings;
    const other = oldest === asking ? second : oldest;
    return other !== undefined && clock.now() - other.since >= slowMs ? other : undefined;
  };
  return {
    take(bytes, reading) {
      for (
        let slow = slowest(reading);
        bytes > left && slow !== undefined;
        slow = slowest(reading)
      ) {
        readings.delete(slow);
        slow.giveUp();
      }
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    begin(giveUp) {
      const reading = { since: clock.now(), giveUp };
      readings.add(reading);
      return reading;
    },
    end: (reading) => void readings.delete(reading),
    giveBack(bytes) {
      left += bytes;
    },
  };
}

export type BodyRead =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  /** It made room for others. */
  | { readonly kind: 'too-slow' }
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
    budget.end(reading);
    done(read);
  };
  const refuse = (why: BodyRead) => {
    refused = why;
    drop();
  };

  const reading = budget.begin(() => {
    drop();
    finish({ kind: 'too-slow' });
  });

  request.on('data', (chunk: Buffer) => {
    if (isDone) return;
    length += chunk.length;
    if (refused === null && length > most) refuse({ kind: 'too-large' });
    if (refused === null && !budget.take(chunk.length, reading)) refuse({ kind: 'busy' });
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
    budget.end(reading);
    drop();
  });
  // A cut line ends in `close`; without a listener it would end the process.
  request.on('error', () => undefined);
}
