import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NeedKind } from '../../../bridge/need-kinds.ts';
import type { Handled, OpenNeed } from './handled.ts';
import { type FoundNeeds, foundAll, type NeedSource, needItem } from './needs/need-source.ts';
import { createNeeds, type Needs } from './needs.ts';

let now: number;
let told: number;
let looks: NeedKind[];
beforeEach(() => {
  now = Date.UTC(2026, 10, 21);
  told = 0;
  looks = [];
});

const one = foundAll([needItem('a', '2026-11-20T12:00:00.000Z')]);
const source = (
  kind: NeedKind,
  more: Partial<NeedSource> & { found?: () => FoundNeeds | Promise<FoundNeeds> } = {},
): NeedSource => {
  const { found = () => one, ...rest } = more;
  return {
    kind,
    topics: ['customers'],
    find() {
      looks.push(kind);
      return found();
    },
    ...rest,
  };
};
const handled: Handled = {
  open: (kind, found): OpenNeed | null =>
    found.count === 0
      ? null
      : {
          kind,
          count: found.count,
          isAtLeast: false,
          since: 'then',
          items: [],
          marks: [],
          covers: `${kind} ${found.count}`,
          isSinceAtLeast: false,
        },
  inEffect: () => [],
  add: ({ kind, count }, { as, until, note }) => ({
    id: 1,
    kind,
    count,
    items: [],
    as,
    by: 'ada',
    until,
    note,
    at: 'now',
  }),
  bringBack: () => false,
};
const start = (...sources: NeedSource[]): Needs =>
  createNeeds({
    sources,
    handled,
    clock: { now: () => now },
    log: { error: () => undefined },
    state: { limits: () => ({ payout: 24, kyc: 72 }) },
    tell: () => {
      told += 1;
    },
  });
const kindsOf = async (needs: Needs, knownAt: string | null = null) =>
  (await needs.find(knownAt)).needs.map(({ kind }) => kind);

describe('what needs a person', () => {
  it('comes gravest first, with when it was checked', async () => {
    const needs = start(source('gaps'), source('mismatches'), source('bulk'));
    expect(await needs.find(null)).toMatchObject({
      needs: [{ kind: 'mismatches' }, { kind: 'gaps' }, { kind: 'bulk' }],
      pending: [],
      failed: [],
      ofNowAlone: [],
      limits: { payout: 24, kyc: 72 },
      checkedAt: '2026-11-21T00:00:00.000Z',
    });
  });

  it('is found once until an update of it, at most once a second, and anew after a minute', async () => {
    const needs = start(source('gaps'), source('bulk', { topics: ['bulk'] }));
    const begun = (await needs.find(null)).checkedAt;
    now += 100;
    // It is as old as what was looked at first.
    expect((await needs.find(null)).checkedAt).toBe(begun);
    now -= 100;
    expect(looks).toEqual(['gaps', 'bulk']);
    needs.onUpdate({ topic: 'bulk', ids: [] });
    await needs.find(null);
    expect(looks).toHaveLength(2);
    now += 1_000;
    await needs.find(null);
    expect(looks.slice(2)).toEqual(['bulk']);
    now += 60_000;
    await needs.find(null);
    expect(looks.slice(3)).toEqual(['gaps', 'bulk']);
    needs.close();
  });

  it('that came too soon to be found again is told of', async () => {
    const needs = start(source('gaps'));
    await needs.find(null);
    now += 990;
    needs.onUpdate({ topic: 'everything', ids: [] });
    await needs.find(null);
    await expect.poll(() => told).toBe(1);
    now += 10;
    await needs.find(null);
    expect(looks).toHaveLength(2);
  });

  it('without topics is found anew each time', async () => {
    const needs = start(source('token', { topics: null }));
    await needs.find(null);
    await needs.find(null);
    expect(looks).toHaveLength(2);
  });

  it('that takes long is pending, holds nothing else up, and is told when it is there', async () => {
    let answer: (found: FoundNeeds) => void = () => undefined;
    const found = () =>
      new Promise<FoundNeeds>((resolve) => {
        answer = resolve;
      });
    const needs = start(source('gaps', { found }), source('bulk'));
    expect(await needs.find(null)).toMatchObject({
      needs: [{ kind: 'bulk' }],
      pending: ['gaps'],
    });
    answer(one);
    await expect.poll(() => told).toBe(1);
    expect(await kindsOf(needs)).toEqual(['gaps', 'bulk']);
    expect(looks).toHaveLength(2);
    // Found again slowly, what was found before stands meanwhile.
    now += 61_000;
    expect(await needs.find(null)).toMatchObject({ needs: [{ kind: 'gaps' }, {}], pending: [] });
    answer(foundAll([]));
    await after(0);
    expect(await kindsOf(needs)).toEqual(['bulk']);
  });

  it('is pending while it is gone through, not where the oldest are never looked at', async () => {
    const some = { ...foundAll([]), isAtLeast: true };
    const needs = start(
      source('kycRejected', { found: () => some }),
      source('payoutsFailed', { found: () => ({ ...one, isAtLeast: true, isBeingRead: true }) }),
    );
    expect(await needs.find(null)).toMatchObject({
      needs: [{ kind: 'payoutsFailed' }],
      pending: ['payoutsFailed'],
    });
  });

  it('that can’t be read is said, and asked again', async () => {
    let fails = true;
    const found = () => {
      if (fails) throw new Error('broken');
      return one;
    };
    const needs = start(source('gaps', { found }), source('bulk'));
    expect(await needs.find(null)).toMatchObject({ needs: [{ kind: 'bulk' }], failed: ['gaps'] });
    fails = false;
    now += 61_000;
    expect(await needs.find(null)).toMatchObject({ failed: [], needs: [{ kind: 'gaps' }, {}] });
  });

  it('of a moment is what is known of a moment, and the rest is named', async () => {
    const needs = start(source('gaps', { hasPast: true }), source('bulk'));
    const past = '2026-11-20T00:00:00Z';
    expect(await needs.find(past)).toMatchObject({
      needs: [{ kind: 'gaps' }],
      ofNowAlone: ['bulk'],
    });
    await needs.find(null);
    expect(looks).toEqual(['gaps', 'gaps', 'bulk']);
    await expect(needs.find('2026-12-01T00:00:00Z')).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('putting a line aside', () => {
  const done = { as: 'done', until: null, note: 'seen' } as const;

  it('is of what the line covered, and refused when that is something else by now', async () => {
    const needs = start(source('gaps'));
    const [line] = (await needs.find(null)).needs;
    const covers = line?.covers ?? '';
    expect(await needs.handle('gaps', { covers }, done)).toMatchObject({
      kind: 'gaps',
      note: 'seen',
    });
    await expect(needs.handle('gaps', { covers: 'gaps 2' }, done)).rejects.toMatchObject({
      data: { cause: 'changed' },
    });
    await expect(needs.handle('bulk', { covers }, done)).rejects.toMatchObject({ code: 'INVALID' });
  });
});
