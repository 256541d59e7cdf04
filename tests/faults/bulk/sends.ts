/** Requests of a bulk run as they leave, with what comes at a certain number of them. */
import type { Running } from '../../../src/sandbox/testing/harness.ts';
import type { PlannedFault } from './plan.ts';

export interface Sends {
  /** A request for this row leaves. */
  note(row: number): void;
  /** Requests of each row. */
  readonly ofRow: ReadonlyMap<number, number>;
  inAll(): number;
  /** Faults of the plan that have not come. */
  left(): number;
  /**
   * Resolves to true with so many requests in all, or so many milliseconds after the next one; to false
   * when the run came to rest before.
   */
  reach(afterSent: number, mostMs: number, resting: Promise<unknown>): Promise<boolean>;
  /** Requests that the service was told to get wrong so far; resolves once it has taken it all. */
  faulty(): Promise<{ readonly all: number; readonly mayBeUnknown: number }>;
}

const nobodyWatches = (): void => undefined;

/** Each fault is set at the service when its number of requests is reached. */
export function watchSends(
  planned: readonly PlannedFault[],
  service: Pick<Running, 'control'>,
): Sends {
  const faults = [...planned];
  const setting: Promise<unknown>[] = [];
  const ofRow = new Map<number, number>();
  let inAll = 0;
  let all = 0;
  let mayBeUnknown = 0;
  let onSent = nobodyWatches;

  function setFaults(): void {
    for (let next = faults[0]; next !== undefined && next.afterSent <= inAll; next = faults[0]) {
      faults.shift();
      all += next.count;
      if (next.mayBeUnknown) mayBeUnknown += next.count;
      setting.push(service.control('POST', '/faults', { ...next.rule, count: next.count }));
    }
  }

  return {
    ofRow,
    inAll: () => inAll,
    left: () => faults.length,
    note(row) {
      inAll += 1;
      ofRow.set(row, (ofRow.get(row) ?? 0) + 1);
      setFaults();
      onSent();
    },
    reach: (afterSent, mostMs, resting) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | null = null;
        const finish = (isReached: boolean): void => {
          if (timer !== null) clearTimeout(timer);
          // What was waited for before may come to rest late, when someone else watches.
          if (onSent === watch) onSent = nobodyWatches;
          resolve(isReached);
        };
        const watch = (): void => {
          timer ??= setTimeout(finish, mostMs, true);
          if (inAll >= afterSent) finish(true);
        };
        onSent = watch;
        resting.then(() => finish(false), reject);
      }),
    async faulty() {
      await Promise.all(setting);
      return { all, mayBeUnknown };
    },
  };
}
