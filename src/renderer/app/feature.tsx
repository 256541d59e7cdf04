/** What a feature of the page is to the frame: one value, its manifest. */
import type { TablerIcon } from '@tabler/icons-react';
import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react';
import type { Environment } from '../../bridge/profiles.ts';
import type { FoundKind } from '../../bridge/search.ts';
import type { Tone } from '../components/status-mark.tsx';
import type { AreaTopics } from './bridge/invalidation.ts';
import { isWithin } from './fragment.ts';

export interface Feature {
  /** Its addresses: all within its root, which may lie in that of another feature. */
  readonly paths: { readonly root: string } & Readonly<
    Record<string, string | ((...parts: never[]) => string)>
  >;
  /** In the rail and of the window. Without one it goes by that of the feature it lies in. */
  readonly title?: string;
  /** In the rail. Without one, other screens lead to it. */
  readonly Icon?: TablerIcon;
  /** Below the others in the rail, which scroll in a low window. */
  readonly isAtFoot?: true;
  /** In the rail of these profiles alone. Default: of all. */
  readonly environments?: readonly Environment[];
  /** In the rail only while this says so, too. */
  readonly useIsInRail?: () => boolean;
  /** Tried in this order. */
  readonly screens: readonly FeatureScreen[];
  /** Areas of the bridge that it asks, and the notices after which it asks them again. */
  readonly areas: AreaTopics;
  /** It can show what was known at a moment, but for these places. */
  readonly past?: { readonly except: readonly string[] };
  /** It shows no record of a profile, so its address stays open when another one is shown. */
  readonly staysOpen?: true;
  /** What the palette leads to beside its screen: what can be done in it, and its parts. */
  readonly actions?: readonly PaletteLink[];
  readonly parts?: readonly PaletteLink[];
  /** What main finds for the palette (bridge/search.ts) that is its own. */
  readonly finds?: readonly PaletteFind[];
  readonly useBadge?: () => RailBadge | null;
  readonly useNotices?: () => readonly FrameNotice[];
  /** At the foot of the rail. */
  readonly Status?: ComponentType;
}

export interface PaletteLink {
  readonly title: string;
  readonly href: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** A form whose requests go to the service: nothing leads a reviewer there. */
  readonly writesToService?: true;
}

export interface PaletteFind {
  readonly kind: FoundKind;
  /** Over what was found. */
  readonly title: string;
  readonly hrefOf: (id: string) => string;
}

/** How much of it needs someone. */
export interface RailBadge {
  count: number;
  /** For a screen reader, behind the title. */
  words: string;
  title?: string;
  tone?: 'amber' | 'red';
}

export interface FrameNotice {
  /** Names the cause: the same while the cause lasts. */
  key: string;
  tone: Tone;
  /** The screen that it leads to: there it says nothing new. */
  leadsTo?: string;
  /** Shows the notice before those of other features in the same tone: money may go where nobody wants it. */
  goesFirst?: true;
  line: ReactNode;
}

export interface FeatureScreen {
  /** What it shows at an address in the page's fragment; null where the address is not its own. */
  readonly at: (location: string) => ReactElement | null;
  readonly load: () => Promise<void>;
}

/** Takes as many parts of an address behind its place as `propsOf` has parameters; those missing are null. */
export const screen = <Props extends object>(
  place: string,
  { Screen, load }: ScreenFile<Props>,
  propsOf: (...parts: (string | null)[]) => Props,
): FeatureScreen => ({
  load,
  at: (location) => {
    if (!isWithin(location, place)) return null;
    const behind = location.slice(place.length).split('/');
    const parts = behind.filter((part) => part !== '');
    if (parts.length > propsOf.length) return null;
    const given = Array.from({ length: propsOf.length }, (_, index) => parts[index] ?? null);
    return <Screen {...propsOf(...given)} />;
  },
});

/** A screen in a file of its own, loaded when it is needed. */
export interface ScreenFile<Props extends object> {
  /** Renders the screen; suspends while its file is not there. */
  readonly Screen: ComponentType<Props>;
  /** Brings the file, so that a later render needs no wait. A failure shows where it is rendered. */
  readonly load: () => Promise<void>;
}

/**
 * React.lazy alone always suspends once, and React holds back what follows a fallback for 300 ms.
 * A file that has come is rendered at once instead. Chosen a mount: what is on the screen never
 * changes its component, which would lose its state.
 */
export function screenFile<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): ScreenFile<Props> {
  let here: ComponentType<Props> | null = null;
  const bringOnce = async () => {
    here ??= await bring();
    return { default: here };
  };
  const Later = lazy(bringOnce) as unknown as ComponentType<Props>;
  return {
    Screen: (props) => {
      const [Chosen] = useState<ComponentType<Props>>(() => here ?? Later);
      return <Chosen {...props} />;
    },
    load: async () => {
      await bringOnce();
    },
  };
}

interface PartFile<Props extends object> {
  /** `before` stands in its place until the file is there; a file that does not come breaks the screen. */
  readonly Part: ComponentType<Props & { before?: ReactNode }>;
  /** Brings the file. A failure shows where it is rendered. */
  readonly load: () => Promise<void>;
}

/**
 * A part of a screen in a file of its own, which comes behind the screen's first frame. Not by Suspense:
 * React holds back what follows a fallback for 300 ms.
 */
export function partFile<Props extends object>(
  bring: () => Promise<ComponentType<Props>>,
): PartFile<Props> {
  let here: ComponentType<Props> | null = null;
  const load = async (): Promise<void> => {
    here ??= await bring();
  };
  return {
    load,
    Part: ({ before = null, ...props }) => {
      const [Here, setHere] = useState(() => here);
      const [failure, setFailure] = useState<{ error: unknown } | null>(null);
      useEffect(() => {
        if (Here !== null) return;
        load().then(
          // In small steps: what is there already can be used meanwhile.
          () => startTransition(() => setHere(() => here)),
          (error: unknown) => setFailure({ error }),
        );
      }, [Here]);
      if (failure !== null) throw failure.error;
      return Here === null ? before : <Here {...(props as unknown as Props)} />;
    },
  };
}
