/** How long answers took, by webhook, since they were last written down (Interface 6, rule 4). */
import type { ReplyTime } from '../inbox/types.ts';

export function createReplyTimes() {
  let times = new Map<string, { answers: number; totalMs: number }>();
  return {
    add(slotPath: string, milliseconds: number): void {
      const time = times.get(slotPath) ?? { answers: 0, totalMs: 0 };
      time.answers += 1;
      // A clock that was set back took no time.
      time.totalMs += Math.max(0, milliseconds);
      times.set(slotPath, time);
    },
    /** What was added since the last call. */
    take(): readonly ReplyTime[] {
      const taken = [...times].map(([slotPath, time]) => ({ slotPath, ...time }));
      times = new Map();
      return taken;
    },
    /** They were not written down after all. */
    giveBack(taken: readonly ReplyTime[]): void {
      for (const { slotPath, answers, totalMs } of taken) {
        const time = times.get(slotPath) ?? { answers: 0, totalMs: 0 };
        times.set(slotPath, {
          answers: time.answers + answers,
          totalMs: time.totalMs + totalMs,
        });
      }
    },
  };
}

export type ReplyTimes = ReturnType<typeof createReplyTimes>;
