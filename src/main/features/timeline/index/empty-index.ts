/** What an index answers in which there is nothing yet: neither thread is started for it. */
import { eachFlag } from '../../../../bridge/event-flags.ts';
import type { AsyncReader } from './threads/reader-thread.ts';
import { eventSignatures } from './traits.ts';

const noRows = async () => ({ rows: [], hasMore: false });

export const emptyIndex: AsyncReader = {
  list: noRows,
  listLater: noRows,
  count: async () => ({ total: 0, known: 0, newest: null, wholeWords: [] }),
  histogram: async () => null,
  facets: async () => ({
    ...{ names: [], resourceKinds: [], slots: [] },
    proofs: eventSignatures.map((proof) => ({ proof, count: 0 })),
    flags: eachFlag(() => 0),
  }),
  event: async () => null,
  deliveries: async () => [],
  jumps: async () => ({ jumps: [], last: null }),
};
