import { beforeEach, describe, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { type Handled, type HandleOrder, openHandled, partOf } from './handled.ts';
import { overviewMigrations } from './migrations.ts';
import { type FoundNeeds, foundAll, maxItems, needItem } from './needs/need-source.ts';
import { openOverviewState } from './state.ts';

let sqlite: Sqlite;
let now: number;
let handled: Handled;
const clock = { now: () => now };
const person = () => ({ by: 'ada', byName: 'Ada Byron' });
beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 12);
  sqlite = testDatabase([...auditMigrations, ...overviewMigrations]);
  handled = openHandled({ sqlite, clock, person, audit: openAudit({ sqlite, clock, person }) });
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const gaps = (...minutes: number[]) => foundAll(minutes.map((one) => needItem(at(one), at(one))));
const done: HandleOrder = { as: 'done', until: null, note: '' };
const snooze = (hours: number): HandleOrder => ({
  as: 'snoozed',
  note: ' asked Ada ',
  until: new Date(now + hours * 3_600_000).toISOString(),
});
function put(found: FoundNeeds, order: HandleOrder = done) {
  const need = handled.open('gaps', found);
  if (need === null) throw new Error('There is no line.');
  return handled.add(need, order);
}
const audited = () =>
  openAudit({ sqlite, clock })
    .list({ offset: 0, limit: 10 })
    .rows.map(({ action, facts }) => [action, facts['note'] ?? facts['id']]);

describe('a line', () => {
  it('says how many there are and since when, and names what it covers', () => {
    expect(handled.open('gaps', gaps())).toBeNull();
    const line = handled.open('gaps', gaps(1, 3, 2));
    expect(line).toMatchObject({ count: 3, since: at(1), isAtLeast: false });
    expect(line?.items.map((item) => item.at)).toEqual([at(3), at(2), at(1)]);
    expect(handled.open('gaps', gaps(2, 3, 1))?.covers).toBe(line?.covers);
    expect(handled.open('gaps', gaps(2, 3))?.covers).not.toBe(line?.covers);
    expect(handled.open('deliveries', gaps(1, 2, 3))?.covers).not.toBe(line?.covers);
  });

  it('that is done comes back with what is new, and that alone', () => {
    put(gaps(1, 2));
    expect(handled.open('gaps', gaps(1, 2))).toBeNull();
    expect(handled.open('gaps', gaps(2))).toBeNull();
    expect(handled.open('gaps', gaps(1, 2, 3))).toMatchObject({ count: 1, since: at(3) });
    // The same once more, at another moment, is new.
    const again = foundAll([needItem(at(1), at(9))]);
    expect(handled.open('gaps', again)).toMatchObject({ count: 1, since: at(9) });
    expect(handled.open('deliveries', gaps(1, 2))).toMatchObject({ count: 2 });
  });

  it('is worked off one by one, each with its own note', () => {
    const one = (found: FoundNeeds, minute: number) => {
      const need = handled.open('gaps', found);
      return need === null ? null : partOf(need, { item: { id: at(minute), at: at(minute) } });
    };
    const second = one(gaps(1, 2, 3), 2);
    if (second === null) throw new Error('It is not in the line.');
    expect(handled.add(second, done)).toMatchObject({ count: 1, items: [{ id: at(2) }] });
    const left = handled.open('gaps', gaps(1, 2, 3));
    expect(left?.items.map(({ id }) => id)).toEqual([at(3), at(1)]);
    expect(left).toMatchObject({ count: 2, since: at(1) });
    // What is put aside or gone is no part of the line, and neither is a line of before.
    expect([one(gaps(1, 2, 3), 2), one(gaps(1, 3), 4)]).toEqual([null, null]);
    expect(left && partOf(left, { covers: second.covers })).toBeNull();
    const first = one(gaps(1, 2, 3), 1);
    if (first === null) throw new Error('It is not in the line.');
    handled.add(first, snooze(1));
    expect(handled.open('gaps', gaps(1, 2, 3))).toMatchObject({ count: 1, since: at(3) });
    expect(handled.inEffect(new Map([['gaps', gaps(1, 2, 3)]]))).toMatchObject([
      { as: 'snoozed', count: 1, items: [{ id: at(1) }] },
      { as: 'done', count: 1, items: [{ id: at(2) }] },
    ]);
  });

  it('that is snoozed comes back when its time is over', () => {
    put(gaps(1), snooze(2));
    expect(handled.open('gaps', gaps(1))).toBeNull();
    now += 2 * 3_600_000;
    expect(handled.open('gaps', gaps(1))).toMatchObject({ count: 1 });
    expect(handled.inEffect(new Map([['gaps', gaps(1)]]))).toEqual([]);
  });

  it('of more than are listed counts what is new beside what was put aside', () => {
    const items = (from: number) =>
      Array.from({ length: maxItems }, (_, index) => needItem(`${from - index}`, at(from - index)));
    const many = (newest: number, count: number): FoundNeeds => ({
      items: items(newest),
      count,
      since: at(0),
    });
    expect(handled.open('gaps', many(1_000, 5_000))).toMatchObject({ count: 5_000, since: at(0) });
    put(many(1_000, 5_000));
    expect(handled.open('gaps', many(1_000, 5_000))).toBeNull();
    expect(handled.open('gaps', many(1_003, 5_003))).toMatchObject({
      count: 3,
      since: at(1_001),
      isSinceAtLeast: false,
    });
    // Of what is not listed there may be older ones than the last that is.
    const unlisted = { ...many(1_003, 5_010), since: null };
    expect(handled.open('gaps', unlisted)).toMatchObject({ count: 10, isSinceAtLeast: true });
    expect(handled.open('gaps', many(1_003, 4_000))).toMatchObject({ count: 3 });
    expect(handled.inEffect(new Map([['gaps', many(2_000, 4_000)]]))).toHaveLength(1);
  });
});

describe('what was put aside', () => {
  it('is listed while it is there, newest first, and can be brought back', () => {
    const first = put(gaps(1), snooze(1));
    const second = put(gaps(1, 2));
    expect(second).toMatchObject({ id: first.id + 1, as: 'done', count: 1, until: null });
    expect(handled.inEffect(new Map([['gaps', gaps(1, 2)]]))).toEqual([second, first]);
    expect(handled.inEffect(new Map([['gaps', undefined]]))).toEqual([
      { ...second, items: [] },
      { ...first, items: [] },
    ]);
    expect(handled.inEffect(new Map([['gaps', gaps(2)]]))).toEqual([second]);
    expect(handled.bringBack(second.id)).toBe(true);
    expect(handled.bringBack(second.id)).toBe(false);
    expect(handled.open('gaps', gaps(1, 2))).toMatchObject({ count: 1, since: at(2) });
    expect([first.items, second.items].map((items) => items.map(({ id }) => id))).toEqual([
      [at(1)],
      [at(2)],
    ]);
    expect(audited()).toEqual([
      ['overview.brought-back', second.id],
      ['overview.done', ''],
      ['overview.snoozed', 'asked Ada'],
    ]);
  });

  it('stands in the audit log with its ids, few of very many, and who did it', () => {
    const many = Array.from({ length: 60 }, (_, minute) => minute);
    const digest = handled.open('gaps', gaps(...many))?.covers;
    const { id, by } = put(gaps(...many));
    expect(by).toBe('Ada Byron');
    handled.bringBack(id);
    const entries = openAudit({ sqlite, clock }).list({ offset: 0, limit: 2 }).rows;
    for (const { facts } of entries) {
      expect(facts).toMatchObject({ kind: 'gaps', ...person() });
      expect(facts['ids']).toHaveLength(50);
      expect(facts['ids']).toContain(`${at(59)}@${at(59)}`);
    }
    expect(entries[1]?.facts).toMatchObject({ count: 60, digest });
  });

  it('is refused without a time to come, for what ends elsewhere, and with a secret in its note', () => {
    const need = handled.open('unresolved', gaps(1));
    if (need === null) throw new Error('There is no line.');
    expect(() => handled.add(need, done)).toThrow('ends where it is resolved');
    const past = { ...snooze(1), until: at(0) };
    for (const order of [past, { ...past, until: null }, { ...past, until: 'tomorrow' }])
      expect(() => handled.add(need, order)).toThrow('a time that is still to come');
    const note = `0x${'4c0883a6'.repeat(8)}`;
    expect(() => handled.add(need, { ...snooze(1), note })).toThrow('private key');
    expect(audited()).toEqual([]);
  });
});

describe('a visit', () => {
  const minutes = (count: number) => {
    now += count * 60_000;
  };
  const open = () => openOverviewState({ sqlite, clock, audit: openAudit({ sqlite, clock }) });

  it('ends when nobody looked for half an hour, over a restart too', () => {
    expect(open().seen()).toBeNull();
    minutes(20);
    expect(open().seen()).toBeNull();
    const last = new Date(now).toISOString();
    minutes(31);
    expect(open().seen()).toBe(last);
    minutes(30);
    expect(open().seen()).toBe(last);
  });

  it('leads through the first steps until they are over, and not who worked here before', () => {
    expect(open().firstSteps()).toBeNull();
    open().setFirstSteps({ skipped: ['events'], isOver: false });
    expect(open().firstSteps()).toEqual({ skipped: ['events'], isOver: false });
    sqlite.exec("UPDATE overview_state SET first_steps = NULL, seen_at = '2026-11-20T12:00:00Z'");
    sqlite.exec('ALTER TABLE overview_state DROP COLUMN first_steps');
    overviewMigrations.find(({ id }) => id === '2026-11-24-overview-3')?.up(sqlite);
    expect(open().firstSteps()).toEqual({ skipped: [], isOver: true });
  });

  it('goes by limits that a person sets, in the audit log', () => {
    expect(open().limits()).toEqual({ payout: 24, kyc: 72 });
    open().setLimits({ payout: 12, kyc: 24 });
    expect(open().limits()).toEqual({ payout: 12, kyc: 24 });
    expect(audited()[0]?.[0]).toBe('overview.limits-set');
  });
});
