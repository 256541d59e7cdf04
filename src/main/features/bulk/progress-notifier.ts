/** Notices of bulk runs to the page. */
import type { UpdateNotice } from '../../../bridge/updates.ts';

interface ProgressNotifier {
  run(
    runId: string,
    what: { readonly created: readonly string[]; readonly isState: boolean },
  ): void;
  /** Tells what waits, then nothing more. */
  close(): void;
}

const PROGRESS_MS = 250;
const LISTS_MS = 1_000;

/** Tells of runs a few times a second at most, and of what they created once a second. */
export function createProgressNotifier(notify: (notice: UpdateNotice) => void): ProgressNotifier {
  let changed = new Set<string>();
  let isCreated = false;
  let progress: NodeJS.Timeout | null = null;
  let lists: NodeJS.Timeout | null = null;

  const tellProgress = (): void => {
    progress = null;
    if (changed.size > 0) notify({ topic: 'bulk', ids: [...changed] });
    changed = new Set();
  };
  const tellLists = (): void => {
    lists = null;
    if (isCreated) {
      notify({ topic: 'customers', ids: [] });
      notify({ topic: 'virtual-accounts', ids: [] });
    }
    isCreated = false;
    notify({ topic: 'intents', ids: [] });
    notify({ topic: 'audit', ids: [] });
  };
  const stop = (): void => {
    if (progress !== null) clearTimeout(progress);
    if (lists !== null) clearTimeout(lists);
    tellProgress();
    tellLists();
  };

  return {
    run(runId, { created, isState }) {
      changed.add(runId);
      isCreated ||= created.length > 0;
      if (isState) return stop();
      progress ??= setTimeout(tellProgress, PROGRESS_MS);
      lists ??= setTimeout(tellLists, LISTS_MS);
    },
    close: stop,
  };
}
