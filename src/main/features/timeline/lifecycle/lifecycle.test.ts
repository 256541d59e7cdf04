import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventNames } from '../../../../contract/event-names.ts';
import { payoutStates, payoutTransitions } from '../../../../contract/transitions.ts';
import { lifecycleFrom, lifecycleOf, type StepEvent } from './lifecycle.ts';
import { eventNameOf, moveBetween, stepOf } from './steps.ts';

const noon = Date.UTC(2026, 10, 20, 12);
/** Events of these names, each so many minutes after noon, in the order of their arrival. */
type Told = readonly [name: string, minute: number];
const events = (...all: readonly Told[]): StepEvent[] =>
  all.map(([name, minute], at) => ({
    key: (noon + minute * 60_000) * 1024 + at,
    eventId: `event_${at}`,
    name,
    happenedAt: new Date(noon + minute * 60_000).toISOString(),
    heardAt: new Date(noon + 3_600_000 + at).toISOString(),
    isMock: false,
  }));
const told = (subject: 'payout' | 'kyc' | 'terms', ...names: readonly Told[]) =>
  lifecycleFrom(subject, events(...names)).steps.map(({ state, isUsual, unheard }) => [
    state,
    isUsual,
    unheard,
  ]);

describe('a life', () => {
  it('stands in the order in which it happened, with the time between', () => {
    const view = lifecycleFrom(
      'payout',
      events(['payout.funded', 9], ['payout.create', 0], ['payout.pending', 4]),
    );
    expect(view.steps.map(({ state, sinceMs }) => [state, sinceMs])).toEqual([
      ['created', null],
      ['pending', 240_000],
      ['funded', 300_000],
    ]);
    expect(view.steps.every(({ isUsual, unheard }) => isUsual && unheard.length === 0)).toBe(true);
    expect(view.next).toEqual(['processing', 'cancelled', 'failed', 'refunded']);
  });

  it('of which nothing is known has no steps, and nothing is said to come', () => {
    expect(lifecycleFrom('payout', [])).toEqual({ subject: 'payout', steps: [], next: [] });
  });

  it('says which states were not heard of', () => {
    expect(told('payout', ['payout.create', 0], ['payout.successful', 1])).toEqual([
      ['created', true, []],
      ['successful', true, ['funded', 'processing']],
    ]);
    expect(told('payout', ['payout.processing', 0])).toEqual([
      ['processing', true, ['created', 'funded']],
    ]);
    expect(told('kyc', ['customer.kyc.successful', 0])).toEqual([
      ['successful', true, ['pending']],
    ]);
    // By review or by a new check: nothing tells which, so none is named.
    expect(
      told('kyc', ['customer.kyc.successful', 0], ['customer.kyc.rejected', 1]).at(-1),
    ).toEqual(['rejected', false, []]);
    expect(told('payout', ['payout.processing', 0], ['payout.refunded', 1]).at(-1)).toEqual([
      'refunded',
      true,
      ['failed'],
    ]);
    expect(told('terms', ['customer.tos.successful', 0])).toEqual([['successful', true, []]]);
  });

  it('says which moves the assumed order does not know', () => {
    expect(
      told(
        'payout',
        ['payout.create', 0],
        ['payout.cancelled', 1],
        ['payout.funded', 2],
        ['payout.funded', 3],
        ['payout.frozen', 4],
        ['payout.failed', 5],
      ),
    ).toEqual([
      ['created', true, []],
      ['cancelled', true, []],
      ['funded', false, []],
      ['funded', false, []],
      ['frozen', false, []],
      ['failed', false, []],
    ]);
    expect(lifecycleFrom('payout', events(['payout.frozen', 0])).next).toEqual([]);
  });

  it('takes what happened in one millisecond in the usual order, however it arrived', () => {
    const names = ['payout.processing', 'payout.create', 'payout.funded', 'payout.pending'];
    const found = told('payout', ...names.map((name) => [name, 0] as const));
    expect(found.map(([state]) => state)).toEqual(['created', 'pending', 'funded', 'processing']);
    expect(found.every(([, isUsual]) => isUsual)).toBe(true);
  });

  it('goes by when we heard where an event has no time', () => {
    const [first, second] = events(['payout.create', 0], ['payout.pending', 1]);
    if (first === undefined || second === undefined) throw new Error('Two events.');
    const { steps } = lifecycleFrom('payout', [{ ...second, happenedAt: null }, first]);
    expect(steps.map(({ state }) => state)).toEqual(['created', 'pending']);
    expect(steps[1]?.sinceMs).toBe(3_600_001);
  });

  it('is the same for any order of arrival, and tells each event once', () => {
    const step = fc.tuple(fc.constantFrom(...payoutStates), fc.integer({ min: 0, max: 3 }));
    const lives = fc.array(step, { maxLength: 8 }).chain((steps) => {
      const all = events(
        ...steps.map(([state, at]) => [eventNameOf('payout', state), at] as const),
      );
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
    });
    fc.assert(
      fc.property(lives, ([all, shuffled]) => {
        const { steps } = lifecycleFrom('payout', all);
        expect(lifecycleFrom('payout', shuffled).steps).toEqual(steps);
        expect(steps.map(({ eventId }) => eventId).toSorted()).toEqual(
          all.map(({ eventId }) => eventId).toSorted(),
        );
        expect(steps.every(({ sinceMs }) => sinceMs === null || sinceMs >= 0)).toBe(true);
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });

  it('along the table has no unusual move and nothing unheard', () => {
    const walk = fc.array(fc.nat(), { maxLength: 8 }).map((choices) => {
      const states: (keyof typeof payoutTransitions)[] = ['created'];
      for (const choice of choices) {
        const next = payoutTransitions[states.at(-1) ?? 'created'];
        const chosen = next[choice % Math.max(next.length, 1)];
        if (chosen === undefined) break;
        states.push(chosen);
      }
      return states;
    });
    fc.assert(
      fc.property(walk, (states) => {
        const all = events(
          ...states.map((state, at) => [eventNameOf('payout', state), at] as const),
        );
        for (const { isUsual, unheard } of lifecycleFrom('payout', all).steps) {
          expect([isUsual, unheard]).toEqual([true, []]);
        }
      }),
      { seed: 20261121 },
    );
  });
});

describe('names of events', () => {
  it('are states of a life and back again', () => {
    const steps = eventNames.flatMap((name) => {
      const step = stepOf(name);
      return step === null ? [] : [[name, eventNameOf(step.subject, step.state)]];
    });
    expect(steps).toHaveLength(14);
    for (const [name, back] of steps) expect(back).toBe(name);
    expect(stepOf('payout.create')).toEqual({ subject: 'payout', state: 'created' });
    expect(stepOf('customer.create')).toBeNull();
    expect(stepOf('payout.')).toBeNull();
  });

  it('that no table has are no way to anywhere', () => {
    expect(moveBetween('payout', 'constructor', 'pending')).toEqual({
      isUsual: false,
      unheard: [],
    });
    expect(moveBetween('kyc', 'pending', 'none')).toEqual({ isUsual: false, unheard: [] });
  });
});

it('reads all pages of the index, without mock events in production', async () => {
  const all = events(
    ...payoutStates.map((state, at) => [eventNameOf('payout', state), at] as const),
  );
  const asked: unknown[] = [];
  const index = {
    list: async ({ filter, before = null }: { filter: object; before?: number | null }) => {
      asked.push(filter);
      const left = all.toReversed().filter(({ key }) => before === null || key < before);
      return { rows: left.slice(0, 3) as never[], hasMore: left.length > 3 };
    },
  };
  const view = await lifecycleOf('payout', 'payout_1', { index, isProduction: true });
  expect(view.steps).toHaveLength(payoutStates.length);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ names: ['payout.'], resourceId: 'payout_1', isMock: false });
  await lifecycleOf('kyc', 'customer_1', { index, isProduction: false });
  expect(asked.at(-1)).toMatchObject({ names: ['customer.kyc.'], customerId: 'customer_1' });
  expect(asked.at(-1)).toMatchObject({ isMock: null });
});
