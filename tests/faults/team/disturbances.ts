/** What befalls the computers of a team and its database in one round, drawn by a seed. */
import fc from 'fast-check';
import { type DeskAct, deskAct } from '../../../src/main/features/handover/testing/acts.ts';

const deskTrouble = ['cut', 'silence', 'mend', 'pause', 'go on', 'start', 'kill'] as const;
/** A start costs half a second of a processor, so there are fewer kills than others. */
const drawnTrouble = deskTrouble.flatMap((what) => (what === 'kill' ? [what] : [what, what]));
const diskTrouble = ['fill', 'empty'] as const;

export type Step =
  | { readonly what: 'act'; readonly desk: number; readonly act: DeskAct }
  | { readonly what: 'wait'; readonly ms: number }
  | { readonly what: 'clock'; readonly desk: number; readonly skewMs: number }
  | {
      readonly what: (typeof deskTrouble)[number] | (typeof diskTrouble)[number];
      readonly desk: number;
    }
  | { readonly what: 'restart' | 'crash' | 'fill database' | 'empty database' };

const second = 1_000;
const day = 86_400 * second;
/** Forward and back, within what is compared from time to time and far beyond. */
const skews = [0, 2 * second, -2 * second, 90 * second, -90 * second, day, -day, 400 * day];
/** Between two steps, so that they fall into what is going on. */
const mostMs = 30;

/** How often each comes, of 1,000 steps. */
const weights = { act: 420, wait: 190, clock: 60, desk: 250, restart: 7, crash: 9 };
const diskWeights = { disk: 36, database: 14 };

function stepsOf(desks: number, hasDisks: boolean): fc.Arbitrary<Step> {
  const desk = fc.nat(desks - 1);
  const one = <What extends string>(what: What) => fc.constant(what);
  return fc.oneof(
    { weight: weights.act, arbitrary: fc.record({ what: one('act'), desk, act: deskAct }) },
    {
      weight: weights.wait,
      arbitrary: fc.record({ what: one('wait'), ms: fc.nat(mostMs) }),
    },
    {
      weight: weights.clock,
      arbitrary: fc.record({ what: one('clock'), desk, skewMs: fc.constantFrom(...skews) }),
    },
    {
      weight: weights.desk,
      arbitrary: fc.record({ what: fc.constantFrom(...drawnTrouble), desk }),
    },
    { weight: weights.restart, arbitrary: fc.record({ what: one('restart') }) },
    { weight: weights.crash, arbitrary: fc.record({ what: one('crash') }) },
    {
      weight: hasDisks ? diskWeights.disk : 0,
      arbitrary: fc.record({ what: fc.constantFrom(...diskTrouble), desk }),
    },
    {
      weight: hasDisks ? diskWeights.database : 0,
      arbitrary: fc.record({ what: fc.constantFrom('fill database', 'empty database') }),
    },
  );
}

/** The steps of each round; the same for the same seed. */
export const drawRounds = (options: {
  readonly rounds: number;
  readonly seed: number;
  readonly desks: number;
  readonly hasDisks: boolean;
}): readonly (readonly Step[])[] =>
  fc.sample(
    fc.array(stepsOf(options.desks, options.hasDisks), {
      minLength: 12,
      maxLength: 28,
      size: 'max',
    }),
    { numRuns: options.rounds, seed: options.seed },
  );
