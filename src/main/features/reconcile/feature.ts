/** Bank statements and chain exports against payouts. */
import { implement } from '@orpc/server';
import { reconcileContract } from '../../../bridge/reconcile-contract.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Payouts } from '../payouts/payouts.ts';
import { reconcileMigrations } from './migrations.ts';
import { openReconcile, type Reconcile } from './reconcile.ts';

const { upload, ...reconcile } = implement(reconcileContract);

export const reconcileFeature: Feature<
  'reconcile',
  Reconcile,
  { readonly payouts: Pick<Payouts, 'facts' | 'rows'> }
> = {
  migrations: reconcileMigrations,
  open(core, { payouts }) {
    const api = openReconcile({
      ...core,
      payouts,
      notify: (topic, ids) => core.notify({ topic, ids: [...ids] }),
    });
    return {
      api,
      onUpdate({ topic }) {
        if (topic === 'payouts' || topic === 'everything') api.forgetPayouts();
      },
      drain: api.close,
    };
  },
  procedures: (api) => ({
    reconcile: {
      upload: {
        begin: upload.begin.handler(({ input: { profileId, ...file } }) =>
          api(profileId).begin(file),
        ),
        append: upload.append.handler(({ input }) => api().append(input)),
        finish: upload.finish.handler(({ input }) => api().finish(input.uploadId)),
      },
      draft: reconcile.draft.handler(({ input }) => api().draft(input.id)),
      start: reconcile.start.handler(({ input: { profileId, ...order } }) =>
        api(profileId).start(order),
      ),
      list: reconcile.list.handler(() => api().list()),
      get: reconcile.get.handler(({ input }) => api().get(input.id)),
      lines: reconcile.lines.handler(({ input, signal }) => api().lines(input, signal)),
      line: reconcile.line.handler(({ input }) => api().line(input.id, input.row)),
      payouts: reconcile.payouts.handler(({ input }) => api().payouts(input)),
      confirmed: reconcile.confirmed.handler(({ input }) => api().confirmed(input.payoutId)),
      certain: reconcile.certain.handler(({ input, signal }) => api().certain(input.id, signal)),
      confirm: reconcile.confirm.handler(({ input: { profileId, ...order } }) =>
        api(profileId).confirm(order),
      ),
      choose: reconcile.choose.handler(({ input: { profileId, ...order } }) =>
        api(profileId).choose(order),
      ),
      noPayout: reconcile.noPayout.handler(({ input: { profileId, ...order } }) =>
        api(profileId).noPayout(order),
      ),
      undo: reconcile.undo.handler(({ input: { profileId, ...order } }) =>
        api(profileId).undo(order),
      ),
      matchAgain: reconcile.matchAgain.handler(({ input: { profileId, ...order } }) =>
        api(profileId).matchAgain(order),
      ),
      remove: reconcile.remove.handler(({ input: { profileId, ...order } }) =>
        api(profileId).remove(order),
      ),
      exportCsv: reconcile.exportCsv.handler(({ input }) => api().exportCsv(input.id)),
    },
  }),
};
