/** When the next attempt of a delivery is made (decisions 10). */
import { aroundMs } from '../../platform/back-off.ts';
import type { Random } from '../../platform/random.ts';
import type { SettingsStore } from '../state/settings.ts';

export interface Schedule {
  /**
   * Milliseconds to wait before the attempt after `made` ones, with jitter and by the time scale;
   * null when none is left.
   */
  delayAfter(made: number): number | null;
}

export interface ScheduleParts {
  readonly settings: SettingsStore;
  readonly random: Random;
  /** Divides the delays. */
  readonly timeScale: number;
}

export const createSchedule = ({ settings, random, timeScale }: ScheduleParts): Schedule => ({
  delayAfter: (made) => {
    const delay = settings.current.retryDelaysMs[made];
    if (delay === undefined) return null;
    // Deliveries that failed together are not sent together.
    return Math.round(aroundMs(delay, random) / timeScale);
  },
});
