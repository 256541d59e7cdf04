/** Calls to one writer's thread and their answers, by messages. */
import type { Worker } from 'node:worker_threads';
import type { InboxWriter } from './writer.ts';

export type Closable = InboxWriter & { readonly close: () => void };

export interface WriterCall {
  readonly call: number;
  readonly method: keyof Closable;
  readonly values: readonly unknown[];
}

/** Call 0 is the opening. */
export type WriterAnswer =
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly error: Error; readonly code: string | null };

/** Said without being asked: the thread of checkpoints ended, and is started again. */
export interface WriterNotice {
  readonly checkpointsEnded: Error;
}

/** The thread ended by itself; what was under way may or may not be stored. */
export class WriterEnded extends Error {
  override readonly name = 'WriterEnded';
}

export interface WriterThread {
  /** Rejects with what the writer threw, or with why the thread ended. */
  send(
    method: keyof Closable,
    values: readonly unknown[],
    moved?: readonly ArrayBuffer[],
  ): Promise<unknown>;
  /** Called once, when the thread ended, whoever ended it. */
  onEnd(listener: (error: Error) => void): void;
  /** Closes the database and ends the thread. */
  close(): Promise<void>;
}

/** Resolves when the database is open in the thread; rejects with what opening threw. */
export async function openWriterThread(
  thread: Worker,
  onCheckpointsEnded: (error: Error) => void,
): Promise<WriterThread> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((error: Error) => void)[] = [];
  let calls = 0;
  let ended: Error | null = null;

  const wait = (call: number): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(call, answer);
    return answer.promise;
  };
  const end = (error: Error) => {
    if (ended !== null) return;
    ended = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    for (const listener of listeners) listener(error);
  };
  thread.on('message', (answer: WriterAnswer | WriterNotice) => {
    if ('checkpointsEnded' in answer) {
      onCheckpointsEnded(answer.checkpointsEnded);
      return;
    }
    const waited = waiting.get(answer.call);
    waiting.delete(answer.call);
    if ('error' in answer) waited?.reject(Object.assign(answer.error, { code: answer.code }));
    else waited?.resolve(answer.result);
  });
  let thrown: unknown;
  thread.on('error', (error) => {
    thrown = error;
  });
  // Not on `error`, after which the thread still holds the database for a moment.
  thread.on('exit', (code) =>
    end(new WriterEnded(`The writer of the inbox ended (${code}).`, { cause: thrown })),
  );

  const send: WriterThread['send'] = async (method, values, moved = []) => {
    if (ended !== null) throw ended;
    calls += 1;
    const message: WriterCall = { call: calls, method, values };
    const answer = wait(calls);
    thread.postMessage(message, [...moved]);
    return await answer;
  };

  try {
    await wait(0);
  } catch (error) {
    throw thrown instanceof Error ? thrown : error;
  }
  return {
    send,
    onEnd: (listener) => void listeners.push(listener),
    close: async () => {
      if (ended === null) await send('close', []);
    },
  };
}
