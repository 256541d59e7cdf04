/** Notices of the system. */
import { implement } from '@orpc/server';
import { type NoticeKind, noticesContract } from '../../../bridge/notices.ts';
import { type NeedItem, needKind, shownItems } from '../../../bridge/overview.ts';
import { listPayoutsInput, type PayoutRow } from '../../../bridge/payouts.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { OverviewApi } from '../overview/feature.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { HostNotices } from './host-notices.ts';
import { noticeMigrations } from './migrations.ts';
import { createNotices, type FindKinds, type Notices } from './notices.ts';
import { type FoundKind, openNoticeStore } from './store.ts';

interface Uses {
  readonly overview: Pick<OverviewApi, 'find'>;
  readonly payouts: Pick<Payouts, 'list'>;
}

export interface NoticesInstalled {
  /** The profile as it is now. */
  readonly profile: (id: string) => Pick<Profile, 'name'> | null;
  /** null: the page shows notices. */
  readonly hostNotices: HostNotices | null;
}

const failed = listPayoutsInput.parse({
  ...{ states: ['failed'], sort: 'stateSince', direction: 'descending', limit: shownItems },
});

function payoutItem(row: PayoutRow): NeedItem {
  const { amount, currency } = row.in;
  const money = amount === null ? null : [amount, currency ?? ''].join(' ').trim();
  const name = [row.customerName, money].filter((part) => part !== null).join(', ');
  return { id: row.id, at: row.stateSince, name: name === '' ? null : name, what: [] };
}

const notices = implement(noticesContract);

export const noticesFeature: Feature<'notices', Notices, Uses, NoticesInstalled> = {
  migrations: noticeMigrations,
  open(core, { overview, payouts }, { profile, hostNotices }) {
    let payoutsFound: FoundKind | null = null;
    let changes = 0;
    async function failedPayouts(): Promise<FoundKind | null> {
      if (payoutsFound !== null) return payoutsFound;
      const asOf = changes;
      const { rows, total, progress } = await payouts.list(failed);
      if (progress !== null) return null;
      const found = { items: rows.map(payoutItem), count: total };
      if (asOf === changes) payoutsFound = found;
      return found;
    }

    const find: FindKinds = async (kinds) => {
      const found = new Map<NoticeKind, FoundKind>();
      const ofOverview = needKind.options.filter((kind) => kinds.some((one) => one === kind));
      if (ofOverview.length > 0) {
        const { needs, pending, failed: unread } = await overview.find(null);
        for (const kind of kinds) {
          if (kind === 'failedPayouts' || pending.includes(kind) || unread.includes(kind)) continue;
          const { items = [], count = 0 } = needs.find((need) => need.kind === kind) ?? {};
          found.set(kind, { items, count });
        }
      }
      const ofPayouts = kinds.includes('failedPayouts') ? await failedPayouts() : null;
      if (ofPayouts !== null) found.set('failedPayouts', ofPayouts);
      return found;
    };

    const api = createNotices({
      ...{ find, host: hostNotices, clock: core.clock, log: core.log },
      store: openNoticeStore(core),
      profileName: () => profile(core.profile.id)?.name ?? core.profile.name,
      tell: () => core.notify({ topic: 'notices', ids: [] }),
    });
    return {
      api,
      onUpdate({ topic }) {
        if (topic === 'notices') return;
        if (['payouts', 'customers', 'everything'].includes(topic)) {
          payoutsFound = null;
          changes += 1;
        }
        api.onUpdate(topic);
      },
      close: api.close,
    };
  },
  procedures: (of, { hostNotices }) => ({
    notices: {
      settings: notices.settings.handler(() => ({
        settings: of().settings(),
        shownBy: hostNotices === null ? 'page' : 'system',
      })),
      save: notices.save.handler(({ input }) => of(input.profileId).save(input.settings)),
      waiting: notices.waiting.handler(() => ({ count: of().waiting() })),
      take: notices.take.handler(({ input }) => of(input.profileId).take()),
    },
  }),
};
