/**
 * Slows whoever tries passphrases at this computer: one try at a time, and after some wrong ones in a row each
 * further one is answered later. The right one is answered at once.
 */
import { setTimeout as after } from 'node:timers/promises';
import { doubledMs } from '../../../platform/back-off.ts';
import { createTurns } from '../../../platform/turns.ts';
import { VaultError } from './vault-error.ts';

/** Wrong ones that are answered at once: people mistype. */
const freeTries = 3;
const waits = { firstMs: 1_000, longestMs: 10_000 };

/** What is tried throws VaultError `wrong-passphrase` where it was wrong. */
export type Slowdown = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

export function createSlowdown(
  // It keeps no process running.
  wait: (ms: number) => Promise<unknown> = (ms) => after(ms, undefined, { ref: false }),
): Slowdown {
  let wrong = 0;
  const inTurn = createTurns();
  return (attempt) =>
    inTurn(async () => {
      try {
        const result = await attempt();
        wrong = 0;
        return result;
      } catch (error) {
        if (error instanceof VaultError && error.code === 'wrong-passphrase') {
          wrong += 1;
          if (wrong > freeTries) await wait(doubledMs(wrong - freeTries, waits));
        }
        throw error;
      }
    });
}
