/** Follows main's stream of changes for as long as the page lives, over every reconnect. */
import { getEventMeta } from '@orpc/client';
import type { Bridge } from '../../../bridge/contract.ts';
import type { UpdateNotice } from '../../../bridge/updates.ts';

export interface WatchUpdatesOptions {
  watch: Bridge['updates']['watch'];
  onNotice: (notice: UpdateNotice) => void;
  wait: (milliseconds: number) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Resumes after the last notice that was seen, so that main can hand over what was missed. The greeting
 * tells nothing else: whatever the page reads is asked for behind the watch.
 */
export async function watchUpdates(options: WatchUpdatesOptions): Promise<void> {
  const { watch, onNotice, wait, signal } = options;
  let lastEventId: string | undefined;
  while (!signal.aborted) {
    try {
      const notices = await watch(undefined, { signal, lastEventId });
      for await (const notice of notices) {
        const isGreeting = lastEventId === undefined && notice.topic === 'connection';
        lastEventId = getEventMeta(notice)?.id ?? lastEventId;
        if (!isGreeting) onNotice(notice);
      }
    } catch {
      // The link says in the frame when the connection is gone; here it is only taken up again.
    }
    if (!signal.aborted) await wait(250);
  }
}
