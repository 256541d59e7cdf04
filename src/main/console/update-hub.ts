/**
 * The stream of change notices: numbered, held for a while so that a reconnect gets what it missed,
 * and bounded for every reader, so that a page that does not read costs nothing.
 */
import { AsyncIteratorClass, implement, withEventMeta } from '@orpc/server';
import { type UpdateNotice, updatesContract } from '../../bridge/updates.ts';
import { type Random, randomHex } from '../../platform/random.ts';
import type { Routes } from '../core/feature/feature.ts';

/** One notice with the id that a reconnect resumes after. */
export interface NumberedNotice {
  readonly id: string;
  readonly notice: UpdateNotice;
}

export interface UpdateHub {
  publish(notice: UpdateNotice): void;
  /**
   * Notices after `lastEventId`, then every new one. The first is `everything` when the id is unknown
   * here (another run, or no longer held). Without an id the first is a `connection`, which gives a
   * page an id to resume after before anything has changed.
   */
  watch(options: {
    readonly lastEventId: string | undefined;
    readonly signal: AbortSignal | undefined;
  }): AsyncIterableIterator<NumberedNotice>;
  /** How many read now. */
  readers(): number;
  /** Ends every reader. */
  close(): void;
}

export interface ChangeHubOptions {
  readonly random: Random;
  /** Notices held for reconnects. */
  readonly held?: number;
  /** Notices that wait for one reader; over it they become one `everything`. */
  readonly waiting?: number;
}

const greeting: UpdateNotice = { topic: 'connection', ids: [] };
const everything: UpdateNotice = { topic: 'everything', ids: [] };

interface Reader {
  readonly queue: NumberedNotice[];
  /** Wakes the pending read, if there is one. */
  wake: (() => void) | null;
  ended: boolean;
}

export function createUpdateHub(options: ChangeHubOptions): UpdateHub {
  const { held = 1_024, waiting = 256 } = options;
  // Numbers begin anew with every process, so its own mark tells them apart.
  const run = randomHex(options.random, 6);
  const ring: NumberedNotice[] = [];
  const readers = new Set<Reader>();
  let last = 0;
  let isClosed = false;

  const idOf = (sequence: number): string => `${run}-${sequence}`;

  const hand = (reader: Reader, numbered: NumberedNotice): void => {
    if (reader.queue.length >= waiting) {
      reader.queue.length = 0;
      reader.queue.push({ id: numbered.id, notice: everything });
    } else {
      reader.queue.push(numbered);
    }
    reader.wake?.();
  };

  const missed = (lastEventId: string | undefined): NumberedNotice[] => {
    if (lastEventId === undefined) return [{ id: idOf(last), notice: greeting }];
    const mark = `${run}-`;
    const sequence = lastEventId.startsWith(mark) ? Number(lastEventId.slice(mark.length)) : NaN;
    const isHeld = Number.isInteger(sequence) && sequence <= last && sequence >= last - ring.length;
    if (!isHeld) return [{ id: idOf(last), notice: everything }];
    const since = ring.slice(ring.length - (last - sequence));
    return since.length > waiting ? [{ id: idOf(last), notice: everything }] : since;
  };

  const end = (reader: Reader): void => {
    reader.ended = true;
    readers.delete(reader);
    reader.wake?.();
  };

  return {
    publish(notice) {
      last += 1;
      const numbered = { id: idOf(last), notice };
      ring.push(numbered);
      if (ring.length > held) ring.shift();
      for (const reader of readers) hand(reader, numbered);
    },

    watch({ lastEventId, signal }) {
      const reader: Reader = { queue: missed(lastEventId), wake: null, ended: false };
      // Registered here and not on the first read, so that nothing in between is lost.
      const stop = () => end(reader);
      if (isClosed || signal?.aborted) reader.ended = true;
      else {
        readers.add(reader);
        signal?.addEventListener('abort', stop, { once: true });
      }
      const finish = (): IteratorResult<NumberedNotice> => {
        signal?.removeEventListener('abort', stop);
        end(reader);
        return { done: true, value: undefined };
      };
      return {
        [Symbol.asyncIterator]() {
          return this;
        },
        async next() {
          while (!reader.ended) {
            const numbered = reader.queue.shift();
            if (numbered !== undefined) return { done: false, value: numbered };
            await new Promise<void>((resolve) => {
              reader.wake = resolve;
            });
            reader.wake = null;
          }
          return finish();
        },
        return: async () => finish(),
      };
    },

    readers: () => readers.size,

    close() {
      isClosed = true;
      for (const reader of readers) end(reader);
    },
  };
}

export const updateProcedures = (hub: Pick<UpdateHub, 'watch'>): Routes<'updates'>['updates'] => ({
  watch: implement(updatesContract).watch.handler(({ lastEventId, signal }) =>
    withIds(hub.watch({ lastEventId, signal })),
  ),
});

/** Notices with their ids where oRPC looks for them; whoever stops reading ends the watch. */
function withIds(
  notices: AsyncIterableIterator<NumberedNotice>,
): AsyncIteratorClass<UpdateNotice, void, void> {
  return new AsyncIteratorClass<UpdateNotice, void, void>(
    async () => {
      const result = await notices.next();
      if (result.done) return { done: true, value: undefined };
      const { id, notice } = result.value;
      return { done: false, value: withEventMeta({ ...notice, ids: [...notice.ids] }, { id }) };
    },
    async () => {
      await notices.return?.();
    },
  );
}
