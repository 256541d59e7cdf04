import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../core/vault/secret-store.ts';
import { createLock, type LockParts } from './lock.ts';

const minute = 60_000;
const everyMs = 5_000;

let now: number;
let state: 'unlocked' | 'locked';
let locked: string[];
let recorded: unknown[];
let named: LockParts['vault']['named'];
let made: ReturnType<typeof createLock>[];
beforeEach(() => {
  vi.useFakeTimers();
  [now, state, locked, recorded, made] = [1_000_000, 'unlocked', [], [], []];
  named = createMemoryStore();
});
afterEach(() => {
  for (const each of made) each.close();
  vi.useRealTimers();
});

function create(more: Partial<LockParts> = {}) {
  const lock = createLock({
    vault: { named, status: () => ({ state, backing: 'keychain' }) },
    trail: { record: (...entry) => void recorded.push(entry) },
    async lock(cause) {
      locked.push(cause);
      state = 'locked';
    },
    guardsRealMoney: () => true,
    hasSystemPrompt: () => false,
    hearsSystem: 'waking',
    clock: { now: () => now },
    log: { error: () => undefined } as unknown as LockParts['log'],
    onChange: () => undefined,
    everyMs,
    ...more,
  });
  made.push(lock);
  return lock;
}

/** Time passes while the computer is awake. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= everyMs) {
    now += Math.min(left, everyMs);
    vi.advanceTimersByTime(everyMs);
  }
}

describe('without use', () => {
  it('locks after ten minutes, counted from the last use', () => {
    const lock = create();
    pass(9 * minute);
    lock.active();
    pass(9.5 * minute);
    expect(locked).toEqual([]);
    pass(minute);
    expect(locked).toEqual(['idle']);
    pass(30 * minute);
    expect(locked).toEqual(['idle']);
  });

  it('never locks where there is only a sandbox, unless somebody says so', async () => {
    const lock = create({ guardsRealMoney: () => false });
    pass(60 * minute);
    expect(locked).toEqual([]);
    expect(lock.view()).toMatchObject({ isDefault: true, settings: { idleMinutes: null } });
    await lock.save({ idleMinutes: 1, withSystem: true });
    pass(2 * minute);
    expect(locked).toEqual(['idle']);
    expect(recorded).toEqual([['lock.settings-changed', expect.anything()]]);
  });

  it('is not held open by a clock that was set back', () => {
    create();
    now -= 300 * minute;
    pass(11 * minute);
    expect(locked).toEqual(['idle']);
  });
});

describe('with the system', () => {
  it('locks on sleep and on a locked screen, once', async () => {
    const lock = create();
    await lock.onSystem('screen-locked');
    await lock.onSystem('sleep');
    expect(locked).toEqual(['screen-locked']);
  });

  it('notices sleep by itself, on waking', () => {
    create();
    now += 2 * minute;
    vi.advanceTimersByTime(everyMs);
    expect(locked).toEqual(['sleep']);
  });

  it('leaves it alone where that is chosen', async () => {
    const lock = create();
    await lock.save({ idleMinutes: null, withSystem: false });
    await lock.onSystem('sleep');
    now += 60 * minute;
    vi.advanceTimersByTime(everyMs);
    expect(locked).toEqual([]);
  });
});

describe('the settings', () => {
  it('are in the vault, and what is damaged is as careful as the default', async () => {
    const first = create({ guardsRealMoney: () => false });
    await first.save({ idleMinutes: 30, withSystem: false });
    const second = create();
    await second.look();
    expect(second.view().settings).toEqual({ idleMinutes: 30, withSystem: false });
    await named.set('lock', '{"idleMinutes":0}');
    await second.look();
    expect(second.view().settings).toEqual({ idleMinutes: 10, withSystem: true });
  });

  it('are not changed while it is locked', async () => {
    state = 'locked';
    await expect(create().save({ idleMinutes: null, withSystem: false })).rejects.toMatchObject({
      code: 'LOCKED',
    });
  });
});
