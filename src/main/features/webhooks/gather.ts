/** Gathers topics for a moment, so that a thousand deliveries make one notice. */
import type { UpdateTopic } from '../../../bridge/updates.ts';

export interface Gatherer {
  tell(topic: UpdateTopic): void;
  /** What was gathered and not told is dropped. */
  close(): void;
}

/** Longest that a notice waits, in milliseconds. */
const gatheringMs = 50;

export function createGatherer(flush: (topics: ReadonlySet<UpdateTopic>) => void): Gatherer {
  let topics = new Set<UpdateTopic>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  return {
    tell(topic) {
      if (isClosed) return;
      topics.add(topic);
      timer ??= setTimeout(() => {
        const gathered = topics;
        topics = new Set();
        timer = null;
        flush(gathered);
      }, gatheringMs);
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
