/** Reads the streams of a team's log on from where it stopped, and again from their beginning where that is wanted. */
import type { Clock } from '../../../platform/clock.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import type { Cursor } from '../../../team-log/read.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import { entriesIn, type TeamJudgeStore } from './judge-store.ts';
import { type Page, readPages } from './pages.ts';
import type { TeamState } from './team-state.ts';

interface StreamReaderParts {
  readonly state: Pick<TeamState, 'cursorOf'>;
  readonly store: Pick<TeamJudgeStore, 'heads'>;
  readonly log: Pick<TeamLog, 'read' | 'headsOf'>;
  readonly clock: Clock;
  /** The team's, and this profile's; read in this order. */
  readonly streams: readonly [team: string, profile: string];
  readonly isMember: () => boolean;
  readonly isClosed: () => boolean;
  /** @param cursor where reading goes on after them */
  readonly take: (
    entries: readonly SignedEntry[],
    streamId: string,
    cursor: Cursor,
  ) => Promise<void>;
  /** Takes known entries once more. */
  readonly takeAgain: (entries: readonly SignedEntry[], streamId: string) => void;
  /** Called after a page of new entries: counts may have changed. */
  readonly onChange: () => void;
}

export function createStreamReader(parts: StreamReaderParts) {
  const { state, store, log, clock, streams, isMember, isClosed, take, takeAgain } = parts;
  const [, stream] = streams;
  const dirty = new Set<string>(streams);
  /** Streams to read from their beginning, for what could not be opened or stored. */
  const again = new Set<string>();
  let toRead: number | null = null;
  let readAt: number | null = null;

  async function readAll(streamId: string): Promise<void> {
    for await (const page of readPages(log, streamId, state.cursorOf(streamId) as Cursor | null)) {
      if (!isClosed()) await takePage(page, streamId);
      if (isClosed()) return;
    }
  }

  async function takePage(
    { entries, cursor, isLast, isFurther }: Page,
    streamId: string,
  ): Promise<void> {
    if (!isLast && streamId === stream) await countToRead();
    if (isFurther) await take(entries, streamId, cursor);
    if (toRead !== null && streamId === stream) toRead = Math.max(0, toRead - entries.length);
    if (entries.length > 0) parts.onChange();
  }

  /** Once until all was read. */
  async function countToRead(): Promise<void> {
    if (toRead !== null || !isMember()) return;
    toRead = Math.max(0, entriesIn(await log.headsOf(stream)) - entriesIn(store.heads(stream)));
  }

  async function readAgain(streamId: string): Promise<void> {
    for await (const { entries } of readPages(log, streamId, null)) {
      if (isClosed()) return;
      takeAgain(entries, streamId);
    }
  }

  async function readDirty(streamId: string): Promise<void> {
    if (!dirty.delete(streamId)) return;
    // Until it is admitted nothing but the membership can be read.
    if (streamId === stream && !isMember()) return;
    try {
      await readAll(streamId);
    } catch (error) {
      dirty.add(streamId);
      throw error;
    }
  }

  return {
    /** Something may be new in these. */
    markUnread(...streamIds: readonly string[]): void {
      for (const streamId of streamIds) dirty.add(streamId);
    },
    markForRereading: (streamId: string) => void again.add(streamId),
    isWanted: () => dirty.size > 0,
    readAll,
    /** All that is wanted. */
    async readOn(): Promise<void> {
      const isOfBoth = isMember() && streams.every((streamId) => dirty.has(streamId));
      const began = clock.now();
      for (const streamId of streams) await readDirty(streamId);
      for (const streamId of again) {
        await readAgain(streamId);
        again.delete(streamId);
      }
      if (isOfBoth && !isClosed()) readAt = began;
    },
    /** What is to be read is counted anew from here on. */
    resetCount(): void {
      toRead = null;
    },
    /** Entries of this profile's stream; null while nobody counted them. */
    toRead: () => toRead,
    /** When a round began that read both streams; null: none did. */
    readAt: () => readAt,
  };
}
