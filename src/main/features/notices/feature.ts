/** Notices of the system. */
import { implement } from '@orpc/server';
import { type NoticeKind, noticesContract } from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { OverviewApi } from '../overview/feature.ts';
import type { HostNotices } from './host-notices.ts';
import { createNotices, type FindKinds, type Notices } from './notices.ts';
import { saveOrAsk } from './save-document.ts';
import { type FoundKind, noticeMigrations, openNoticeStore } from './store.ts';

interface Uses {
  readonly overview: Pick<OverviewApi, 'find'>;
}

export interface NoticesInstalled {
  /** The profile as it is now. */
  readonly profile: (id: string) => Pick<Profile, 'name'> | null;
  /** null: the page shows notices. */
  readonly hostNotices: HostNotices | null;
  readonly ask: AskPerson;
}

/** What is said of a payout beside its customer is its amount, where it was found, and its state. */
const named = (kind: NoticeKind, item: NeedItem): NeedItem => {
  if (kind !== 'payoutsFailed') return item;
  const words = [item.name ?? [], item.what.slice(0, -1)].flat().join(', ');
  return { ...item, name: words === '' ? null : words };
};

const notices = implement(noticesContract);

export const noticesFeature: Feature<'notices', Notices, Uses, NoticesInstalled> = {
  migrations: noticeMigrations,
  open(core, { overview }, { profile, hostNotices }) {
    const find: FindKinds = async (kinds) => {
      const { needs, pending, failed } = await overview.find(null);
      return new Map(
        kinds.flatMap((kind): [NoticeKind, FoundKind][] => {
          const need = needs.find((one) => one.kind === kind);
          // What is not gone through yet would be told as new later.
          if (pending.includes(kind) || failed.includes(kind)) return [];
          const { items = [], count = 0 } = need ?? {};
          return [[kind, { items: items.map((item) => named(kind, item)), count }]];
        }),
      );
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
        if (topic !== 'notices') api.onUpdate(topic);
      },
      close: api.close,
    };
  },
  procedures: (of, { hostNotices, profile, ask }) => ({
    notices: {
      settings: notices.settings.handler(() => ({
        settings: of().settings(),
        shownBy: hostNotices === null ? 'page' : 'system',
      })),
      save: notices.save.handler(({ input: { profileId, settings } }) =>
        saveOrAsk({
          ...{ settings, ask, now: () => of(profileId) },
          profile: profile(profileId)?.name ?? profileId,
        }),
      ),
      waiting: notices.waiting.handler(() => ({ count: of().waiting(), badge: of().badge() })),
      take: notices.take.handler(({ input }) => of(input.profileId).take()),
    },
  }),
};
