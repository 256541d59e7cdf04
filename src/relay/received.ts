/** When deliveries could arrive at a relay, for whoever was off then: nothing of a time when the database did not answer. */
import type { Clock } from '../platform/clock.ts';

export interface ReceivedParts {
  readonly clock: Clock;
  readonly isTaking: () => boolean;
  /** Rejects where the database does not answer. */
  readonly say: (from: number, to: number) => Promise<void>;
}

/** Stretches that wait to be said; the newest. */
const MOST = 100;

export function createReceived({ clock, isTaking, say }: ReceivedParts) {
  /** Since it was said last that it receives; null while it takes nothing. */
  let since: number | null = null;
  let failures = 0;
  let ended: { readonly from: number; readonly to: number }[] = [];

  return {
    /** A group of deliveries is durable. */
    taken(): void {
      since ??= clock.now();
    },
    /** One is not. @param at when it came */
    failed(at: number): void {
      failures += 1;
      if (since !== null && at > since) ended = [...ended, { from: since, to: at }].slice(-MOST);
      since = null;
    },
    /** Says what was not said yet. Rejects with what `say` does; then the stretch that goes on ends unsaid. */
    async tell(): Promise<void> {
      const now = clock.now();
      const from = since;
      const before = failures;
      since = null;
      if (!isTaking()) return;
      for (let next = ended[0]; next !== undefined; next = ended[0]) {
        await say(next.from, next.to);
        ended = ended.slice(1);
      }
      if (from !== null && now > from) await say(from, now);
      if (failures === before) since = now;
    },
  };
}
