/** Desks that tell one another what they have, in any order and any number of times, have the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { profileMigrations } from '../../console/profile-session.ts';
import { standAgain } from '../../core/annotations/stand-again.ts';
import { noEntries } from './outcome.ts';
import { deskAct, perform } from './testing/acts.ts';
import { closeAll, createDesk, seenAt, type TestDesk, type TestFile } from './testing/desks.ts';

const begin = Date.parse('2026-11-20T12:00:00.000Z');
/** One writes, or one merges a file that another saved now or long ago. */
const step = fc.oneof(
  fc.record({ desk: fc.nat(2), act: deskAct }),
  fc.record({ desk: fc.nat(2), of: fc.nat(2), old: fc.nat(30) }),
);

/** Everybody hears everybody, in this order, until nobody has anything new. */
function exchange(desks: readonly TestDesk[], order: readonly (readonly [number, number])[]): void {
  let isNew = true;
  while (isNew) {
    isNew = false;
    for (const [from, to] of order) {
      const file = desks[from]?.save();
      const merged = file === undefined ? null : desks[to]?.merge(file);
      isNew ||= Object.values(merged?.brought ?? {}).some((count) => count > 0);
    }
  }
}

const pairs = [0, 1, 2].flatMap((from) =>
  [0, 1, 2].filter((to) => to !== from).map((to) => [from, to] as const),
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does all steps. Gives the files that were saved on the way. */
function live(desks: readonly TestDesk[], steps: readonly Step[]): readonly TestFile[] {
  const files: TestFile[] = [];
  for (const one of steps) {
    const desk = desks[one.desk];
    if (desk === undefined) continue;
    if ('act' in one) {
      perform(desk, one.act);
      continue;
    }
    const now = desks[one.of]?.save();
    if (now !== undefined) files.push(now);
    const file = files[files.length - 1 - (one.old % files.length)];
    if (file !== undefined) desk.merge(file);
  }
  return files;
}

/** Clocks that are apart, and one that stands still for a while. */
function createDesks(): readonly [TestDesk, TestDesk, TestDesk] {
  let tick = 0;
  const ticking = (skew: number) => () => begin + skew + tick++;
  return [
    createDesk(1, ticking(0), profileMigrations),
    createDesk(2, ticking(40), profileMigrations),
    createDesk(3, () => begin - 70 + Math.floor(tick++ / 4), profileMigrations),
  ];
}

it('three desks come to the same bytes', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 24 }),
      fc.shuffledSubarray(pairs, { minLength: pairs.length }),
      (steps, order) => {
        const desks = createDesks();
        try {
          const files = live(desks, steps);
          exchange(desks, order);
          const [first, ...others] = desks;
          for (const other of others) {
            expect(other.save().lines).toEqual(first.save().lines);
            expect(seenAt(other)).toBe(seenAt(first));
          }
          // What stands by what was said one by one is what all of it comes to.
          const stood = seenAt(first);
          standAgain(first.sqlite, null);
          expect(seenAt(first)).toBe(stood);
          // Once more brings nothing, and neither do files of long ago.
          const brought = desks.flatMap((desk) => files.map((file) => desk.merge(file).brought));
          for (const counts of brought) expect(counts).toEqual(noEntries());
          expect(desks[2].save().lines).toEqual(first.save().lines);
        } finally {
          closeAll(desks);
        }
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
