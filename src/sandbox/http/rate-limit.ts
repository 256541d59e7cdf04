/** A limit of requests a second, by calendar second. Off unless switched on. */
import type { Clock } from '../../platform/clock.ts';
import type { SettingsStore } from '../state/settings.ts';
import { refusals } from './refusal.ts';

export interface RateLimit {
  /** @throws Refusal 429 with Retry-After. */
  check(): void;
}

export function createRateLimit(settings: SettingsStore, clock: Clock): RateLimit {
  let second = 0;
  let used = 0;
  return {
    check: () => {
      const limit = settings.current.rateLimitPerSecond;
      if (limit === null) return;
      const now = Math.floor(clock.now() / 1_000);
      if (now !== second) {
        second = now;
        used = 0;
      }
      used += 1;
      if (used > limit) throw refusals.tooManyRequests(1);
    },
  };
}
