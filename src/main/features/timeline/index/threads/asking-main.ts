/**
 * The writer asks main for whole events, because no thread reads the profile's database. It waits where it
 * stands: its transaction is synchronous.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { WholeEvent, WholeEvents } from '../write/lookup-source.ts';
import { SHARED_NUMBERS } from './messages.ts';

/** How long it waits before it looks whether it is to stop. */
const LOOK_MS = 50;

/** On main. */
export function answerWriter(
  port: MessagePort,
  numbers: Int32Array,
  wholeEvents: WholeEvents,
): void {
  const found = (ids: readonly string[]): readonly WholeEvent[] | string => {
    try {
      return wholeEvents(ids);
    } catch (error) {
      return String(error);
    }
  };
  port.on('message', (ids: readonly string[]) => {
    port.postMessage(found(ids));
    Atomics.add(numbers, SHARED_NUMBERS.answered, 1);
    Atomics.notify(numbers, SHARED_NUMBERS.answered);
  });
  port.unref();
}

/** In the thread. Nothing is known where it is to stop. */
export const askMain =
  (port: MessagePort, numbers: Int32Array, isStopped: () => boolean): WholeEvents =>
  (ids) => {
    port.postMessage(ids);
    while (!isStopped()) {
      const answered = Atomics.load(numbers, SHARED_NUMBERS.answered);
      const received = receiveMessageOnPort(port);
      if (received === undefined) Atomics.wait(numbers, SHARED_NUMBERS.answered, answered, LOOK_MS);
      else if (typeof received.message === 'string') throw new Error(received.message);
      else return received.message as readonly WholeEvent[];
    }
    return [];
  };
