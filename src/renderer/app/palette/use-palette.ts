/** What the palette offers for what is typed: recent ones, links of the features, what main found. */
import {
  IconEyeOff,
  IconHistory,
  IconLink,
  IconLock,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { looksLikeLink, parseLink } from '../../../bridge/record-link.ts';
import { useLinkTo } from '../../components/use-link-to.ts';
import { useNow } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { isMac } from '../../format/is-mac.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { useRecent } from '../../stores/recent.ts';
import { useVeil } from '../../stores/veil.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { frameTexts } from '../../texts/frame.ts';
import { linkTexts } from '../../texts/links.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import { lockKeys } from '../../texts/vault.ts';
import { veilTexts } from '../../texts/veil.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { features, writesToService } from '../features.ts';
import { useLock } from '../gate/use-lock.ts';
import { linkAt } from '../links/link-places.ts';
import { useLinkStore } from '../links/link-store.ts';
import { useIsReviewer } from '../shell/use-connection.ts';
import { closingSwitchKey, useSwitchProfile } from '../shell/use-switch-profile.ts';
import {
  fitting,
  foundGroups,
  kindNames,
  linksOf,
  type PaletteEntry,
  type PaletteGroup,
  recentEntries,
  withoutDuplicates,
} from './entries.ts';

const links = linksOf(features);

/** As main takes it (bridge/search.ts). */
const maxSearch = 200;

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
  const { recent, open } = useRecent();
  const [location] = useLocation();
  const ofFrame = useFrameActions();
  const isReviewer = useIsReviewer();
  const typed = query.trim();
  const isLink = looksLikeLink(typed);
  const search = isLink ? '' : typed.slice(0, maxSearch);
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
    const canOpen = (href: string) => !isReviewer || !writesToService(href);
    return withoutDuplicates([
      narrowed({
        title: texts.groups.recent,
        // Where one is already is nowhere to go.
        entries: recentEntries(
          recent.filter(({ to }) => to !== location && canOpen(to)),
          features,
        ),
      }),
      narrowed({
        title: texts.groups.actions,
        entries: [...(actions?.entries.filter(({ key }) => canOpen(key)) ?? []), ...ofFrame],
      }),
      narrowed({ title: texts.groups.screens, entries: screens?.entries ?? [] }),
      ...(asked.isPlaceholderData ? records.map(narrowed) : records),
    ]);
  }, [found, asked.isPlaceholderData, recent, location, ofFrame, search, now, isReviewer]);
  const ofLink = useLinkEntry(typed);
  const failed = kindNames(found?.failed ?? [], features);
  const hasFailed = search !== '' && (asked.error !== null || failed.length > 0);
  if (isLink) {
    const words = (count: number) => (count > 0 ? texts.count(count) : linkTexts.notOne);
    return { groups: ofLink, open: () => undefined, state: { words, onTryAgain: null } };
  }
  return {
    groups,
    open: (entry) => {
      if (typeof entry.to === 'string') open({ ...entry, to: entry.to });
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

/** Opens the link that was pasted; empty where the text is none. */
function useLinkEntry(text: string): PaletteGroup[] {
  const { ask } = useStore(useLinkStore());
  const link = parseLink(text);
  if (link === null) return [];
  const { kind, id, profile } = link;
  const details = [
    `${linkTexts.kinds[kind]} ${id}`,
    ...(profile === null ? [] : [linkTexts.inProfile(asSeen(profile))]),
  ].join(' · ');
  const entry = { key: text, title: linkTexts.open, details, Icon: IconLink, words: '' };
  return [{ title: linkTexts.group, entries: [{ ...entry, to: () => ask(link) }] }];
}

/** What can be done wherever one is. */
function useFrameActions(): PaletteEntry[] {
  const { queries } = useBridge();
  const { knownAt, backToNow, setChoosing } = useKnownAt();
  const profiles = useQuery(queries.profiles.list.queryOptions()).data;
  const lock = useLock();
  const { isOn: isVeiled, turn: turnVeil } = useVeil();
  const { mutate: switchTo } = useSwitchProfile(closingSwitchKey);
  const [location] = useLocation();
  const link = useLinkTo(useMemo(() => linkAt(location), [location]));
  const { copy } = useStore(useLinkStore());
  return useMemo(() => {
    const action = (title: string, Icon: typeof IconLock, to: () => void, details = '') => ({
      key: title,
      title,
      Icon,
      to,
      details,
      words: '',
      isPlain: true,
    });
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
      ...(link === null ? [] : [action(linkTexts.copy, IconLink, () => copy(link))]),
      action(
        isVeiled ? veilTexts.turnOff : veilTexts.turnOn,
        IconEyeOff,
        () => turnVeil(!isVeiled),
        veilTexts.keys(isMac()),
      ),
      action(texts.lock, IconLock, lock, lockKeys(isMac())),
    ];
  }, [profiles, knownAt, backToNow, setChoosing, switchTo, lock, link, copy, isVeiled, turnVeil]);
}
