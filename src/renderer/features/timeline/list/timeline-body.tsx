/** The states of the list: not read yet, failed, empty, nothing matches, or its rows. */
import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import type { TimelineFilter, TimelineGap } from '../../../../bridge/timeline.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { emptyThen } from '../../../components/empty-then.tsx';
import { ListFailure } from '../../../components/read-failure.tsx';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { stateTexts } from '../../../texts/states.ts';
import { webhookPaths } from '../../webhooks/paths.ts';
import { timelineTexts as texts } from '../texts.ts';
import classes from '../timeline.module.css';
import { queryOf } from '../view/filter-address.ts';
import type { TimelineAddress } from '../view/use-timeline-view.ts';
import { EventTable, type EventTableControls } from './event-table.tsx';
import type { EventList } from './use-event-list.ts';

export interface TimelineBodyProps {
  list: EventList;
  /** Events are there that the index has not taken in. */
  isFilling: boolean;
  gaps: readonly TimelineGap[];
  isProduction: boolean;
  selectedId: string | null;
  address: TimelineAddress;
  controls: { current: EventTableControls | null };
  onReading: (of: string | null) => void;
}

export function TimelineBody(props: TimelineBodyProps) {
  const { list, address } = props;
  const failure = <ListFailure title={texts.failed} query={list} />;
  const isFailed = list.error !== null;
  if (!list.isThere) return isFailed ? failure : <SkeletonTable />;
  if (list.total === 0) return isFailed ? failure : <NoRows {...props} />;
  return (
    <>
      {failure}
      <EventTable
        list={list}
        gaps={props.gaps}
        isProduction={props.isProduction}
        selected={
          props.selectedId === null ? null : { eventId: props.selectedId, isApart: address.isApart }
        }
        query={list.isBehind ? address.query : list.of}
        onReading={props.onReading}
        controls={props.controls}
        over={<Waiting list={list} toTop={() => props.controls.current?.toTop()} />}
      />
    </>
  );
}

function Waiting({ list, toTop }: { list: EventList; toTop: () => void }) {
  if (list.waiting === 0) return null;
  return (
    <div className={classes['waiting']}>
      <Button
        size="compact-sm"
        radius="xl"
        onClick={() => {
          toTop();
          list.showWaiting();
        }}
      >
        {texts.live.newEvents(list.waiting)}
      </Button>
    </div>
  );
}

function NoRows({ list, address, isFilling }: TimelineBodyProps) {
  const [, navigate] = useLocation();
  const { known } = list;
  if (known === null || (known === 0 && isFilling)) return <SkeletonTable />;
  if (isPastAlone(address.filter)) return <EmptyState {...emptyThen(texts.many)} />;
  if (known > 0) {
    return (
      <EmptyState
        title={texts.noMatch}
        body={address.filter.search === '' ? texts.noMatchBody(known) : texts.noMatchWords(known)}
        action={
          <Button variant="default" onClick={address.clear}>
            {stateTexts.reset}
          </Button>
        }
      />
    );
  }
  const { title, body, action } = texts.empty;
  return (
    <EmptyState
      title={title}
      body={body}
      headings={Object.values(texts.columns)}
      action={
        <Button variant="default" onClick={() => navigate(webhookPaths.root)}>
          {action}
        </Button>
      }
    />
  );
}

/** Nothing but the moment is asked for. */
const isPastAlone = (filter: TimelineFilter): boolean =>
  filter.knownAt !== null && queryOf({ ...filter, knownAt: null }) === '';
