/** When the next attempt of a delivery is made (decisions 10). */
import type { Random } from '../random.ts';
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

/** A delay is up to a tenth shorter or longer, so that what failed together is not sent together. */
const JITTER = 0.1;

export const createSchedule = ({ settings, random, timeScale }: ScheduleParts): Schedule => ({
  delayAfter: (made) => {
    const delay = settings.current.retryDelaysMs[made];
    if (delay === undefined) return null;
    const jitter = 1 + JITTER * (2 * random.fraction() - 1);
    return Math.round((delay * jitter) / timeScale);
  },
});
