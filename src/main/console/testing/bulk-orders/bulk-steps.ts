/** For tests: what happens to a treasurer’s files, one thing after another and at once. */
import fc from 'fast-check';
import { ends } from './simulated-service.ts';

const row = fc.record({
  /** Which account or customer is meant. */
  thing: fc.nat(13),
  is: fc.oneof(
    { weight: 8, arbitrary: fc.constant('good' as const) },
    { weight: 1, arbitrary: fc.constant('bad' as const) },
    // Word for word the row before.
    { weight: 1, arbitrary: fc.constant('again' as const) },
    { weight: 1, arbitrary: fc.constant('unknown-customer' as const) },
  ),
});
export type FileRow = typeof row extends fc.Arbitrary<infer One> ? One : never;

const windows = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(2) },
);
const includes = fc.constantFrom('none', 'first', 'all');
const which = fc.nat(5);
const end = fc.oneof(
  { weight: 5, arbitrary: fc.constant('created' as const) },
  { weight: 6, arbitrary: fc.constantFrom(...ends) },
);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ drops: fc.nat(2), includes }) },
  { weight: 3, arbitrary: fc.record({ starts: windows }) },
  { weight: 2, arbitrary: fc.constant({ swaps: true } as const) },
  // One right after the other.
  { weight: 6, arbitrary: fc.record({ drops: fc.nat(2), includes, starts: windows }) },
  {
    weight: 12,
    arbitrary: fc.record({
      answers: fc.array(end, { minLength: 1, maxLength: 6 }),
      isNewestFirst: fc.boolean(),
    }),
  },
  { weight: 10, arbitrary: fc.record({ passes: fc.constantFrom(30, 300, 3_000, 120_000) }) },
  { weight: 3, arbitrary: fc.record({ pauses: windows }) },
  { weight: 6, arbitrary: fc.record({ goesOn: windows }) },
  { weight: 1, arbitrary: fc.record({ stops: windows }) },
  { weight: 2, arbitrary: fc.constant({ killed: true } as const) },
  { weight: 4, arbitrary: fc.record({ killAt: fc.nat(8), isKept: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ closes: end }) },
  { weight: 1, arbitrary: fc.record({ isAway: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      usual: fc.constantFrom('created', 'created', null, null, '429', '500'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ fullAfter: fc.nat(12), count: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ minutes: fc.integer({ min: -30, max: 30 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      form: fc.nat(9),
      isStubborn: fc.boolean(),
      windows,
      /** The window is closed meanwhile. */
      isClosed: fc.oneof(
        { weight: 5, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      resolves: which,
      verdict: fc.constantFrom('exists', 'absent', 'truth'),
      /** Having looked at what may be it. */
      isSeen: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ again: which, windows }) },
  { weight: 2, arbitrary: fc.record({ takesBack: which }) },
  { weight: 3, arbitrary: fc.record({ tells: which }) },
  { weight: 1, arbitrary: fc.record({ elsewhere: fc.nat(5), isTold: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ isBlocked: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ approves: which, windows }) },
  { weight: 1, arbitrary: fc.record({ isRevoked: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ signsOff: true } as const) },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export const lived = fc.record({
  kind: fc.constantFrom('virtualAccount', 'virtualAccount', 'customer', 'nameless'),
  hasPolicy: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  files: fc.tuple(
    fc.array(row, { minLength: 1, maxLength: 12 }),
    fc.array(row, { minLength: 1, maxLength: 12 }),
    fc.array(row, { minLength: 1, maxLength: 30, size: 'medium' }),
  ),
  steps: fc.array(step, { minLength: 6, maxLength: 36, size: 'medium' }),
  /** A file is run, before all. */
  begins: fc.boolean(),
  /** Runs are stopped, or go on to their end. */
  isStopped: fc.boolean(),
});
export type Lived = typeof lived extends fc.Arbitrary<infer One> ? One : never;
