import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../core/foundation/log.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { createSessionManager, type SessionManager } from './session-manager.ts';

interface TestSession {
  readonly profileId: string;
  close(): Promise<void>;
}

let wanted: string | null;
let steps: string[];
let failWith: Error | null;
/** Held back until the test lets it close. */
let closing: Map<string, PromiseWithResolvers<void>>;
let keeper: SessionManager<TestSession>;
beforeEach(() => {
  wanted = null;
  steps = [];
  failWith = null;
  closing = new Map();
  keeper = createSessionManager({
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    wanted: () => wanted,
    onChange: () => steps.push('changed'),
    open: async (profileId) => {
      if (failWith !== null) throw failWith;
      steps.push(`open ${profileId}`);
      const held = closing.get(profileId);
      return {
        profileId,
        close: async () => {
          await held?.promise;
          steps.push(`closed ${profileId}`);
        },
      };
    },
  });
});

describe('the keeper of the open profile', () => {
  it('has nothing to give while nothing is wanted', async () => {
    await keeper.refresh();
    expect(() => keeper.session()).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  });

  it('opens what is wanted, once', async () => {
    wanted = 'a';
    await Promise.all([keeper.refresh(), keeper.refresh()]);
    expect(keeper.session().profileId).toBe('a');
    expect(steps).toEqual(['open a', 'changed']);
  });

  it('opens another before the one before has closed, which may have a write under way', async () => {
    const held = Promise.withResolvers<void>();
    closing.set('a', held);
    wanted = 'a';
    await keeper.refresh();
    wanted = 'b';
    await keeper.refresh();
    expect(keeper.session().profileId).toBe('b');
    held.resolve();
    await keeper.close(1_000);
    expect(steps).toEqual(['open a', 'changed', 'open b', 'changed', 'closed a', 'closed b']);
  });

  it('never opens a profile that is still closing', async () => {
    const held = Promise.withResolvers<void>();
    closing.set('a', held);
    wanted = 'a';
    await keeper.refresh();
    wanted = 'b';
    await keeper.refresh();
    wanted = 'a';
    const back = keeper.refresh();
    held.resolve();
    await back;
    expect(steps.indexOf('closed a')).toBeLessThan(steps.lastIndexOf('open a'));
  });

  it('says why a profile could not be opened, and tries again when asked', async () => {
    wanted = 'a';
    failWith = new VaultError('key-lost', 'The key is not in the vault.');
    await keeper.refresh();
    expect(keeper.failure()).toBe('The key is not in the vault.');
    expect(() => keeper.session()).toThrow(
      expect.objectContaining({ code: 'INVALID', message: 'The key is not in the vault.' }),
    );
    failWith = null;
    await keeper.refresh();
    expect(keeper.session().profileId).toBe('a');
    expect(keeper.failure()).toBeNull();
  });

  it('keeps to itself what nobody foresaw', async () => {
    wanted = 'a';
    failWith = new Error('ENOENT /home/ada/.causeway');
    await keeper.refresh();
    expect(keeper.failure()).not.toContain('/home/ada');
  });

  it('opens nothing any more once it is closed', async () => {
    wanted = 'a';
    await keeper.refresh();
    await keeper.close(1_000);
    await keeper.refresh();
    expect(keeper.current()).toBeNull();
    expect(steps).toEqual(['open a', 'changed', 'closed a']);
  });

  it('does not wait for ever for a profile that does not close', async () => {
    closing.set('a', Promise.withResolvers<void>());
    wanted = 'a';
    await keeper.refresh();
    wanted = null;
    await keeper.refresh();
    await keeper.close(-1_990);
    expect(steps).not.toContain('closed a');
  });
});
