/**
 * Group commit: what arrives while one group is being made durable, or in one turn of the event loop,
 * is the next group. No delivery waits for others to come.
 */
import type { Appended, IncomingDelivery } from '../inbox/types.ts';

/** What became of a delivery; `failed` when its group did not commit. */
export type Committed = Appended | 'failed';

interface Waiting {
  readonly delivery: IncomingDelivery;
  readonly settle: (committed: Committed) => void;
}

export interface GroupCommitOptions {
  readonly append: (group: readonly IncomingDelivery[]) => Promise<readonly Appended[]>;
  readonly groupDeliveries: number;
  readonly groupBytes: number;
  /** A group did not commit. */
  readonly onFailure: (error: unknown) => void;
  /** `settle` of one delivery threw; the others are settled all the same. */
  readonly onUnresolved: (error: unknown) => void;
}

export interface GroupCommit {
  /** `settle` is called once, after the group is durable or lost. */
  add(delivery: IncomingDelivery, settle: (committed: Committed) => void): void;
  readonly groups: () => number;
  readonly deliveries: () => number;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  let waiting: Waiting[] = [];
  let isRunning = false;
  let groups = 0;
  let deliveries = 0;
  let whenIdle: (() => void)[] = [];

  const takeGroup = (): readonly Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { delivery } of waiting) {
      if (count >= options.groupDeliveries || (count > 0 && bytes >= options.groupBytes)) break;
      bytes += delivery.body.length;
      count += 1;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  };

  const commit = async (group: readonly Waiting[]): Promise<void> => {
    groups += 1;
    deliveries += group.length;
    let appended: readonly Appended[] | null = null;
    try {
      appended = await options.append(group.map(({ delivery }) => delivery));
    } catch (error) {
      options.onFailure(error);
    }
    for (const [index, { settle }] of group.entries()) {
      try {
        settle(appended?.[index] ?? 'failed');
      } catch (error) {
        options.onUnresolved(error);
      }
    }
  };

  const run = async (): Promise<void> => {
    await commit(takeGroup());
    if (waiting.length > 0) {
      schedule();
      return;
    }
    isRunning = false;
    for (const resolve of whenIdle) resolve();
    whenIdle = [];
  };

  /** After the turn's reads, so that whatever is on the sockets already comes along. */
  const schedule = (): void => {
    isRunning = true;
    setImmediate(() => void run());
  };

  return {
    add(delivery, settle) {
      waiting.push({ delivery, settle });
      if (!isRunning) schedule();
    },
    groups: () => groups,
    deliveries: () => deliveries,
    idle: () => (isRunning ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve()),
  };
}
