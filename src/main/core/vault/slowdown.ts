/**
 * Slows whoever tries passphrases at this computer: one try at a time, and after some wrong ones in a row each
 * further one is answered later. The right one is answered at once.
 */
import { setTimeout as after } from 'node:timers/promises';
import { VaultError } from './vault-error.ts';

/** Wrong ones that are answered at once: people mistype. */
const freeTries = 3;
const longestMs = 10_000;

const pauseAfter = (wrong: number): number =>
  wrong <= freeTries ? 0 : Math.min(longestMs, 1_000 * 2 ** (wrong - freeTries - 1));

/** What is tried throws VaultError `wrong-passphrase` where it was wrong. */
export type Slowdown = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

export function createSlowdown(
  // It keeps no process running.
  wait: (ms: number) => Promise<unknown> = (ms) => after(ms, undefined, { ref: false }),
): Slowdown {
  let wrong = 0;
  let turn: Promise<unknown> = Promise.resolve();
  return (attempt) => {
    const next = turn.then(async () => {
      try {
        const result = await attempt();
        wrong = 0;
        return result;
      } catch (error) {
        if (error instanceof VaultError && error.code === 'wrong-passphrase') {
          wrong += 1;
          const pause = pauseAfter(wrong);
          if (pause > 0) await wait(pause);
        }
        throw error;
      }
    });
    turn = next.catch(() => undefined);
    return next;
  };
}
