/** How long a stop waits for writes under way. */
import type { Stopping } from './console.ts';

/** A write may take a minute (service client), and its outcome is kept after that. */
export const shutdownTimeoutMs = 65_000;

/** After this a person is told why the program is still there, in milliseconds. */
const tellAfterMs = 250;

/** Resolves when the work is done, the time is over, or somebody hurries. Never rejects. */
export async function withinTimeout(
  work: Promise<unknown>,
  mostMs: number,
  { onWaiting, hurry }: Stopping = {},
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const over = new Promise<void>((resolve) => {
    timers.push(setTimeout(resolve, mostMs));
    if (onWaiting !== undefined) timers.push(setTimeout(onWaiting, tellAfterMs));
    if (hurry?.aborted) resolve();
    hurry?.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([work.catch(() => undefined), over]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
