/** Title row, filters, histogram and list. What is not of the rows is drawn again for its own changes alone. */

import { ActionIcon, Button, Group, Kbd, Modal, Text } from '@mantine/core';
import { IconKeyboard, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { TimelineGap } from '../../../bridge/timeline.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useHashSearch } from '../../app/hash-location.ts';
import { isTextField } from '../../components/is-text-field.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { Tip } from '../../components/tip.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import dialogClasses from './dialogs/dialogs.module.css';
import { ExportDialog, ExportLine } from './dialogs/export-dialog.tsx';
import { GapList, type GapListProps } from './dialogs/gap-list.tsx';
import { LookUpDialog } from './dialogs/lookup-dialog.tsx';
import { exportTexts } from './dialogs/texts.ts';
import { useExport } from './dialogs/use-export.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { Histogram } from './histogram/histogram.tsx';
import type { EventTableControls } from './list/event-table.tsx';
import { IndexingLine } from './list/indexing-line.tsx';
import { TimelineBody } from './list/timeline-body.tsx';
import { TeamUnreadLine } from './list/unread-line.tsx';
import { useEventList } from './list/use-event-list.ts';
import { lookUpQuery } from './paths.ts';
import { timelineTexts as texts } from './texts.ts';
import classes from './timeline.module.css';
import { useTimelineStore } from './view/timeline-store.ts';
import type { TimelineAddress } from './view/use-timeline-view.ts';

const keysTexts = texts.keys;
const lookUpTexts = texts.lookUp;

type Dialog = 'look-up' | 'export' | 'gaps' | 'keys' | null;

/** How often gaps are asked for again, in milliseconds. */
const askingMs = 60_000;

const noGaps: readonly TimelineGap[] = [];

export interface TimelineListProps {
  selectedId: string | null;
  address: TimelineAddress;
}

export function TimelineList({ selectedId, address }: TimelineListProps) {
  const { filter, change } = address;
  const { queries } = useBridge();
  const timelineView = useTimelineStore();
  const [, navigate] = useLocation();
  const isPaused = useStore(timelineView, (state) => state.isPaused);
  const setPaused = useCallback(
    (next: boolean) => timelineView.getState().change({ isPaused: next }),
    [timelineView],
  );
  const [readOf, setReadOf] = useState<string | null>(null);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const isAsked = new URLSearchParams(useHashSearch()).has(lookUpQuery) && filter.knownAt === null;
  useEffect(() => {
    if (!isAsked) return;
    setDialog('look-up');
    change({});
  }, [isAsked, change]);
  const search = useRef<HTMLInputElement>(null);
  const controls = useRef<EventTableControls | null>(null);

  const list = useEventList(filter, isPaused, readOf);
  address.ahead.current = list;
  const { from, to, knownAt } = filter;
  const known = useQuery({
    ...queries.timeline.gaps.queryOptions({ input: { from, to, knownAt } }),
    placeholderData: keepPreviousData,
    // What is on its way still counts as missed a minute later: nothing but time passes.
    refetchInterval: knownAt === null ? askingMs : false,
  });
  const gaps = known.data ?? noGaps;
  const indexing = useQuery(queries.timeline.indexing.queryOptions()).data;
  const environment = useQuery(queries.connection.get.queryOptions()).data?.environment;

  const kept = useExport();

  useKeys({
    j: () => controls.current?.move(1),
    k: () => controls.current?.move(-1),
    '/': () => search.current?.focus(),
    e: () => setDialog('export'),
    p: () => setPaused(!isPaused),
    Escape: () => selectedId !== null && navigate(address.listHref),
  });

  const isFilling =
    indexing !== undefined && (indexing.isRebuilding || indexing.indexed < indexing.total);
  const isEmpty = list.isThere && list.known === 0;
  const besideFilters = useMemo(
    () => (
      <>
        {gaps.length > 0 && (
          <Button variant="default" onClick={() => setDialog('gaps')}>
            {texts.gaps.open(gaps.length)}
          </Button>
        )}
        <PauseButton isPaused={isPaused} onChange={setPaused} />
      </>
    ),
    [gaps, isPaused, setPaused],
  );
  return (
    <>
      <Header count={list.known} isEmpty={isEmpty} open={setDialog} />
      {!isEmpty && (
        <FilterBar
          address={address}
          total={list.counted}
          known={list.known}
          readAt={list.readAt}
          searchRef={search}
          action={besideFilters}
        />
      )}
      <IndexingLine />
      {dialog !== 'export' && <ExportLine kept={kept} onShow={() => setDialog('export')} />}
      <ListFailure title={texts.gaps.unread} query={known} />
      {gaps.length > 0 && <TeamUnreadLine />}
      <WholeWordsLine words={list.wholeWords} />
      {!isEmpty && (
        <Histogram
          filter={filter}
          areRowsThere={list.isThere && !list.isBehind}
          gaps={gaps}
          readAt={list.readAt}
          onRange={change}
        />
      )}
      <TimelineBody
        list={list}
        isFilling={isFilling}
        gaps={gaps}
        isProduction={environment === 'production'}
        selectedId={selectedId}
        address={address}
        controls={controls}
        onReading={setReadOf}
      />
      <LookUpDialog
        isOpen={dialog === 'look-up'}
        onClose={close}
        onShow={(eventId) => {
          close();
          navigate(address.hrefOf({ eventId }));
        }}
      />
      <ExportDialog
        isOpen={dialog === 'export'}
        filter={filter}
        count={list.counted}
        kept={kept}
        onClose={close}
      />
      <GapsDialog
        isOpen={dialog === 'gaps'}
        gaps={gaps}
        asked={{ from, to, knownAt }}
        hrefOf={address.hrefOf}
        onClose={close}
      />
      <KeysDialog isOpen={dialog === 'keys'} onClose={close} />
    </>
  );
}

interface HeaderProps {
  count: number | null;
  isEmpty: boolean;
  open: (dialog: Dialog) => void;
}

const Header = memo(function Header({ count, isEmpty, open }: HeaderProps) {
  return (
    <PageHeader
      title={texts.title}
      count={count}
      action={
        <Group gap="xs" wrap="nowrap">
          <Tip label={texts.keys.open}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.keys.open}
              className={classes['keys'] ?? ''}
              onClick={() => open('keys')}
            >
              <IconKeyboard size={18} />
            </ActionIcon>
          </Tip>
          {!isEmpty && (
            <Button variant="default" onClick={() => open('export')}>
              {exportTexts.open}
            </Button>
          )}
          <LookUpButton onOpen={() => open('look-up')} />
        </Group>
      }
    />
  );
});

function PauseButton(props: { isPaused: boolean; onChange: (isPaused: boolean) => void }) {
  const { isPaused, onChange } = props;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant={isPaused ? 'filled' : 'default'}
      title={isPaused ? texts.live.pausedHint : undefined}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => onChange(!isPaused)}
    >
      {isPaused ? texts.live.goOn : texts.live.pause}
    </Button>
  );
}

/** Says which words of a search are found only whole, and what helps. */
function WholeWordsLine({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <div className={classes['over']}>
      <Text size="sm" c="dimmed" role="status">
        {texts.search.whole(words)}
      </Text>
    </div>
  );
}

interface GapsDialogProps extends GapListProps {
  isOpen: boolean;
}

/** Gaps of the stretch that is shown: why, how long, and what is known to be missed. */
function GapsDialog({ isOpen, ...list }: GapsDialogProps) {
  return (
    <Modal
      closeOnClickOutside
      opened={isOpen}
      onClose={list.onClose}
      size="lg"
      title={texts.gaps.title}
    >
      <GapList {...list} />
    </Modal>
  );
}

type KeyActions = Readonly<Record<string, () => void>>;

/** Keys of the screen. Not while something is typed, a dialog is open, or a chord is meant. */
function useKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isMeantForOthers(event)) return;
      const action = current.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isMeantForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"]') !== null) return true;
  return isTextField(event.target);
}

/** Which keys do what on this screen. */
function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal closeOnClickOutside opened={isOpen} onClose={onClose} title={keysTexts.title}>
      <p className="dimmed">{keysTexts.lead}</p>
      <dl className={dialogClasses['keys']} data-plain>
        {keysTexts.list.map(([key, does]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

/** Opens the look-up of an event; while the window looks back it says why it does not. */
function LookUpButton({ onOpen }: { onOpen: () => void }) {
  const isBlocked = useKnownAt().knownAt !== null;
  return (
    <Tip label={isBlocked ? lookUpTexts.blocked : null} isSentence>
      <Button
        // Still in reach of the keyboard, so that the reason is.
        aria-disabled={isBlocked}
        data-disabled={isBlocked}
        onClick={() => {
          if (!isBlocked) onOpen();
        }}
      >
        {lookUpTexts.open}
        {isBlocked && <span className="visually-hidden">. {lookUpTexts.blocked}</span>}
      </Button>
    </Tip>
  );
}
