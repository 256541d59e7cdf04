/** Lists of a profile as files. */
import { implement } from '@orpc/server';
import { listExportsContract } from '../../../bridge/list-exports.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { createListExports, type ListExports, type ListExportsParts } from './list-exports.ts';

type Listed =
  | ('customers' | 'virtualAccounts' | 'bankAccounts')
  | ('payouts' | 'otherRecords' | 'addressBook');

interface Uses extends Pick<ListExportsParts, Listed> {
  readonly webhooks: Pick<WebhooksApi, 'open'>;
}

export const listExportsFeature: Feature<'listExports', ListExports, Uses> = {
  open: (core, { webhooks, ...uses }) => ({
    api: createListExports({
      ...uses,
      // After the features, one of which is called audit too.
      ...core,
      erased: core.records.erased,
      // Where the receiver could not be opened, its deliveries can't be read.
      takeIn: async () => await webhooks.open?.takeIn(),
      webhooks() {
        if (webhooks.open !== null) return webhooks.open.webhooks.list().rows;
        throw invalid(
          'Webhooks can’t be listed while the receiver is not running. The Webhooks screen shows why.',
        );
      },
      onChange: (what) => core.notify({ topic: what === 'audit' ? 'audit' : 'exports', ids: [] }),
    }),
  }),
  procedures: (api) => ({
    listExports: {
      export: implement(listExportsContract).export.handler(({ input }) =>
        api().start(input.listed, input.format),
      ),
    },
  }),
};
