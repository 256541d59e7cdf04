/** Payouts, from their events. */
import { implement } from '@orpc/server';
import { payoutsContract } from '../../../bridge/payouts.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { payoutsMigrations } from './migrations.ts';
import { openPayouts, type Payouts } from './payouts.ts';

const payouts = implement(payoutsContract);

/** Topics that may come with new events, new names of customers, or new customers of virtual accounts. */
const observed: ReadonlySet<UpdateTopic> = new Set([
  'deliveries',
  'timeline',
  'customers',
  'virtual-accounts',
  'everything',
]);

export const payoutsFeature: Feature<'payouts', Payouts> = {
  migrations: payoutsMigrations,
  open(core) {
    const api = openPayouts({
      ...core,
      isProduction: core.profile.environment === 'production',
      tell(ids) {
        core.notify({ topic: 'payouts', ids: [...ids] });
      },
    });
    // What was observed while nobody followed.
    api.wake();
    return {
      api,
      onUpdate({ topic }) {
        if (observed.has(topic)) api.wake();
      },
      close: api.close,
    };
  },
  procedures: (api) => ({
    payouts: {
      list: payouts.list.handler(({ input, signal }) => api().list(input, signal)),
      get: payouts.get.handler(({ input: { id, knownAt }, signal }) =>
        api().get(id, { knownAt, signal }),
      ),
      summary: payouts.summary.handler(({ input, signal }) => api().summary(input, signal)),
      fieldChoices: payouts.fieldChoices.handler(() => api().fieldChoices()),
      candidates: payouts.candidates.handler(({ input, signal }) =>
        api().candidates(input.notion, signal),
      ),
      chooseField: payouts.chooseField.handler(({ input }) => {
        const { profileId, notion, pointer, decimals, knownAt } = input;
        const field = pointer === null ? null : { pointer, decimals };
        return api(profileId).chooseField(notion, field, knownAt);
      }),
    },
  }),
};
