/** What the palette finds. */
import { implement } from '@orpc/server';
import { searchContract } from '../../../bridge/search.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import { createSearch, type Search } from './search.ts';

const search = implement(searchContract);

interface Uses {
  readonly payouts: Pick<Payouts, 'find'>;
  readonly timeline: TimelineApi;
}

export const searchFeature: Feature<'search', Search, Uses> = {
  open: (core, { payouts, timeline }) => ({
    api: createSearch({ ...core, payouts, timeline: () => timeline.demand().timeline }),
  }),
  procedures: (of) => ({
    search: {
      find: search.find.handler(({ input, signal }) => of().find({ ...input, signal })),
    },
  }),
};
