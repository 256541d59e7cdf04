/**
 * Has something read in a thread of its own, bounded in memory and time. What was read comes back in
 * parts, each asked for once the one before was taken: one message of many megabytes would keep main
 * busy for as long as it takes to unpack.
 */

import { type MessagePort, Worker } from 'node:worker_threads';
import { nextTurn } from './slices.ts';

/** Expected: the message is a sentence for a person. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** A closed word for programs; null where the sentence says all. */
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

type Message<Head, Item> =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'items'; readonly items: readonly Item[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly sentence: string; readonly about: string | null }
  | { readonly kind: 'error'; readonly error: string };

export interface ThreadOrder {
  /** As `programOfThread` gives it. */
  readonly program: string;
  /** What the thread finds as its `workerData`. */
  readonly data: unknown;
  readonly most: { readonly mebibytes: number; readonly ms: number };
  readonly signal: AbortSignal;
}

export interface WhatWasRead<Head, Item> {
  readonly head: Head;
  readonly items: Item[];
}

/** Rejects with Refused, TookTooMuch, the signal's reason, or what went wrong; then the thread is gone. */
export async function readInThread<Head, Item>(
  order: ThreadOrder,
): Promise<WhatWasRead<Head, Item>> {
  const { program, data, most, signal } = order;
  signal.throwIfAborted();
  const thread = new Worker(program, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: most.mebibytes },
    // Nothing of the profile or the token is for it.
    env: {},
  });
  const ended = Promise.withResolvers<never>();
  // Looked at below; it may fail before that.
  ended.promise.catch(() => undefined);
  const timer = setTimeout(() => ended.reject(new TookTooMuch('time')), most.ms);
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  thread.once('error', (error: Error & { code?: string }) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    ended.reject(isOutOfMemory ? new TookTooMuch('memory') : error);
  });
  thread.once('exit', () => ended.reject(new Error('The thread that reads ended.')));
  try {
    return await allOf<Head, Item>(thread, ended.promise);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

async function allOf<Head, Item>(
  thread: Worker,
  ended: Promise<never>,
): Promise<WhatWasRead<Head, Item>> {
  const items: Item[] = [];
  let head: { readonly value: Head } | null = null;
  let next = Promise.withResolvers<Message<Head, Item>>();
  thread.on('message', (message: Message<Head, Item>) => next.resolve(message));
  for (;;) {
    const message = await Promise.race([next.promise, ended]);
    next = Promise.withResolvers();
    if (message.kind === 'refused') throw new Refused(message.sentence, message.about);
    if (message.kind === 'error') throw new Error(message.error);
    if (message.kind === 'head') head = { value: message.head };
    if (message.kind === 'items') for (const item of message.items) items.push(item);
    if (message.kind === 'end') break;
    // Others get a turn.
    await nextTurn();
    thread.postMessage('next');
  }
  if (head === null) throw new Error('The thread that reads gave no head.');
  return { head: head.value, items };
}

export interface Answer<Head, Item> {
  readonly head: Head;
  /** Each small enough to be taken at once. */
  readonly parts: Iterable<readonly Item[]>;
}

/** In the thread: answers once, by what `read` gives, or by the Refused that it throws. */
export async function answerInParts<Head, Item>(
  port: MessagePort,
  read: () => Answer<Head, Item> | Promise<Answer<Head, Item>>,
): Promise<void> {
  const say = (message: Message<Head, Item>) => port.postMessage(message);
  try {
    const { head, parts } = await read();
    const rest = parts[Symbol.iterator]();
    port.on('message', () => {
      const { value, done } = rest.next();
      say(done === true ? { kind: 'end' } : { kind: 'items', items: value });
    });
    say({ kind: 'head', head });
  } catch (error) {
    if (error instanceof Refused) {
      say({ kind: 'refused', sentence: error.message, about: error.about });
      return;
    }
    say({
      kind: 'error',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}
