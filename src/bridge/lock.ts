/** When Causeway locks by itself. Locking and unlocking are steps of the vault (vault.ts). */
import { z } from 'zod';
import { delaysLock, reads, writesHere } from './procedure.ts';

export const maxIdleMinutes = 480;

export const lockSettings = z.object({
  /** Minutes without a key or a pointer in any page; null: never for that. */
  idleMinutes: z.int().min(1).max(maxIdleMinutes).nullable(),
  /** When the computer goes to sleep or its screen is locked. */
  withSystem: z.boolean(),
});
export type LockSettings = z.infer<typeof lockSettings>;

export const lockView = z.object({
  settings: lockSettings,
  /** Nobody has chosen anything yet. */
  isDefault: z.boolean(),
  /** How it opens again. */
  opensBy: z.enum(['passphrase', 'system', 'click']),
  /** What the host hears of the system: of sleep and a locked screen, of sleep alone, or of sleep on waking. */
  hearsSystem: z.enum(['sleep-and-screen', 'sleep', 'waking']),
});
export type LockView = z.infer<typeof lockView>;

export const lockContract = {
  view: reads.output(lockView),
  save: writesHere.input(lockSettings).output(lockView),
  /** Somebody uses the page now. */
  active: delaysLock.output(z.object({})),
};
