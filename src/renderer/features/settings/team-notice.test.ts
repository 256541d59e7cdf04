import { expect, it } from 'vitest';
import { teamNoticeOf } from './team-notices.tsx';

const now = Date.parse('2026-11-26T12:00:00.000Z');
const exchangedAt = '2026-11-26T10:00:00.000Z';

it.each(['away', 'refused', 'removed', 'conflict', 'restored'] as const)(
  'says as of when shared records are while nothing is exchanged: %s',
  (state) => {
    const notice = teamNoticeOf({ state, exchangedAt, toRead: null }, now);
    expect(notice).toMatchObject({ key: 'team-away', tone: 'amber' });
    expect(notice?.sentence).toMatch(/Shared records are as of .+/);
    // What is done on a computer that is out goes nowhere.
    const isBack = state === 'away' || state === 'refused';
    expect(notice?.sentence.includes('is shared later')).toBe(isBack);
  },
);

it('says how much is still to read, and nothing once all is', () => {
  const on = { state: 'on', exchangedAt } as const;
  expect(teamNoticeOf({ ...on, toRead: 12 }, now)?.sentence).toContain('12 entries');
  expect(teamNoticeOf({ ...on, toRead: 0 }, now)).toBeNull();
  expect(teamNoticeOf({ ...on, toRead: null }, now)).toBeNull();
});
