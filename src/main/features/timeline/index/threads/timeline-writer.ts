/**
 * The program of the writer's thread: follows the inbox, a group at a time (write/index-writer.ts). It
 * starts itself once more to read ahead (reading-ahead.ts), so that there is one program to build.
 */
import { workerData } from 'node:worker_threads';
import { openSqlite } from '../../../../../platform/sqlite.ts';
import { type Offer, serveThread, type ThreadSide } from '../../../../../platform/thread.ts';
import { isUseless, openIndexForWriting } from '../open-index.ts';
import { createInboxSource } from '../write/inbox-source.ts';
import { createIndexWriter, Stopped } from '../write/index-writer.ts';
import type { LookedUp } from '../write/lookup-source.ts';
import { askMain } from './asking-main.ts';
import { SHARED_NUMBERS, type WriterCalls, type WriterData, type WriterNews } from './messages.ts';
import { type AheadData, isAheadData, readAheadOf, runAhead } from './reading-ahead.ts';

/** Deliveries of one commit: more make fewer and longer ones. */
const GROUP = 5_000;
/** Commits follow each other no faster while little is new: each costs the index of words a segment. */
const PAUSE_MS = 200;
/**
 * Between two slices of settling. Each costs the reader all pages that it has at hand, so that few are
 * taken while questions are asked.
 */
const SETTLING_PAUSE_MS = 10;
const SETTLING_PAUSE_ASKED_MS = 400;
const RETRY_MS = 10_000;
const INDEX_CACHE_KIB = 8 * 1024;
const SOURCE_CACHE_KIB = 512;
const WAIT_MS = 5_000;

function openWriter({
  data,
  say,
}: ThreadSide<WriterData, WriterNews>): Offer<WriterCalls> & { close(): void } {
  const numbers = new Int32Array(data.shared);

  const inboxDatabase = openSqlite({
    ...data.inbox,
    isReadOnly: true,
    cacheKiB: SOURCE_CACHE_KIB,
    waitMs: WAIT_MS,
  });
  /** Handed over and not indexed yet, oldest first. */
  let handedOver: readonly LookedUp[] = [];
  let known = data.known;
  const isStopped = (): boolean => Atomics.load(numbers, SHARED_NUMBERS.stop) !== 0;
  const { profileId, privateKey, erased } = data;
  const source = { profileId, privateKey, erased, known: () => known };
  const inbox = readAheadOf(createInboxSource({ ...source, sqlite: inboxDatabase }), {
    ...source,
    inbox: data.inbox,
    program: new URL(import.meta.url),
    isStopped,
  });
  const sqlite = openIndexForWriting(data.index, inbox.inboxId, INDEX_CACHE_KIB);
  const writer = createIndexWriter({
    sqlite,
    lookUps(arrival, limit) {
      handedOver = handedOver.filter((one) => one.arrival > arrival);
      return handedOver.slice(0, limit);
    },
    inbox,
    wholeEvents: askMain(data.port, numbers, isStopped),
    isProduction: data.isProduction,
    isStopped,
  });

  let asked = 0;
  const mergePause = (): number => {
    const before = asked;
    asked = Atomics.load(numbers, SHARED_NUMBERS.asked);
    return asked === before ? SETTLING_PAUSE_MS : SETTLING_PAUSE_ASKED_MS;
  };

  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let plannedAt = 0;

  const close = (): void => {
    if (timer !== null) clearTimeout(timer);
    inbox.close();
    data.port.close();
    for (const database of [sqlite, inboxDatabase]) database.close();
  };
  /** At the earlier of two moments, when it is planned already. */
  const plan = (ms: number): void => {
    const at = performance.now() + ms;
    if (timer !== null && plannedAt <= at) return;
    if (timer !== null) clearTimeout(timer);
    plannedAt = at;
    timer = setTimeout(step, ms);
  };
  const step = (): void => {
    timer = null;
    const caughtUp = waiting;
    try {
      const { isMore, hasChanged } = writer.takeGroup(GROUP);
      const progress = writer.progress();
      inbox.expect(progress.total - progress.indexed);
      say({ news: 'progress', ...progress, hasChanged });
      if (isMore) plan(0);
      else {
        waiting = waiting.slice(caughtUp.length);
        for (const resolve of caughtUp) resolve();
        if (writer.mergeSegments()) plan(mergePause());
      }
    } catch (error) {
      if (!(error instanceof Stopped)) fail(error);
    }
  };
  const fail = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    say({ news: 'failed', message, isUseless: isUseless(error) });
    // A full disk or a lock passes; whoever waits for it is answered then.
    if (!isUseless(error)) plan(RETRY_MS);
  };

  const { indexed, total } = writer.progress();
  inbox.expect(total - indexed);
  say({ news: 'progress', indexed, total, hasChanged: false });
  plan(0);
  return {
    lookUpCursor: writer.lookUpCursor,
    lookUps(lookUps) {
      handedOver = [...handedOver, ...lookUps];
    },
    known(now) {
      known = now;
    },
    wake: () => plan(PAUSE_MS),
    catchUp: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        plan(0);
      }),
    close,
  };
}

const data = workerData as WriterData | AheadData;
if (isAheadData(data)) runAhead(data);
else serveThread(openWriter);
