/** Wakes whoever follows a log. What a notification misses, polling catches. */
import { aroundMs, createRetry } from '../platform/back-off.ts';
import { systemRandom } from '../platform/random.ts';
import {
  type ConnectOptions,
  connectDatabase,
  type Database,
  dialler,
  type Pool,
} from './database.ts';
import type { Dialler } from './dial.ts';

const POLL_MS = 2_000;
const waits = { firstMs: 200, longestMs: 15_000 };

/** Between two notifications of a stream, in milliseconds. */
const REST_MS = 50;

/**
 * Wakes the others after a commit, one notification of a stream at a time: what is written meanwhile is told
 * by the next. One that fails is not repeated.
 */
export function createNotifier(pool: Pool, channel: string): (stream: string) => void {
  const again = new Map<string, boolean>();
  return function notify(stream) {
    if (again.has(stream)) {
      again.set(stream, true);
      return;
    }
    again.set(stream, false);
    const told = () => {
      const isMore = again.get(stream) === true;
      again.delete(stream);
      if (isMore) notify(stream);
    };
    // A notification is a transaction with a record of its own; nobody waits for that one to be on the disk.
    pool
      .run(
        (sql) =>
          sql`SELECT set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${stream})`,
      )
      .then(
        () => setTimeout(told, REST_MS).unref(),
        () => again.delete(stream),
      );
  };
}

/** @returns what ends it */
export function listenTo(
  options: ConnectOptions,
  channel: string,
  streams: () => readonly string[],
  onStream: (stream: string) => void,
  pollMs: () => number = () => POLL_MS,
): () => Promise<void> {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Database | null = null;
  let dials: Dialler | undefined;
  const wakeAll = () => {
    if (!isEnded) for (const stream of streams()) onStream(stream);
  };
  const poll = () => {
    timer = setTimeout(
      () => {
        wakeAll();
        poll();
      },
      aroundMs(pollMs(), systemRandom),
    );
  };
  const told = (_channel: string, stream: string) => {
    if (!isEnded && streams().includes(stream)) onStream(stream);
  };

  const retry = createRetry(() => connect(), waits);
  /** A connection of its own that is never left idle, made anew where it ends. */
  function connect(): void {
    let isGone = false;
    const gone = () => {
      if (isGone) return;
      isGone = true;
      sql.end({ timeout: 0 }).catch(() => undefined);
      retry.failed();
    };
    const dialled = dialler(options, dials);
    dials = dialled;
    const one = { ...options, connections: 1, onNotify: told, onClose: gone };
    const sql = connectDatabase(one, dialled);
    current = sql;
    sql.unsafe(`LISTEN ${channel}`).then(() => {
      dialled.worked();
      retry.succeeded();
      // What was missed meanwhile.
      wakeAll();
    }, gone);
  }
  connect();
  poll();
  return async () => {
    isEnded = true;
    retry.stop();
    clearTimeout(timer);
    await current?.end({ timeout: 0 });
  };
}
