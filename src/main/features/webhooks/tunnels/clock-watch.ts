/** Notices that the computer slept, or that its clock was set: both are a reason to prove anew. */
import type { Clock } from '../../../../platform/clock.ts';

const tickMs = 1_000;
/** A busy computer is late too. */
const jumpMs = 5_000;

/** Calls `onJump` after each jump, either way. @returns what ends it. */
export function watchClock(clock: Clock, onJump: () => void): () => void {
  let last = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    const isJump = Math.abs(now - last - tickMs) > jumpMs;
    last = now;
    if (isJump) onJump();
  }, tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
