import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NoticeKind, NoticeSettings } from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { createNotices, type HostNotices, isQuiet, type Notices } from './notices.ts';
import { type FoundKind, noticeMigrations, openNoticeStore } from './store.ts';

let sqlite: Sqlite;
let now: number;
let found: Map<NoticeKind, FoundKind>;
let asked: number;
const opened: Notices[] = [];
const clock = { now: () => now };

beforeEach(() => {
  now = Date.UTC(2026, 10, 23, 12);
  asked = 0;
  found = new Map([['payoutsFailed', all()]]);
  sqlite = testDatabase([...auditMigrations, ...noticeMigrations]);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const item = (id: string, minute = 0, name = 'Ada Byron, 400.50 USD'): NeedItem => ({
  id,
  name,
  what: [],
  at: new Date(Date.UTC(2026, 10, 23, 11, minute)).toISOString(),
});
function all(...items: NeedItem[]): FoundKind {
  return { items, count: items.length };
}
const put = (kind: NoticeKind, ...items: NeedItem[]) => found.set(kind, all(...items));

function open(host: HostNotices | null = null): Notices {
  const notices = createNotices({
    host,
    clock,
    profileName: () => 'Treasury',
    tell: () => undefined,
    store: openNoticeStore({ sqlite, clock, audit: openAudit({ sqlite, clock }) }),
    find: async () => {
      asked += 1;
      return new Map(found);
    },
    log: {
      error(_facts: unknown, message?: string) {
        throw new Error(message);
      },
    },
  });
  opened.push(notices);
  return notices;
}

const choose = (more: Partial<NoticeSettings> = {}): NoticeSettings => ({
  kinds: ['payoutsFailed'],
  quiet: null,
  hasDetails: false,
  ...more,
});

async function told(notices: Notices): Promise<string[]> {
  await notices.look();
  return notices.take().notices.map(({ title, body }) => `${title} · ${body}`);
}

describe('notices', () => {
  it('tell nothing, and look for nothing, until a person chooses', async () => {
    const notices = open();
    put('payoutsFailed', item('a'));
    expect(notices.settings()).toEqual({ kinds: [], quiet: null, hasDetails: false });
    expect(await told(notices)).toEqual([]);
    expect(asked).toBe(0);
  });

  it('tell each new thing once, and not what was there before', async () => {
    const notices = open();
    put('payoutsFailed', item('a'));
    await notices.save(choose());
    expect(await told(notices)).toEqual([]);
    put('payoutsFailed', item('b', 1), item('a'));
    await notices.look();
    expect(notices.take().notices).toMatchObject([
      { title: 'A payout failed', place: { kind: 'payoutsFailed', one: { id: 'b' } } },
    ]);
    expect(await told(notices)).toEqual([]);
    put('payoutsFailed', item('d', 3), item('c', 2), item('b', 1), item('a'));
    await notices.look();
    expect(notices.take().notices).toMatchObject([
      { title: '2 payouts failed', place: { kind: 'payoutsFailed', one: null } },
    ]);
  });

  it('tell it once over restarts, and what came in between', async () => {
    const first = open();
    await first.save(choose());
    put('payoutsFailed', item('a'));
    expect(await told(first)).toHaveLength(1);
    await first.close();
    put('payoutsFailed', item('b', 1), item('a'));
    const second = open();
    expect(second.settings().kinds).toEqual(['payoutsFailed']);
    expect(await told(second)).toHaveLength(1);
    expect(await told(open())).toEqual([]);
  });

  it('hold no name or amount until a person says so', async () => {
    const notices = open();
    await notices.save(choose());
    put('payoutsFailed', item('a'));
    expect(await told(notices)).toEqual(['A payout failed · Profile: Treasury']);
    await notices.save(choose({ hasDetails: true }));
    put('payoutsFailed', item('b', 1, 'Ada\u202e\nByron'), item('a'));
    expect(await told(notices)).toEqual(['A payout failed · Ada Byron · Profile: Treasury']);
  });

  it('wait for the end of quiet hours', async () => {
    const notices = open();
    await notices.save(choose({ quiet: { from: '11:00', to: '13:00', zone: 'UTC' } }));
    put('payoutsFailed', item('a'));
    expect(await told(notices)).toEqual([]);
    now += 3_600_000;
    expect(await told(notices)).toHaveLength(1);
  });

  it('tell nothing of a kind that is no longer chosen, and begin anew when it is again', async () => {
    const notices = open();
    await notices.save(choose());
    await notices.save(choose({ kinds: ['kycRejected'] }));
    put('payoutsFailed', item('a'));
    expect(await told(notices)).toEqual([]);
    await notices.save(choose());
    expect(await told(notices)).toEqual([]);
  });

  it('do not take for new what appears at the end of a long list', async () => {
    const notices = open();
    found.set('payoutsFailed', { items: [item('d', 4), item('c', 3)], count: 4 });
    await notices.save(choose());
    put('payoutsFailed', item('c', 3), item('b', 2), item('a', 1));
    expect(await told(notices)).toEqual([]);
  });

  it('tell of a tunnel that is tried again and again at most once an hour', async () => {
    const notices = open();
    put('tunnels');
    await notices.save(choose({ kinds: ['tunnels'] }));
    put('tunnels', item('t', 1));
    expect(await told(notices)).toEqual(['A tunnel is down · Profile: Treasury']);
    put('tunnels', item('t', 2));
    expect(await told(notices)).toEqual([]);
    now += 3_600_001;
    expect(await told(notices)).toHaveLength(1);
  });

  it('say that a token has expired', async () => {
    const notices = open();
    put('token');
    await notices.save(choose({ kinds: ['token'] }));
    put('token', item('2026-11-23T12:00:00.000Z'));
    expect(await told(notices)).toEqual(['The access token has expired · Profile: Treasury']);
  });

  it('are shown by a host that can, with a number; a press leads the page to the place', async () => {
    const shown: Parameters<HostNotices['show']>[0][] = [];
    const badges: number[] = [];
    const notices = open({
      show: (notice) => void shown.push(notice),
      badge: (count) => void badges.push(count),
    });
    await notices.save(choose());
    put('payoutsFailed', item('a'));
    await notices.look();
    expect(shown).toMatchObject([{ title: 'A payout failed', body: 'Profile: Treasury' }]);
    expect(notices.waiting()).toBe(0);
    shown[0]?.onOpen();
    expect(notices.take()).toEqual({
      notices: [],
      open: { kind: 'payoutsFailed', one: { id: 'a', at: item('a').at } },
    });
    expect(notices.take().open).toBeNull();
    expect(badges.at(-1)).toBe(1);
    await notices.close();
    expect(badges.at(-1)).toBe(0);
  });
});

it('counts for the page what is there of the chosen kinds, and nothing where a host counts', async () => {
  put('payoutsFailed', item('payout_1'), item('payout_2'));
  const notices = open();
  expect(notices.badge()).toBe(0);
  await notices.save({ kinds: ['payoutsFailed'], quiet: null, hasDetails: false });
  expect(notices.badge()).toBe(2);
  put('payoutsFailed', item('payout_2'));
  await notices.look();
  expect(notices.badge()).toBe(1);

  const counted: number[] = [];
  const ofHost = open({ show: () => undefined, badge: (count) => counted.push(count) });
  await ofHost.look();
  expect([ofHost.badge(), counted]).toEqual([0, [1]]);
});

const overnight = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };

it.each([
  ['2026-11-23T20:59:00Z', false],
  ['2026-11-23T21:00:00Z', true],
  ['2026-11-23T23:30:00Z', true],
  ['2026-11-24T05:59:00Z', true],
  ['2026-11-24T06:00:00Z', false],
  // An hour earlier by the same clock on the wall in summer.
  ['2026-07-01T20:00:00Z', true],
  ['2026-07-01T05:00:00Z', false],
])('over midnight, in a zone: %s', (moment, expected) => {
  expect(isQuiet(Date.parse(moment), overnight)).toBe(expected);
});

it('within a day, in another zone, and never where there are none', () => {
  const lunch = { from: '12:00', to: '13:30', zone: 'America/New_York' };
  expect(isQuiet(Date.parse('2026-11-23T17:00:00Z'), lunch)).toBe(true);
  expect(isQuiet(Date.parse('2026-11-23T18:30:00Z'), lunch)).toBe(false);
  expect(isQuiet(Date.parse('2026-11-23T12:00:00Z'), lunch)).toBe(false);
  expect(isQuiet(0, null)).toBe(false);
});
