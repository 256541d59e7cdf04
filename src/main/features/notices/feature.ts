/** Notices of the system. */
import { implement } from '@orpc/server';
import { type NoticeKind, type NoticeSettings, noticesContract } from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { OverviewApi } from '../overview/feature.ts';
import {
  createNotices,
  type FindKinds,
  type HostNotices,
  kindTitle,
  type Notices,
} from './notices.ts';
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
      find,
      host: hostNotices,
      clock: core.clock,
      log: core.log,
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
  procedures: (api, { hostNotices, profile, ask }) => ({
    notices: {
      settings: notices.settings.handler(() => ({
        settings: api().settings(),
        shownBy: hostNotices === null ? 'page' : 'system',
      })),
      save: notices.save.handler(({ input: { profileId, settings } }) =>
        saveOrAsk({
          settings,
          ask,
          now: () => api(profileId),
          profile: profile(profileId)?.name ?? profileId,
        }),
      ),
      waiting: notices.waiting.handler(() => ({ count: api().waiting(), badge: api().badge() })),
      take: notices.take.handler(({ input }) => api(input.profileId).take()),
    },
  }),
};

/** Notices may stand on a locked screen, so that they hold names and amounts, a person confirms. */
interface SaveParts {
  /** Name of the profile, as the document shows it. */
  readonly profile: string;
  readonly settings: NoticeSettings;
  /** The profile’s notices while the profile is open; throws where another one is. */
  readonly now: () => Pick<Notices, 'settings' | 'save'>;
  readonly ask: AskPerson;
}

/** `saved` is null where a person is asked first; `path` as in openedDocument. */
export async function saveOrAsk(
  parts: SaveParts,
): Promise<{ saved: NoticeSettings | null; path: string | null }> {
  const { profile, settings, now, ask } = parts;
  const notices = now();
  if (!settings.hasDetails || notices.settings().hasDetails) {
    await notices.save(settings);
    return { saved: notices.settings(), path: null };
  }
  const { kinds, quiet } = settings;
  const path = await ask({
    title: 'Show names and amounts in notices',
    facts: [
      ['Profile', profile],
      ['Notices', kinds.length === 0 ? 'None' : kinds.map(kindTitle).join(', ')],
      ['Quiet hours', quiet === null ? 'None' : `${quiet.from} to ${quiet.to}, ${quiet.zone}`],
    ],
    paragraphs: [
      'Notices of this profile then contain customers’ names and amounts. Others may see them, for example on a locked or shared screen, and the system may keep them in its list of notices.',
    ],
    button: 'Show names and amounts',
    async act() {
      await now().save(settings);
      return { sentence: 'Notices of this profile now show names and amounts.' };
    },
  });
  return { saved: null, path };
}
