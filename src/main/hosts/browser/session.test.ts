import { describe, expect, it } from 'vitest';
import { codeLifetime, createSessions } from './session.ts';

/** Sessions on a clock that the test moves and bytes that never repeat. */
function sessionsAt(start = 0) {
  let now = start;
  let drawn = 0;
  const random = {
    bytes: (length: number) => {
      drawn += 1;
      return Uint8Array.from({ length }, (_, at) => (drawn * 31 + at * 7) % 256);
    },
  };
  const sessions = createSessions({ clock: { now: () => now }, random });
  return {
    sessions,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const admitted = <T>(admission: T | null): T => {
  if (admission === null) throw new Error('The exchange was refused.');
  return admission;
};

describe('one-time codes', () => {
  it('are 256 bits and all different', () => {
    const { sessions } = sessionsAt();
    const codes = [sessions.issueCode(), sessions.issueCode()];
    expect(new Set(codes).size).toBe(2);
    for (const code of codes) expect(Buffer.from(code, 'base64url')).toHaveLength(32);
  });

  it('work once', () => {
    const { sessions } = sessionsAt();
    const code = sessions.issueCode();
    expect(sessions.exchange(code, null)).not.toBeNull();
    expect(sessions.exchange(code, null)).toBeNull();
  });

  it.each([
    { after: codeLifetime - 1, works: true },
    { after: codeLifetime, works: false },
  ])('after $after ms work: $works', ({ after, works }) => {
    const { sessions, pass } = sessionsAt();
    const code = sessions.issueCode();
    pass(after);
    expect(sessions.exchange(code, null) !== null).toBe(works);
  });

  it('are spent even when they came too late', () => {
    const { sessions, pass } = sessionsAt();
    const code = sessions.issueCode();
    pass(codeLifetime);
    sessions.exchange(code, null);
    pass(-codeLifetime);
    expect(sessions.exchange(code, null)).toBeNull();
  });

  it.each(['', 'x', 'A'.repeat(43)])('that were never issued (%j) open nothing', (code) => {
    expect(sessionsAt().sessions.exchange(code, null)).toBeNull();
  });

  it('that pile up push the oldest out', () => {
    const { sessions } = sessionsAt();
    const [first = ''] = Array.from({ length: 65 }, () => sessions.issueCode());
    expect(sessions.exchange(first, null)).toBeNull();
  });
});

describe('a session', () => {
  it('admits its own cookie with its own token, and no half of them', () => {
    const { sessions } = sessionsAt();
    const mine = admitted(sessions.exchange(sessions.issueCode(), null));
    const other = admitted(sessions.exchange(sessions.issueCode(), null));

    expect(sessions.admits(mine.cookie, mine.token)).toBe(true);
    const refused: [string | null, string | null][] = [
      [mine.cookie, null],
      [null, mine.token],
      [null, null],
      [mine.cookie, other.token],
      [other.cookie, mine.token],
      [mine.token, mine.cookie],
      [mine.cookie, `${mine.token}x`],
      ['', ''],
    ];
    for (const [cookie, token] of refused) expect(sessions.admits(cookie, token)).toBe(false);
  });

  it('knows its cookie and no other', () => {
    const { sessions } = sessionsAt();
    const mine = admitted(sessions.exchange(sessions.issueCode(), null));
    expect(sessions.knows(mine.cookie)).toBe(true);
    expect(sessions.knows(mine.token)).toBe(false);
    expect(sessions.knows(null)).toBe(false);
  });

  it('keeps the first tab when a second one joins it with the same cookie', () => {
    const { sessions } = sessionsAt();
    const first = admitted(sessions.exchange(sessions.issueCode(), null));
    const second = admitted(sessions.exchange(sessions.issueCode(), first.cookie));

    expect(second.cookie).toBe(first.cookie);
    expect(second.token).not.toBe(first.token);
    expect(sessions.admits(first.cookie, first.token)).toBe(true);
    expect(sessions.admits(first.cookie, second.token)).toBe(true);
  });

  it('never takes over a cookie that it did not set', () => {
    const { sessions } = sessionsAt();
    const planted = 'planted-by-another-port';
    const mine = admitted(sessions.exchange(sessions.issueCode(), planted));
    expect(mine.cookie).not.toBe(planted);
    expect(sessions.knows(planted)).toBe(false);
  });
});
