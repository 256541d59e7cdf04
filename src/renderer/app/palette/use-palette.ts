/** What the palette offers for what is typed: recent ones, links of the features, what main found. */
import { IconHistory, IconLock, IconSwitchHorizontal } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNow } from '../../components/use-now.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { frameTexts } from '../../texts/frame.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { features } from '../features.ts';
import { useSwitchProfile } from '../shell/use-switch-profile.ts';
import {
  fitting,
  foundGroups,
  kindNames,
  linksOf,
  type PaletteEntry,
  type PaletteGroup,
  withoutRepeats,
} from './entries.ts';
import { useRecent } from './recent.ts';

const links = linksOf(features);

export interface PaletteState {
  readonly groups: readonly PaletteGroup[];
  readonly state: {
    /** What a screen reader hears of so many entries, and everybody where something failed. */
    readonly words: (count: number) => string;
    readonly onTryAgain: (() => void) | null;
  };
  /** Keeps what is opened among the recent ones. */
  readonly open: (entry: PaletteEntry) => void;
}

export function usePalette(query: string): PaletteState {
  const { queries } = useBridge();
  const now = useNow();
  const { knownAt } = useKnownAt();
  const { recent, open } = useRecent(knownAt);
  const ofFrame = useFrameActions();
  const search = query.trim();
  const asked = useQuery({
    ...queries.search.find.queryOptions({ input: { search, knownAt } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Asked anew each time: no notice says that a result is another one now.
    staleTime: 0,
    gcTime: 0,
  });
  const found = search === '' || asked.error !== null ? undefined : asked.data;
  const groups = useMemo(() => {
    const records = foundGroups(found?.items ?? [], features, now);
    // Until the answer is there, of the one before only what fits what is typed by now.
    const narrowed = (group: PaletteGroup) => ({
      ...group,
      entries: fitting(group.entries, search),
    });
    const [actions, screens] = links;
    return withoutRepeats([
      narrowed({ title: texts.groups.recent, entries: recent }),
      narrowed({ title: texts.groups.actions, entries: [...(actions?.entries ?? []), ...ofFrame] }),
      narrowed({ title: texts.groups.screens, entries: screens?.entries ?? [] }),
      ...(asked.isPlaceholderData ? records.map(narrowed) : records),
    ]);
  }, [found, asked.isPlaceholderData, recent, ofFrame, search, now]);
  const failed = kindNames(found?.failed ?? [], features);
  const hasFailed = search !== '' && (asked.error !== null || failed.length > 0);
  return {
    groups,
    open: (entry) => {
      if (typeof entry.to === 'string') open(entry);
    },
    state: {
      words: (count) => {
        if (search !== '' && asked.error !== null) return texts.failed;
        if (failed.length > 0) return texts.failedIn(failed);
        if (search === '') return '';
        if (count > 0) return texts.count(count);
        return asked.isFetching ? texts.searching : `${texts.none(search)}. ${texts.noneHelp}`;
      },
      onTryAgain: hasFailed ? () => void asked.refetch() : null,
    },
  };
}

/** What can be done wherever one is. */
function useFrameActions(): PaletteEntry[] {
  const { queries } = useBridge();
  const { knownAt, backToNow, setChoosing } = useKnownAt();
  const profiles = useQuery(queries.profiles.list.queryOptions()).data;
  const vault = useQuery(queries.vault.status.queryOptions()).data;
  const { mutate: lock } = useMutation(queries.vault.lock.mutationOptions());
  const { mutate: switchTo } = useSwitchProfile();
  return useMemo(() => {
    const action = (title: string, Icon: typeof IconLock, to: () => void, details = '') => ({
      ...{ key: title, title, Icon, to, details, words: '' },
    });
    const canLock = vault?.state === 'unlocked' && vault.backing === 'passphrase';
    return [
      action(asOfTexts.open, IconHistory, () => setChoosing(true)),
      ...(knownAt === null ? [] : [action(texts.leavePast, IconHistory, backToNow)]),
      ...(profiles ?? [])
        .filter(({ isSelected }) => !isSelected)
        .map(({ id, name, environment }) => ({
          ...action(
            texts.switchTo(name),
            IconSwitchHorizontal,
            () => switchTo(id),
            frameTexts.profile.environments[environment],
          ),
          key: `profile ${id}`,
        })),
      ...(canLock ? [action(texts.lock, IconLock, () => lock({}))] : []),
    ];
  }, [profiles, vault, knownAt, backToNow, setChoosing, switchTo, lock]);
}
