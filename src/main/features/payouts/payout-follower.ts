/** Goes through what was observed: in the background, and for questions that wait for it; rows that changed are told of. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { createFollower } from '../../../platform/follower.ts';
import { createLater } from '../../../platform/later.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { FollowedPayouts } from './follow.ts';
import type { createNames } from './names.ts';

/** Notices come in bursts; one round goes through what all of them are about. In milliseconds. */
const GATHERING_MS = 150;
/** How long a question waits for events that are not in yet, and how often rows are told of meanwhile. */
const PATIENCE_MS = 300;
const TELLING_MS = 500;
const MOST_IDS = 100;

interface PayoutFollowerParts {
  readonly observed: Pick<FollowedPayouts, 'step'>;
  readonly names: Pick<ReturnType<typeof createNames>, 'step'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** Rows came or changed: their ids, empty for any. */
  readonly tell: (ids: readonly string[]) => void;
}

export function createPayoutFollower(parts: PayoutFollowerParts) {
  const { observed, names, clock, log } = parts;
  let isClosed = false;
  let toldAt = 0;
  const changed = new Set<string>();
  let hasRenamed = false;

  const tell = (): void => {
    if ((changed.size === 0 && !hasRenamed) || isClosed) return;
    const ids = hasRenamed || changed.size > MOST_IDS ? [] : [...changed];
    changed.clear();
    hasRenamed = false;
    toldAt = clock.now();
    parts.tell(ids);
  };
  const follower = createFollower(() => {
    const step = observed.step();
    for (const id of step.changed) changed.add(id);
    const named = step.isBehind ? null : names.step();
    hasRenamed ||= named?.changed === true;
    if (clock.now() - toldAt > TELLING_MS) tell();
    return step.isBehind || named?.isBehind === true;
  });
  const catchUp = async (): Promise<void> => {
    if (isClosed) throw new Error('The profile was closed.');
    try {
      await follower.catchUp();
    } finally {
      tell();
    }
  };
  const waking = createLater(() => {
    catchUp().catch((error: unknown) => {
      if (!isClosed) log.error({ err: error }, 'payouts could not be followed');
    });
  });

  return {
    /** Resolves when all that was observed before is gone through. */
    catchUp,
    /** A long index is no reason to wait: the answer says how far it is. */
    async catchUpWithin(patienceMs = PATIENCE_MS): Promise<void> {
      await Promise.race([catchUp(), delay(patienceMs, undefined, { ref: false })]);
    },
    /** Something may have been observed. */
    wake: () => waking.within(GATHERING_MS),
    async close(): Promise<void> {
      isClosed = true;
      waking.stop();
      await follower.close();
    },
  };
}
