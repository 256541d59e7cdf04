/** Cuts of a tunnel at full count, for `npm run prove`. */
import { cutRounds, inTimeMs } from './cut-rounds.ts';

const cutsInAll = 100;
const inTimeAtLeast = 95;

export const tunnelsUnderCuts = {
  name: 'Tunnel cuts',
  claim: `of ${cutsInAll} cuts of a tunnel over sshd and nginx, by reset and by silence in turns, at least ${inTimeAtLeast} are proven again within ${inTimeMs / 1_000} s of the cut, every one within 30 s, and no proof from before a cut is shown once it was seen`,
  // The share is one of all cuts, so they are one batch; it takes about 7 minutes.
  batches: 1,
  isMeasured: true,
  async run(batch: number) {
    const report = await cutRounds({ cuts: cutsInAll, seed: 20_261_120 + batch });
    const times = report.cuts.flatMap(({ provenAgainMs: ms }) => (ms === null ? [] : [ms]));
    const tooFew =
      report.inTime < inTimeAtLeast
        ? [`proven again in time only ${report.inTime} of ${cutsInAll} times`]
        : [];
    return {
      figures: {
        'cuts by reset': report.resets,
        'cuts by silence': report.silences,
        [`proven again within ${inTimeMs / 1_000} s of the cut`]: report.inTime,
        'ms for the slowest that came back': Math.max(0, ...times),
      },
      breaches: [...report.breaches, ...tooFew],
    };
  },
};
