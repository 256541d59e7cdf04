import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { createPendingActions, type PendingAction } from './pending-actions.ts';

const at = '2026-11-20T12:00:00.000Z';
const entry = (lastFour: string): PendingAction => ({
  action: 'token.entered',
  facts: { lastFour },
});
const kept = (lastFour: string) => ({
  action: 'token.entered',
  facts: { lastFour, happenedAt: at },
});

let path: string;
let isSession: boolean;
const open = () =>
  createPendingActions({
    directoryOf: (id) => {
      mkdirSync(join(path, id), { recursive: true });
      return join(path, id);
    },
    isSession: () => isSession,
    clock: { now: () => Date.parse(at) },
  });
const handed = (profileId: string, pending = open()): PendingAction[] => {
  const taken: PendingAction[] = [];
  pending.hand(profileId, (each) => void taken.push(each));
  return taken;
};

beforeEach(() => {
  path = testFolder();
  isSession = false;
});

describe('actions on a profile that is not open', () => {
  it('outlive the process, keep their order and when they happened, and come once', () => {
    open().keep('a', entry('1111'));
    open().keep('a', entry('2222'));
    open().keep('b', entry('3333'));
    expect(handed('a')).toEqual([kept('1111'), kept('2222')]);
    expect(handed('a')).toEqual([]);
    expect(handed('b')).toEqual([kept('3333')]);
  });

  it('stay where the log does not take them', () => {
    open().keep('a', entry('1111'));
    open().keep('a', entry('2222'));
    let taken = 0;
    const refusing = () => {
      if (taken === 1) throw new Error('disk full');
      taken += 1;
    };
    expect(() => open().hand('a', refusing)).toThrow('disk full');
    expect(handed('a')).toEqual([kept('2222')]);
  });

  it('are for the owner of the file alone', () => {
    open().keep('a', entry('1111'));
    expect(statSync(join(path, 'a', 'pending-actions.json')).mode & 0o777).toBe(0o600);
  });

  it('of a session are in memory, and leave those on the disk alone', () => {
    open().keep('a', entry('1111'));
    isSession = true;
    const session = open();
    session.keep('a', entry('2222'));
    expect(handed('a', session)).toEqual([kept('2222')]);
    expect(handed('a')).toEqual([]);
    isSession = false;
    expect(handed('a')).toEqual([kept('1111')]);
  });

  it('are never overwritten when they can’t be read', () => {
    open().keep('a', entry('1111'));
    writeFileSync(join(path, 'a', 'pending-actions.json'), '[{');
    open().keep('a', entry('2222'));
    expect(handed('a')).toHaveLength(1);
    const [aside = ''] = readdirSync(join(path, 'a')).filter((name) => name.includes('.damaged-'));
    expect(readFileSync(join(path, 'a', aside), 'utf8')).toBe('[{');
  });
});
