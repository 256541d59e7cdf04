/** Records that exist already, brought into a profile. */
import { implement } from '@orpc/server';
import { type ImportKind, importsContract } from '../../../bridge/imports.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { createImports, type Imports } from './imports.ts';

const topicOf: Readonly<Record<ImportKind, UpdateTopic>> = {
  customer: 'customers',
  virtualAccount: 'virtual-accounts',
  bankAccount: 'bank-accounts',
  webhook: 'webhooks',
};

const imports = implement(importsContract);

export const importsFeature: Feature<
  'imports',
  Imports,
  { readonly webhooks: Pick<WebhooksApi, 'open'> }
> = {
  open(core, { webhooks }) {
    const tell = (topic: UpdateTopic) => core.notify({ topic, ids: [] });
    const api = createImports({
      ...core,
      onProgress: () => tell('imports'),
      onKept(kinds) {
        for (const kind of kinds) tell(topicOf[kind]);
        tell('imports');
        tell('audit');
        if (!kinds.has('webhook')) return;
        // One that was brought may deliver at a path of ours.
        webhooks.open?.webhooks.reconcile().catch((error: unknown) => {
          core.log.error({ err: error }, 'paths could not be tied');
        });
      },
    });
    return { api, drain: api.close };
  },
  procedures: (api) => ({
    imports: {
      upload: imports.upload.handler(({ input }) =>
        api().upload(input.id, input.text, input.fileName),
      ),
      preview: imports.preview.handler(({ input }) => api().preview(input)),
      rows: { list: imports.rows.list.handler(({ input }) => api().rows(input)) },
      problems: { list: imports.problems.list.handler(({ input }) => api().problems(input)) },
      keep: imports.keep.handler(({ input }) => api(input.profileId).keep(input)),
      get: imports.get.handler(({ input }) => api().get(input.id)),
    },
  }),
};
