/** Records that events alone tell of: wallets, addresses and payment links. */
import { implement } from '@orpc/server';
import { otherRecordsContract } from '../../../bridge/other-records.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { createOtherRecords, type OtherRecords } from './other-records.ts';

const otherRecords = implement(otherRecordsContract);

export const otherRecordsFeature: Feature<'otherRecords', OtherRecords> = {
  open: (core) => ({ api: createOtherRecords(core) }),
  procedures: (of) => ({
    otherRecords: {
      list: otherRecords.list.handler(({ input, signal }) => of().list(input, signal)),
      get: otherRecords.get.handler(({ input: { kind, id, knownAt }, signal }) =>
        of().get(kind, id, { knownAt, signal }),
      ),
    },
  }),
};
