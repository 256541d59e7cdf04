/** Wakes whoever follows a log. What a notification misses, polling catches. */
import { aroundMs } from '../platform/back-off.ts';
import { systemRandom } from '../platform/random.ts';
import type { Database } from './database.ts';

const POLL_MS = 2_000;

/** @returns what ends it */
export function listenTo(
  sql: Database,
  channel: string,
  streams: () => readonly string[],
  onStream: (stream: string) => void,
): () => Promise<void> {
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const all = () => {
    if (!isEnded) for (const stream of streams()) onStream(stream);
  };
  const poll = () => {
    timer = setTimeout(
      () => {
        all();
        poll();
      },
      aroundMs(POLL_MS, systemRandom),
    );
  };
  poll();
  const told = (stream: string) => {
    if (!isEnded && streams().includes(stream)) onStream(stream);
  };
  // Without a connection now it listens once there is one; until then polling does.
  const listening = sql.listen(channel, told, all).catch(() => null);
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    // Where nothing answers there is nothing to end.
    const unlisten = async () => await (await listening)?.unlisten().catch(() => undefined);
    await Promise.race([unlisten(), new Promise((done) => setTimeout(done, 1_000).unref())]);
  };
}
