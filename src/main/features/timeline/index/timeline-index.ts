/**
 * The index of one open profile:
 *
 *     empty ──something to index──▶ opening ──▶ following ──rebuild, or a file that can't be used──▶ opening
 *
 * While it is empty no thread runs. Questions wait while it opens. A thread that ended by itself is started again at
 * the next change.
 */

import { eachFlag } from '../../../../bridge/event-flags.ts';
import type { IndexingView, TimelineFilter } from '../../../../bridge/timeline.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../core/foundation/log.ts';
import {
  createKnownSecrets,
  type KnownSecrets,
} from '../../../core/foundation/secrets/known-secrets.ts';
import { type ErasedNames, nobodyErased } from '../../../core/records/erased/erased-bodies.ts';
import { instantOf } from '../../../core/records/order.ts';
import type { Inbox } from '../../webhooks/inbox/types.ts';
import type { TimelineIndex } from '../types.ts';
import { firstKey } from './keys.ts';
import { removeIndex } from './open-index.ts';
import type { IndexFilter } from './read/known-traits.ts';
import type { WriterData } from './threads/messages.ts';
import {
  type AsyncReader,
  IndexUnreadable,
  type ReaderThread,
  startReader,
} from './threads/reader-thread.ts';
import { startWriter, type WriterThread } from './threads/writer-thread.ts';
import { eventSignatures } from './traits.ts';
import type { LookupSource, WholeEvents } from './write/lookup-source.ts';

export interface TimelineIndexOptions
  extends Omit<WriterData, 'shared' | 'port' | 'inbox' | 'known' | 'erased'> {
  /** File and key of the inbox. */
  readonly inboxFile: WriterData['inbox'];
  readonly inbox: Pick<Inbox, 'onChange' | 'slots' | 'genuineAfter' | 'genuineCount'>;
  /** Asked on this thread. */
  readonly lookUps: LookupSource;
  readonly wholeEvents: WholeEvents;
  /** Customers of whom nothing personal is indexed. */
  readonly erased?: () => ErasedNames;
  /** Secrets to cut by value out of what is indexed. */
  readonly known?: Pick<KnownSecrets, 'values'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

/** Listeners hear of changes no more often than this. */
const TELLING_MS = 250;
/** Changes of the inbox are passed on no more often than this. */
const WAKING_MS = 50;

const problemSentence =
  'The newest events may be missing. Causeway tries again with the next delivery; the log has the reason.';

interface Threads {
  readonly writer: WriterThread;
  readonly reader: LazyReader;
}

/** Nothing is asked while a first index is made, or of a window that nobody looks at: its memory is spared. */
interface LazyReader {
  /** Starts it at the first question. Rejects with IndexUnreadable. */
  started(): Promise<ReaderThread>;
  close(): Promise<void>;
}

function openLazyReader(start: () => Promise<ReaderThread>): LazyReader {
  let reader: Promise<ReaderThread> | null = null;
  let isClosed = false;
  return {
    async started() {
      if (isClosed) throw new IndexUnreadable('The timeline was closed.', 'ended');
      reader ??= start().catch((error: unknown) => {
        reader = null;
        throw error;
      });
      return await reader;
    },
    async close() {
      isClosed = true;
      const running = await reader?.catch(() => null);
      await running?.close();
    },
  };
}

/** Begins to open it and to follow the inbox; never throws, since all of it can be made again. */
export function openTimelineIndex(options: TimelineIndexOptions): TimelineIndex {
  const { index, inbox, inboxFile, profileId, log } = options;
  const listeners = new Set<() => void>();
  let indexing: IndexingView = { indexed: 0, total: 0, isRebuilding: false, problem: null };
  let isClosed = false;
  let wasMadeAgain = false;
  let rebuilding: Promise<void> | null = null;
  let threads: Promise<Threads> | null = null;
  /** While the file is thrown away, nothing opens it. */
  let halted: Promise<void> | null = null;

  const tell = createPaced(TELLING_MS, () => {
    for (const listener of listeners) listener();
  });
  const show = (changes: Partial<IndexingView>): void => {
    indexing = { ...indexing, ...changes };
    tell.soon();
  };
  const fail = (message: string): void => {
    log.error({ profileId, reason: message }, 'the timeline could not be indexed');
    show({ problem: problemSentence });
  };

  const tellWhy = (error: unknown): never => {
    fail(error instanceof Error ? error.message : String(error));
    throw error;
  };

  const startWriting = async (): Promise<Threads> => {
    const {
      lookUps,
      wholeEvents,
      privateKey,
      isProduction,
      known = createKnownSecrets(),
    } = options;
    const erased = options.erased?.() ?? nobodyErased;
    const writer = await startWriter(
      { index, inbox: inboxFile, profileId, privateKey, isProduction, erased },
      {
        progress({ indexed, total, hasChanged }) {
          const isNews = hasChanged || indexed !== indexing.indexed || total !== indexing.total;
          if (isNews || indexing.problem !== null) show({ indexed, total, problem: null });
        },
        failed(message, isUseless) {
          fail(message);
          if (isUseless) makeAgain(message);
        },
        ended(error) {
          if (!isClosed) fail(error.message);
          const left = threads;
          threads = null;
          void left?.then(({ reader }) => reader.close()).catch(() => undefined);
        },
      },
      { lookUps, wholeEvents, known: () => known.values() },
    );
    return { writer, reader: openLazyReader(() => startReader({ index }).catch(tellWhy)) };
  };
  /** Nothing was delivered or looked up, whatever the file says. */
  const isEmpty = (): boolean => {
    if (isClosed || threads !== null || halted !== null) return false;
    try {
      const isDelivered = inbox.genuineAfter(profileId, 0, 1).length > 0;
      return !isDelivered && options.lookUps(0, 1).length === 0;
    } catch {
      // The thread tells what is wrong.
      return false;
    }
  };
  const start = async (): Promise<Threads> => {
    await halted;
    if (isClosed) throw new IndexUnreadable('The timeline was closed.', 'ended');
    threads ??= startWriting().catch((error: unknown) => {
      threads = null;
      return tellWhy(error);
    });
    return await threads;
  };
  const stop = async (): Promise<void> => {
    const running = await threads?.catch(() => null);
    threads = null;
    await running?.reader.close();
    await running?.writer.close();
  };

  const halt = async (work: Promise<void>): Promise<void> => {
    halted = work.finally(() => {
      halted = null;
    });
    await halted;
  };

  const rebuild = async (): Promise<void> => {
    show({ isRebuilding: true, indexed: 0, problem: null });
    try {
      await halt(stop().then(() => removeIndex(index.file)));
      const { writer } = await start();
      await writer.catchUp();
    } finally {
      show({ isRebuilding: false });
    }
  };
  const rebuildOnce = (): Promise<void> => {
    rebuilding ??= rebuild().finally(() => {
      rebuilding = null;
    });
    return rebuilding;
  };

  /** Once: what is useless again after that is no matter of the file. */
  const makeAgain = (reason: string): void => {
    if (wasMadeAgain) return;
    wasMadeAgain = true;
    log.warn({ profileId, reason }, 'the timeline is made again');
    rebuildOnce().catch((error: unknown) => {
      if (!isClosed) log.error({ err: error, profileId }, 'the timeline could not be made again');
    });
  };

  /** Throws what asking again would not help. */
  const recover = async (error: IndexUnreadable): Promise<void> => {
    if (error.why === 'failed') throw error;
    if (error.why === 'useless') makeAgain(error.message);
    // Not while a rebuild has ended it, and starts it again.
    if (error.why === 'ended' && halted === null) await halt(stop());
  };

  /** Asked once more: what a rebuild cut off, whose thread ended, or a file that turns out damaged. */
  const ask = async <Result>(
    work: (reader: AsyncReader) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const once = async (): Promise<Result> => {
      signal?.throwIfAborted();
      if (isEmpty()) return await work(emptyIndex);
      const { reader, writer } = await start();
      writer.noteQuestion();
      return await work((await reader.started()).under(signal));
    };
    try {
      return await once();
    } catch (error) {
      if (isClosed || !(error instanceof IndexUnreadable)) throw error;
      await recover(error);
      return await once();
    }
  };

  const asked = ({ webhookId, ...filter }: TimelineFilter): IndexFilter => ({
    ...filter,
    slotPaths:
      webhookId === null
        ? null
        : inbox
            .slots(profileId)
            .filter((slot) => slot.webhookId === webhookId)
            .map(({ path }) => path),
  });

  const wake = createPaced(WAKING_MS, () => {
    if (isEmpty()) return;
    start().then(
      ({ writer }) => writer.wake(),
      () => undefined,
    );
  });
  const stopFollowing = inbox.onChange(wake.soon);
  wake.soon();

  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    isClosed = true;
    stopFollowing();
    wake.stop();
    tell.stop();
    listeners.clear();
    await stop();
  };

  return {
    list: ({ filter, ...query }, signal) =>
      ask((reader) => reader.list({ ...query, filter: asked(filter) }), signal),
    listLater: ({ filter, ...query }) =>
      ask((reader) => reader.listLater({ ...query, filter: asked(filter) })),
    count: (filter, { after = null, signal } = {}) =>
      ask((reader) => reader.count(asked(filter), after), signal),
    histogram: (filter, bars, signal) =>
      ask((reader) => reader.histogram(asked(filter), bars), signal),
    facets: (knownAt = null) => ask((reader) => reader.facets(instantOf(knownAt))),
    event: (eventId, { isApart = false, knownAt = null } = {}) =>
      ask((reader) => reader.event({ eventId, isApart, knownAt: instantOf(knownAt) })),
    deliveries: (eventId) => ask((reader) => reader.deliveries(eventId)),
    jumps: ({ from, to, knownAt, ...query }) =>
      ask((reader) =>
        reader.jumps({
          ...query,
          knownAt: instantOf(knownAt),
          low: firstKey(from),
          high: firstKey(to),
          withMocks: !options.isProduction,
        }),
      ),
    indexing: () => indexing,
    rebuild: rebuildOnce,
    async catchUp() {
      if (!isEmpty()) await (await start()).writer.catchUp();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Runs at once after a silence, and then no more often than every `ms`. */
function createPaced(ms: number, work: () => void) {
  let timer: NodeJS.Timeout | null = null;
  let isWanted = false;
  let isStopped = false;
  const run = (): void => {
    isWanted = false;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (isWanted) run();
    }, ms);
    timer.unref();
  };
  return {
    soon(): void {
      if (isStopped) return;
      isWanted = true;
      if (timer === null) run();
    },
    stop(): void {
      isStopped = true;
      isWanted = false;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** What an index answers in which there is nothing yet: neither thread is started for it. */
const noRows = async () => ({ rows: [], hasMore: false });

const emptyIndex: AsyncReader = {
  list: noRows,
  listLater: noRows,
  count: async () => ({ total: 0, known: 0, newest: null, wholeWords: [] }),
  histogram: async () => null,
  facets: async () => ({
    names: [],
    resourceKinds: [],
    slots: [],
    proofs: eventSignatures.map((proof) => ({ proof, count: 0 })),
    flags: eachFlag(() => 0),
  }),
  event: async () => null,
  deliveries: async () => [],
  jumps: async () => ({ jumps: [], last: null }),
};
