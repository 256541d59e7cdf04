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
let sessions: SessionManager<TestSession>;
beforeEach(() => {
  wanted = null;
  steps = [];
  failWith = null;
  closing = new Map();
  sessions = createSessionManager({
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    wanted: () => wanted,
    onChange: () => steps.push('changed'),
    alone: async (work) => {
      steps.push('alone');
      return await work();
    },
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

describe('the sessions of the open profile', () => {
  it('has nothing to give while nothing is wanted', async () => {
    await sessions.refresh();
    expect(() => sessions.session()).toThrow(expect.objectContaining({ code: 'LOCKED' }));
  });

  it('opens what is wanted, once', async () => {
    wanted = 'a';
    await Promise.all([sessions.refresh(), sessions.refresh()]);
    expect(sessions.session().profileId).toBe('a');
    expect(steps).toEqual(['open a', 'changed']);
  });

  it('opens another before the one before has closed, which may have a write under way', async () => {
    const held = Promise.withResolvers<void>();
    closing.set('a', held);
    wanted = 'a';
    await sessions.refresh();
    wanted = 'b';
    await sessions.refresh();
    expect(sessions.session().profileId).toBe('b');
    held.resolve();
    await sessions.close(1_000);
    expect(steps).toEqual(['open a', 'changed', 'open b', 'changed', 'closed a', 'closed b']);
  });

  it('never opens a profile that is still closing', async () => {
    const held = Promise.withResolvers<void>();
    closing.set('a', held);
    wanted = 'a';
    await sessions.refresh();
    wanted = 'b';
    await sessions.refresh();
    wanted = 'a';
    const back = sessions.refresh();
    held.resolve();
    await back;
    expect(steps.indexOf('closed a')).toBeLessThan(steps.lastIndexOf('open a'));
  });

  it('says why a profile could not be opened, and tries again when asked', async () => {
    wanted = 'a';
    failWith = new VaultError('key-lost', 'The key is not in the vault.');
    await sessions.refresh();
    expect(sessions.failure()).toBe('The key is not in the vault.');
    expect(() => sessions.session()).toThrow(
      expect.objectContaining({ code: 'INVALID', message: 'The key is not in the vault.' }),
    );
    failWith = null;
    await sessions.refresh();
    expect(sessions.session().profileId).toBe('a');
    expect(sessions.failure()).toBeNull();
  });

  it('keeps others from the files while something is done with none open', async () => {
    wanted = 'a';
    await sessions.refresh();
    await sessions.whileClosed(
      () => 'Being changed.',
      async () => steps.push('work'),
    );
    expect(steps.slice(-6)).toEqual(['changed', 'closed a', 'alone', 'work', 'open a', 'changed']);
  });

  it('keeps to itself what nobody foresaw', async () => {
    wanted = 'a';
    failWith = new Error('ENOENT /home/ada/.causeway');
    await sessions.refresh();
    expect(sessions.failure()).not.toContain('/home/ada');
  });

  it('opens nothing any more once it is closed', async () => {
    wanted = 'a';
    await sessions.refresh();
    await sessions.close(1_000);
    await sessions.refresh();
    expect(sessions.current()).toBeNull();
    expect(steps).toEqual(['open a', 'changed', 'closed a']);
  });

  it('does not wait for ever for a profile that does not close', async () => {
    closing.set('a', Promise.withResolvers<void>());
    wanted = 'a';
    await sessions.refresh();
    wanted = null;
    await sessions.refresh();
    await sessions.close(-1_990);
    expect(steps).not.toContain('closed a');
  });
});
