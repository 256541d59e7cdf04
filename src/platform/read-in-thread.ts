/**
 * Reads something in its own thread, bounded in memory and time. The result comes in parts, each requested
 * once the one before was taken: unpacking one message of many megabytes would keep main busy.
 */
import { errorCode } from './error-code.ts';
import { nextTurn } from './slices.ts';
import { serveThread, startThread, ThreadEnded } from './thread.ts';

/** Expected; the message is for a person. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** A closed code for programs; null where the message is enough. */
  readonly about: string | null;

  constructor(sentence: string, about: string | null = null) {
    super(sentence);
    this.about = about;
  }
}

/** The thread took more memory or time than it may. */
export class TookTooMuch extends Error {
  override readonly name = 'TookTooMuch';
  readonly of: 'memory' | 'time';

  constructor(of: TookTooMuch['of']) {
    super(`The thread took more ${of} than it may.`);
    this.of = of;
  }
}

export interface ThreadOrder {
  /** As `programOfThread` gives it. */
  readonly program: string;
  /** What `read` is called with. */
  readonly data: unknown;
  readonly most: { readonly mebibytes: number; readonly ms: number };
  readonly signal: AbortSignal;
}

export interface WhatWasRead<Head, Item> {
  readonly head: Head;
  readonly items: Item[];
}

interface Offered<Head, Item> {
  begin(): Promise<{ readonly head: Head }>;
  /** null at the end. */
  next(): readonly Item[] | null;
}

/** Rejects with Refused, TookTooMuch, the signal's reason, or the error; then the thread is gone. */
export async function readInThread<Head, Item>({
  program,
  data,
  most,
  signal,
}: ThreadOrder): Promise<WhatWasRead<Head, Item>> {
  signal.throwIfAborted();
  const limits = { maxOldGenerationSizeMb: most.mebibytes };
  const thread = startThread<Offered<Head, Item>>({
    name: 'thread that reads',
    program,
    data,
    limits,
  });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TookTooMuch('time')), most.ms);
  const asked = { signal: AbortSignal.any([signal, late.signal]) };
  try {
    const { head } = await thread.call('begin', [], asked);
    const items: Item[] = [];
    for (;;) {
      const part = await thread.call('next', [], asked);
      if (part === null) return { head, items };
      for (const item of part) items.push(item);
      // Others get a turn.
      await nextTurn();
    }
  } catch (error) {
    throw asWasSaid(error);
  } finally {
    clearTimeout(timer);
    await thread.end();
  }
}

/** Between threads classes are lost; names and fields stay. */
function asWasSaid(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof ThreadEnded) {
    const { cause } = error;
    const isMemory = errorCode(cause) === OUT_OF_MEMORY;
    return isMemory ? new TookTooMuch('memory') : (cause ?? error);
  }
  if (error.name !== 'Refused' || !('about' in error)) return error;
  return new Refused(error.message, error.about === null ? null : String(error.about));
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

export interface Answer<Head, Item> {
  readonly head: Head;
  /** Each small enough to be taken at once. */
  readonly parts: Iterable<readonly Item[]>;
}

/** In the thread: answers by what `read` gives, or by the Refused that it throws. */
export function serveReading<Data, Head, Item>(
  read: (data: Data) => Answer<Head, Item> | Promise<Answer<Head, Item>>,
): void {
  serveThread<Data>(({ data }): Offered<Head, Item> => {
    let rest: Iterator<readonly Item[]> = [].values();
    return {
      async begin() {
        const { head, parts } = await read(data);
        rest = parts[Symbol.iterator]();
        return { head };
      },
      next() {
        const { value, done } = rest.next();
        return done === true ? null : value;
      },
    };
  });
}
