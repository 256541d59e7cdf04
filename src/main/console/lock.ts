/**
 * Locks the vault when nobody is here: after minutes without use, and when the computer sleeps or its screen
 * is locked. The settings are in the vault, so that whoever changes files can't turn it off.
 */
import { implement } from '@orpc/server';
import { type LockSettings, type LockView, lockContract, lockSettings } from '../../bridge/lock.ts';
import type { Clock } from '../../platform/clock.ts';
import { jsonOrNull } from '../../platform/json-column.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { Routes } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { SystemCause } from './console.ts';
import { locked } from './locked.ts';
import type { LockCause } from './vault-steps.ts';

export interface Lock {
  /** Reads the settings, when a profile is opened. Throws as the vault does. */
  look(): Promise<void>;
  view(): LockView;
  save(settings: LockSettings): Promise<LockView>;
  /** Somebody uses a page or a document of main's own, or has just unlocked. */
  active(): void;
  /** The system says so: locks where that is chosen. `asked`, in its menu: locks. */
  onSystem(cause: SystemCause): Promise<void>;
  close(): void;
}

export interface LockParts {
  readonly vault: Pick<Vault, 'named' | 'status'>;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly lock: (cause: LockCause) => Promise<unknown>;
  /** Whether it locks after some minutes unless somebody says otherwise. */
  readonly guardsRealMoney: () => boolean;
  readonly hasSystemPrompt: () => boolean;
  readonly hearsSystem: LockView['hearsSystem'];
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: () => void;
  /** How often it looks at the clock, in milliseconds. */
  readonly everyMs?: number;
}

export const defaultIdleMinutes = 10;

const settingsName = 'lock';

/** A clock that jumps so far between two looks was asleep with its computer. */
const sleptMs = 60_000;

export function createLock(parts: LockParts): Lock {
  const { vault, clock, log, trail } = parts;
  let chosen: LockSettings | null = null;
  let activeAt = clock.now();
  let lookedAt = activeAt;

  const settings = (): LockSettings =>
    chosen ?? {
      idleMinutes: parts.guardsRealMoney() ? defaultIdleMinutes : null,
      withSystem: true,
    };
  const isUnlocked = () => vault.status().state === 'unlocked';

  const lock = async (cause: LockCause): Promise<void> => {
    if (!isUnlocked()) return;
    await parts.lock(cause).catch((error: unknown) => log.error({ err: error }, 'it did not lock'));
  };

  const onSystem = async (cause: SystemCause): Promise<void> => {
    if (cause === 'asked' || settings().withSystem) await lock(cause);
  };

  const look = (): void => {
    const now = clock.now();
    const slept = now - lookedAt > sleptMs;
    lookedAt = now;
    // A clock that was set back must not keep it open.
    if (now < activeAt) activeAt = now;
    const { idleMinutes } = settings();
    if (slept) void onSystem('sleep');
    if (idleMinutes !== null && now - activeAt >= idleMinutes * 60_000) void lock('idle');
  };
  const timer = setInterval(look, parts.everyMs ?? 5_000);
  timer.unref();

  const opensBy = (): LockView['opensBy'] => {
    const status = vault.status();
    if (status.state !== 'choose' && status.backing === 'passphrase') return 'passphrase';
    return parts.hasSystemPrompt() ? 'system' : 'click';
  };
  const view = (): LockView => ({
    settings: settings(),
    isDefault: chosen === null,
    opensBy: opensBy(),
    hearsSystem: parts.hearsSystem,
  });

  return {
    async look() {
      const kept = await vault.named.get(settingsName);
      chosen = kept === null ? null : settingsIn(kept);
    },
    view,
    async save(next) {
      if (!isUnlocked()) throw locked();
      const before = settings();
      await vault.named.set(settingsName, JSON.stringify(next));
      chosen = next;
      activeAt = clock.now();
      trail.record('lock.settings-changed', { before, after: next });
      parts.onChange();
      return view();
    },
    active() {
      activeAt = clock.now();
    },
    onSystem,
    close: () => clearInterval(timer),
  };
}

/** What can't be read is as careful as it gets by itself. */
const settingsIn = (text: string): LockSettings =>
  jsonOrNull(lockSettings, text) ?? { idleMinutes: defaultIdleMinutes, withSystem: true };

const procedures = implement(lockContract);

export const lockProcedures = (
  lock: Pick<Lock, 'view' | 'save' | 'active'>,
): Routes<'lock'>['lock'] => ({
  view: procedures.view.handler(() => lock.view()),
  save: procedures.save.handler(({ input }) => lock.save(input)),
  active: procedures.active.handler(() => {
    lock.active();
    return {};
  }),
});

/** Areas that answer while it is locked: they tell nothing of a profile but its name, how it connects and its counts. */
const openAreas: readonly string[] = ['vault', 'connection', 'links', 'updates', 'diagnostics'];

/** Throws Failed LOCKED for every other call. */
export function requireUnlocked(path: readonly string[], vault: Pick<Vault, 'status'>): void {
  if (vault.status().state !== 'locked' || openAreas.includes(path[0] ?? '')) return;
  throw locked();
}
