/** The frame: environment band, rail, notices, and the screen. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconEyeOff, IconHistory } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { isMac } from '../../format/is-mac.ts';
import { useBadgeStore } from '../../stores/badge.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { useOpened } from '../../stores/recent.ts';
import { useVeil } from '../../stores/veil.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { frameTexts } from '../../texts/frame.ts';
import { veilTexts } from '../../texts/veil.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { areaOf } from '../bridge/query-keys.ts';
import { features, hasPast, screenTitle, windowTitle } from '../features.ts';
import { useLockByKeys, useTellActive } from '../gate/use-lock.ts';
import { FieldMarks } from '../help/field-help.tsx';
import { LinkOpener } from '../links/link-opener.tsx';
import { veilPage } from '../veil/veil-page.ts';
import { focusWrong } from './focus-wrong.ts';
import { FrameNotices } from './frame-notices.tsx';
import { keepFocus } from './keep-focus.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { SwitchFailed } from './switch-failed.tsx';
import { SwitchedElsewhere } from './switched-elsewhere.tsx';
import { useConnection } from './use-connection.ts';
import { IsLater, useIsPainted } from './use-is-later.ts';

/** Where forms are. */
const formEnding = '/new';

const areasWithPast = features.flatMap(({ past, areas }) => (past ? Object.keys(areas) : []));

/** How often progress is asked for, in milliseconds. */
const askingMs = 500;

const FieldMark = lazy(async () => ({
  default: (await import('../help/field-mark.tsx')).FieldMark,
}));

function AsOfBand() {
  const { knownAt, backToNow } = useKnownAt();
  const [location] = useLocation();
  if (knownAt === null) return null;
  const isPast = hasPast(location);
  const when = longInstant(knownAt);
  return (
    <div className={classes['asOf']} role="status">
      <IconHistory size={16} aria-hidden />
      <span className={classes['asOfText']}>
        {isPast ? asOfTexts.band(when) : asOfTexts.bandOfNow(when)}
        {location.endsWith(formEnding) && ` ${asOfTexts.bandOfForm}`}
        {isPast && <Working />}
      </span>
      <Button variant="default" size="compact-xs" onClick={backToNow}>
        {asOfTexts.leave}
      </Button>
    </div>
  );
}

function Working() {
  const { queries } = useBridge();
  const reads = useIsFetching({
    predicate: ({ queryKey }) => areasWithPast.includes(areaOf(queryKey) ?? ''),
  });
  const progress = useQuery({
    ...queries.asOf.progress.queryOptions(),
    enabled: reads > 0,
    refetchInterval: reads > 0 ? askingMs : false,
    staleTime: 0,
    gcTime: 0,
  }).data;
  if (reads === 0 || progress === null || progress === undefined) return null;
  const { done, total } = progress;
  return (
    <>
      {' '}
      {total === 0 ? asOfTexts.working : asOfTexts.workingPart(Math.floor((done / total) * 100))}
    </>
  );
}

export function Shell({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const profileId = connection?.profileId ?? null;
  const isPainted = useIsPainted();
  useScreenTitle();
  useLockByKeys();
  useTellActive();
  useEffect(() => keepFocus(document), []);
  useEffect(() => focusWrong(document), []);

  return (
    <IsLater value={isPainted}>
      <div className={classes['shell']}>
        <button type="button" className={classes['skip']} onClick={skipToContent}>
          {frameTexts.skip}
        </button>
        <EnvironmentBand connection={connection} />
        <div className={classes['columns']}>
          <Rail connection={connection} />
          <main id="content" tabIndex={-1} className={classes['content']}>
            <VeilBand />
            <AsOfBand />
            <HeldHeight>
              <SwitchFailed />
              {connection !== undefined && <SwitchedElsewhere connection={connection} />}
              <FrameNotices key={profileId ?? 'none'} connection={connection} />
            </HeldHeight>
            {/* Another profile is another world: nothing of a screen's state goes along. */}
            <div className={classes['screen']} key={profileId ?? 'none'}>
              <FieldMarks value={FieldMark}>{children}</FieldMarks>
            </div>
          </main>
        </div>
        {isPainted && connection !== undefined && <LinkOpener connection={connection} />}
      </div>
    </IsLater>
  );
}

/** A button and not a link: the address's fragment holds the screen. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

/** A new screen is named by the window's title. */
function useScreenTitle(): void {
  const [location] = useLocation();
  const title = windowTitle(location);
  const screen = screenTitle(location);
  useOpened({ to: location, title: screen ?? '', details: '', words: '' }, screen !== undefined);
  const { count } = useStore(useBadgeStore());
  useEffect(() => {
    document.title = count === 0 ? title : `(${count}) ${title}`;
  }, [title, count]);
}

/** Lines over a screen, which do not move it while a pointer is pressed. */
function HeldHeight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    return holdHeightWhilePressed(window, box.current, { after });
  }, []);
  return (
    <div ref={box} className={classes['notices']}>
      {children}
    </div>
  );
}

function after(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}

/** Which world this is, over the whole width: solid and dark for production, thin and striped for a sandbox. */
export function EnvironmentBand({ connection }: { connection: ConnectionView | undefined }) {
  if (connection === undefined) return <div className={classes['band']} />;
  const { band } = frameTexts;
  const isProduction = connection.environment === 'production';
  const hint = isProduction
    ? band.productionHint
    : connection.environment === 'built-in'
      ? band.builtInHint
      : band.sandboxHint;
  return (
    <header className={classes['band']} data-environment={isProduction ? 'production' : 'sandbox'}>
      <strong>{isProduction ? band.production : band.sandbox}</strong>
      {connection.mode !== 'full' && (
        <strong className={classes['reviewer']} title={frameTexts.reviewer.hint}>
          {frameTexts.reviewer.band}
        </strong>
      )}
      <span className={classes['bandHint']}>
        {connection.profileName} · {connection.mode === 'full' ? hint : frameTexts.reviewer.hint}
      </span>
    </header>
  );
}

/** Over every screen while the veil is on: how to read one value, and the way to turn it off. */
function VeilBand() {
  const { isOn, turn } = useVeil();
  // In fields too: there is no other use of these keys.
  useHotkeys([['mod+shift+H', () => turn(!isOn)]], []);
  // Before anything is painted.
  useLayoutEffect(() => (isOn ? veilPage(document) : undefined), [isOn]);
  if (!isOn) return null;
  return (
    <div className={classes['notice']} data-tone="blue" role="status">
      <IconEyeOff size={16} aria-hidden />
      <span className={classes['noticeText']}>
        <strong>{veilTexts.on}</strong> {veilTexts.peek(isMac())}
      </span>
      <Button variant="default" size="compact-xs" onClick={() => turn(false)}>
        {veilTexts.turnOff}
      </Button>
    </div>
  );
}

/** What is held: an element of the page. */
export interface HeldBox {
  readonly offsetHeight: number;
  readonly style: { height: string; overflow: string };
}

export interface Timers {
  /** Runs the task after that many milliseconds. @returns what ends it */
  readonly after: (task: () => void, milliseconds: number) => () => void;
}

/** The release of a scrollbar may never be told. */
export const maxHeldMs = 10_000;

/**
 * A line that comes or goes over a screen moves the screen. Between a press and its release that
 * would take the pressed control away from under the pointer, and the click would be lost or go to
 * another control: so the height of those lines is held as long as a pointer is down.
 * @returns what ends it, with the height let go.
 */
export function holdHeightWhilePressed(page: EventTarget, box: HeldBox, timers: Timers) {
  let endTimer = (): void => undefined;
  const letGo = (): void => {
    endTimer();
    box.style.height = '';
    box.style.overflow = '';
  };
  const press = (): void => {
    endTimer();
    box.style.height = `${box.offsetHeight}px`;
    box.style.overflow = 'hidden';
    endTimer = timers.after(letGo, maxHeldMs);
  };
  const release = (): void => {
    endTimer();
    // The click follows its release.
    endTimer = timers.after(letGo, 0);
  };
  page.addEventListener('pointerdown', press, captured);
  for (const type of releases) page.addEventListener(type, release, captured);
  return (): void => {
    letGo();
    page.removeEventListener('pointerdown', press, captured);
    for (const type of releases) page.removeEventListener(type, release, captured);
  };
}

const releases = ['pointerup', 'pointercancel'];
/** Before whoever stops them on the way. */
const captured = { capture: true };
