/** The left rail: profile switch, screens, connection. Icons alone under 1100 px. */
import { IconChevronDown, IconHistory } from '@tabler/icons-react';
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'wouter';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { NamedMark } from '../../components/mark.tsx';
import { useAskedFile } from '../../components/use-asked-file.ts';
import { useNow } from '../../components/use-now.ts';
import { environmentName } from '../../format/environments.ts';
import { shortInstant } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { frameTexts } from '../../texts/frame.ts';
import { type Feature, screenFile } from '../feature.tsx';
import { features } from '../features.ts';
import { isWithin } from '../fragment.ts';
import { HelpButton } from '../help/help-button.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { EnvironmentIcon } from './environment-icon.tsx';
import low from './low-rail.module.css';
import classes from './rail.module.css';
import { useIsLater } from './use-is-later.ts';

/** The profile in use, and the way to another one in one action. */
const menu = screenFile(async () => (await import('./profile-menu.tsx')).ProfileMenu);

export const asOfFile = screenFile(async () => (await import('./as-of-popover.tsx')).AsOfPopover);

/**
 * The button stands at once; its list, which is a good part of what a frame costs, comes when the
 * page rests. Asked for earlier, it opens as soon as it is there.
 */
function ProfileSwitch({ connection }: { connection: ConnectionView | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const [isHere, setIsHere] = useState(false);
  const [isAskedFor, setIsAskedFor] = useState(false);

  const bring = useCallback(async (wasAskedFor = false) => {
    await menu.load();
    // Exchanged while it is being pressed, it would lose the click. The click brings the list.
    if (!wasAskedFor && button.current?.matches(':active') === true) return;
    hadFocus.current = document.activeElement === button.current;
    setIsHere(true);
  }, []);
  useEffect(() => {
    // A failure shows in nothing: the next click brings it again.
    const idle = requestIdleCallback(() => void bring().catch(() => undefined));
    return () => cancelIdleCallback(idle);
  }, [bring]);
  // It is another button with the list than without.
  useLayoutEffect(() => {
    if (isHere && hadFocus.current) button.current?.focus();
  }, [isHere]);

  if (isHere) {
    return (
      <menu.Screen opensAtOnce={isAskedFor}>
        <SwitchButton ref={button} connection={connection} />
      </menu.Screen>
    );
  }
  const ask = (): void => {
    setIsAskedFor(true);
    void bring(true).catch(() => setIsAskedFor(false));
  };
  return (
    <SwitchButton
      ref={button}
      connection={connection}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={ask}
    />
  );
}

interface SwitchButtonProps extends ComponentProps<'button'> {
  connection: ConnectionView | undefined;
}

/** What the menu adds to its target goes on to the button. */
function SwitchButton({ connection, ...rest }: SwitchButtonProps) {
  const texts = frameTexts.profile;
  const name = connection?.profileName ?? '';
  return (
    <button {...rest} type="button" className={classes['switch']} title={name}>
      <span className="visually-hidden">{texts.prefix}</span>
      <EnvironmentIcon environment={connection?.environment ?? 'built-in'} />
      <span className={classes['profile']}>
        <span className={classes['profileName']}>{name}</span>
        <span className={classes['environment']}>
          {connection !== undefined && environmentName(connection.environment, connection.baseUrl)}
        </span>
      </span>
      <IconChevronDown size={16} aria-hidden className={classes['chevron'] ?? ''} />
    </button>
  );
}

const linksTo = (all: readonly Feature[]) =>
  all.map((feature) => <RailLink key={feature.paths.root} feature={feature} />);

export function Rail({ connection }: { connection: ConnectionView | undefined }) {
  const shown = features.filter(isFor(connection));
  const isLater = useIsLater();
  const [location] = useLocation();
  const screens = useRef<HTMLDivElement>(null);
  // In a low window the screens scroll, and one may be opened from elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is another place
  useEffect(() => {
    const box = screens.current;
    if (box === null) return;
    const sizes = new ResizeObserver(() => showCurrent(box));
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [location]);
  return (
    <aside className={`${classes['rail']} ${low['rail']}`} aria-label={frameTexts.rail}>
      <span className={classes['brand']}>
        <NamedMark />
      </span>
      <ProfileSwitch connection={connection} />
      {connection !== undefined && (
        <div className={classes['find']}>
          <PaletteButton key={connection.profileId} />
          <HelpButton />
        </div>
      )}
      <nav aria-label={frameTexts.navigation} className={`${classes['nav']} ${low['nav']}`}>
        <div ref={screens} className={`${classes['screens']} ${low['screens']}`}>
          {linksTo(shown.filter((it) => !it.isAtFoot))}
        </div>
        {linksTo(shown.filter((it) => it.isAtFoot))}
      </nav>
      <AsOfControl />
      {isLater && features.map(({ paths, Status }) => Status && <Status key={paths.root} />)}
      <ConnectionStatus connection={connection} />
    </aside>
  );
}

/** Not by scrollIntoView: from there Tab would go on, wherever the focus was. */
function showCurrent(screens: Element): void {
  const link = screens.querySelector('[aria-current]')?.getBoundingClientRect();
  const box = screens.getBoundingClientRect();
  if (link === undefined) return;
  const above = Math.min(0, link.top - box.top - margin);
  screens.scrollTop += above < 0 ? above : Math.max(0, link.bottom - box.bottom + margin);
}

/** Around the screen that is open, in pixels. */
const margin = 6;

const isFor =
  (connection: ConnectionView | undefined) =>
  ({ environments }: Feature): boolean =>
    environments === undefined ||
    (connection !== undefined && environments.includes(connection.environment));

function RailLink({ feature }: { feature: Feature }) {
  const { useIsInRail } = feature;
  if (useIsInRail === undefined) return <ScreenLink feature={feature} />;
  return <LinkWhile feature={feature} useIsInRail={useIsInRail} />;
}

function LinkWhile(props: { feature: Feature; useIsInRail: NonNullable<Feature['useIsInRail']> }) {
  return props.useIsInRail() ? <ScreenLink feature={props.feature} /> : null;
}

function ScreenLink({ feature: { paths, title, Icon, useBadge } }: { feature: Feature }) {
  const [location] = useLocation();
  const isLater = useIsLater();
  if (Icon === undefined) return null;
  return (
    <Link
      href={paths.root}
      className={classes['screen']}
      aria-current={isWithin(location, paths.root) ? 'page' : undefined}
      title={title}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes['name']}>{title}</span>
      {isLater && useBadge && <Badge useBadge={useBadge} />}
    </Link>
  );
}

function Badge({ useBadge }: { useBadge: NonNullable<Feature['useBadge']> }) {
  const badge = useBadge();
  if (badge === null) return null;
  return (
    <span className={classes['badge']} data-tone={badge.tone} title={badge.title}>
      <BadgeCount count={badge.count} />
      <span className="visually-hidden"> {badge.words}</span>
    </span>
  );
}

/** Whole where there is room, and `99+` over an icon. */
function BadgeCount({ count }: { count: number }) {
  if (count <= MOST_OVER_AN_ICON) return <span aria-hidden>{groupedCount(count)}</span>;
  return (
    <span aria-hidden>
      <span className={classes['wholeCount']}>{groupedCount(count)}</span>
      <span className={classes['shortCount']}>{MOST_OVER_AN_ICON}+</span>
    </span>
  );
}

const MOST_OVER_AN_ICON = 99;

/** In the rail: the way to what was known at an earlier moment. */
function AsOfControl() {
  const { knownAt, isChoosing, setChoosing } = useKnownAt();
  const button = useRef<HTMLButtonElement>(null);
  // Without its file there is nothing to choose in: the next press brings it again.
  const isHere = useAskedFile(asOfFile, isChoosing, () => setChoosing(false));
  const now = useNow();
  const name = knownAt === null ? asOfTexts.open : asOfTexts.opened(shortInstant(knownAt, now));
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes['asOf']}
        data-active={knownAt !== null}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isChoosing}
        onClick={() => setChoosing(!isChoosing)}
      >
        <IconHistory size={18} stroke={1.6} aria-hidden />
        <span className={classes['name']}>{name}</span>
      </button>
      {isHere && <asOfFile.Screen button={button} />}
    </>
  );
}
