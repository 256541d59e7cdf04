/** What the palette leads to without asking main, and which of it fits what was typed. */
import { IconArrowRight, type TablerIcon } from '@tabler/icons-react';
import type { FoundItem, FoundKind } from '../../../bridge/search.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { shortInstant } from '../../format/instants.ts';
import { formatState } from '../../format/words.ts';
import type { OpenedPlace } from '../../stores/recent.ts';
import { paletteTexts } from '../../texts/palette.ts';
import type { Feature, PaletteLink } from '../feature.tsx';
import { around, isWithin } from '../fragment.ts';

export interface PaletteEntry {
  /** The same for the same thing. */
  readonly key: string;
  readonly title: string;
  readonly details: string;
  /** Its ID, short, after the details. */
  readonly shortId?: string;
  readonly Icon: TablerIcon;
  /** Other words by which the entry is found. */
  readonly words: string;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
  /** It names nobody: the privacy veil leaves it readable. */
  readonly isPlain?: boolean;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const { groups: titles } = paletteTexts;

/** Icon of the feature, or of the feature that it lies in. */
const iconOf = (feature: Feature, features: readonly Feature[]): TablerIcon =>
  feature.Icon ??
  features.find(({ Icon, paths }) => Icon && isWithin(feature.paths.root, paths.root))?.Icon ??
  IconArrowRight;

/** Actions and screens, in the order of the features. */
export function linksOf(features: readonly Feature[]): PaletteGroup[] {
  const entry =
    (Icon: TablerIcon) =>
    ({ title, href, words = '' }: PaletteLink): PaletteEntry => ({
      key: href,
      title,
      words,
      Icon,
      details: '',
      to: href,
      isPlain: true,
    });
  const all = features.map((feature) => ({
    feature,
    make: entry(iconOf(feature, features)),
    itself:
      feature.title === undefined || feature.Icon === undefined
        ? []
        : [{ title: feature.title, href: feature.paths.root }],
  }));
  return [
    {
      title: titles.actions,
      entries: all.flatMap(({ feature, make }) => (feature.actions ?? []).map(make)),
    },
    {
      title: titles.screens,
      entries: all.flatMap(({ feature, make, itself }) =>
        [...itself, ...(feature.parts ?? [])].map(make),
      ),
    },
  ];
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/u).filter(Boolean);

/** Those in which every word stands, those that begin with what was typed first. All for a blank one. */
export function fitting(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = wordsOf(query);
  const typed = words.join(' ');
  const found = entries.filter(({ title, details, words: others }) => {
    const text = `${title} ${details} ${others}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: PaletteEntry) => Number(title.toLowerCase().startsWith(typed));
  return found.toSorted((one, other) => begins(other) - begins(one));
}

/** What main found, by the features that it belongs to. */
export function foundGroups(
  items: readonly FoundItem[],
  features: readonly Feature[],
  now: number,
): PaletteGroup[] {
  return features.flatMap((feature) =>
    (feature.finds ?? []).flatMap(({ kind, title, hrefOf }) => {
      const entries = items
        .filter((item) => item.kind === kind)
        .map((item) => ({
          key: hrefOf(item.id),
          title: asSeen(titleOf(item) ?? item.id),
          details: detailsOf(item, now),
          ...(titleOf(item) === null ? {} : { shortId: asSeen(shortId(item.id)) }),
          Icon: iconOf(feature, features),
          words: item.id,
          to: hrefOf(item.id),
        }));
      return entries.length === 0 ? [] : [{ title, entries }];
    }),
  );
}

const titleOf = ({ kind, title, money }: FoundItem): string | null => {
  if (money !== null) return formatMoney(money);
  return kind === 'payout' ? paletteTexts.noAmount : title;
};

function detailsOf(item: FoundItem, now: number): string {
  const { details, state, at } = item;
  const parts = [
    ...details.map(asSeen),
    ...(state === null ? [] : [formatState(state)]),
    ...(at === null ? [] : [shortInstant(at, now)]),
  ];
  return parts.join(' · ');
}

/** What was opened before, with the icon of the feature that it lies in. */
export const recentEntries = (
  recent: readonly OpenedPlace[],
  features: readonly Feature[],
): PaletteEntry[] =>
  recent.map((place) => {
    const [within] = around(place.to, features);
    const Icon = within === undefined ? IconArrowRight : iconOf(within, features);
    // A record has words by which it is found, a screen none.
    return { ...place, key: place.to, Icon, ...(place.words === '' && { isPlain: true }) };
  });

/** Names of kinds, as their results are headed. */
export const kindNames = (kinds: readonly FoundKind[], features: readonly Feature[]): string[] =>
  features
    .flatMap(({ finds = [] }) => finds)
    .flatMap(({ kind, title }) => (kinds.includes(kind) ? [title] : []));

/** Each group with what no group before it has. */
export function withoutDuplicates(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const seen = new Set<string>();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ key }) => {
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
