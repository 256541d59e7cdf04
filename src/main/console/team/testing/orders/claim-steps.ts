/** For tests: what computers of a team do with claims, one after another and at once. */
import fc from 'fast-check';
import { ends } from './simulated-request.ts';

const computer = fc.nat(2);

/** Somebody selects Send. */
const press = fc.record({
  computer,
  alike: fc.nat(1),
  /** Goes on whatever is asked. */
  isStubborn: fc.boolean(),
  /** A form compares with the journal first; the rows of a run do not. */
  isForm: fc.boolean(),
  /** The same form or row once more, where nothing came of it. */
  isAgain: fc.boolean(),
});
export type Press = typeof press extends fc.Arbitrary<infer One> ? One : never;

/** Which call of the database comes next, and what happens before it. */
const turn = fc.record({
  pick: fc.nat(5),
  before: fc.option(
    fc.oneof(
      fc.record({ kill: computer }),
      fc.record({ cut: computer, isLate: fc.boolean() }),
      fc.record({ minutes: fc.nat(11) }),
      fc.record({ closes: computer }),
    ),
    { freq: 6 },
  ),
});
export type Turn = typeof turn extends fc.Arbitrary<infer One> ? One : never;

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      presses: fc.array(press, { minLength: 1, maxLength: 3 }),
      turns: fc.array(turn, { maxLength: 24 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ answer: fc.nat(9), end: fc.constantFrom(...ends) }) },
  { weight: 4, arbitrary: fc.record({ exchange: computer }) },
  { weight: 1, arbitrary: fc.record({ restart: computer }) },
  {
    weight: 2,
    arbitrary: fc.record({ cut: computer, after: fc.nat(6), isLate: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ mend: computer }) },
  // The exchange learns by itself whether the database answers.
  { weight: 1, arbitrary: fc.record({ notices: computer }) },
  // Another day of limits begins 14 hours after the first.
  {
    weight: 1,
    arbitrary: fc.record({ minutes: fc.oneof(fc.nat(12), fc.integer({ min: 835, max: 845 })) }),
  },
  { weight: 1, arbitrary: fc.record({ skew: computer, minutes: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      states: computer,
      verdict: fc.constantFrom('absent', 'exists', 'unknown'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      resolves: computer,
      which: fc.nat(9),
      verdict: fc.constantFrom('absent', 'exists', 'unknown'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ removes: fc.constant(2) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export const lived = fc.record({
  isAllowedWithout: fc.boolean(),
  /** Creates allowed in a day; null: no limit. */
  limit: fc.option(fc.integer({ min: 1, max: 3 })),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'medium' }),
  last: fc.constantFrom(...ends),
});
export type Lived = typeof lived extends fc.Arbitrary<infer One> ? One : never;
