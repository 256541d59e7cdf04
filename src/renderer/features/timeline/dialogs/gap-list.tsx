/** Every gap with what was missed in it; the look at one that holds much goes on when it is asked for. */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { PageLink } from '../../../components/page-link.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { formatTimeRange } from '../../../format/exact-instants.ts';
import { shortId } from '../../../format/identifiers.ts';
import { keyed } from '../../../format/keyed.ts';
import { formatMissed, lengthOfGap } from '../list/gap-places.ts';
import { timelinePaths } from '../paths.ts';
import { timelineTexts } from '../texts.ts';
import { emptyFilter, queryOf } from '../view/filter-address.ts';
import type { HrefOf } from '../view/use-timeline-view.ts';
import classes from './dialogs.module.css';

interface Links {
  hrefOf: HrefOf;
  /** A link was followed. */
  onLeave: () => void;
}

interface GapItemProps extends Links {
  gap: TimelineGap;
  /** Stands below what is known. */
  children?: ReactNode;
}

/** One gap: when, on which webhooks, and each event that is known to be missed, with where it leads. */
export function GapItem({ gap, children, hrefOf, onLeave }: GapItemProps) {
  const length = lengthOfGap(gap);
  const names = gap.webhooks.map(({ webhookId, name }) => name ?? webhookId).join(', ');
  const aside = [
    ...(length === null ? [] : [texts.lasting(length)]),
    ...(names === '' ? [] : [texts.webhooks(names)]),
  ];
  return (
    <li>
      <h3>{texts.reasons[gap.reason]}</h3>
      <p>
        {gap.to === null ? texts.since(longInstant(gap.from)) : formatTimeRange(gap.from, gap.to)}
        <span className="dimmed">{aside.map((part) => ` · ${part}`)}</span>
      </p>
      <p className={gap.missed.length === 0 ? 'dimmed' : undefined}>
        {formatMissed(gap.missed.length, gap.isLookedThrough)}
      </p>
      {gap.missed.length > 0 && (
        <ul className={classes['missed']}>
          {keyed(gap.missed, ({ name }) => name).map(({ key, item }) => (
            <li key={key}>
              <Missed event={item} hrefOf={hrefOf} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}

function Missed({ event, hrefOf, onLeave }: Links & { event: TimelineGap['missed'][number] }) {
  const { eventId, name, resourceKind, resourceId } = event;
  return (
    <>
      <strong>{name}</strong>
      {resourceId !== null && (
        <>
          {' '}
          <span className="dimmed">{resourceKind ?? texts.resource}</span>{' '}
          <IdLink id={resourceId} href={ofResource(resourceKind, resourceId)} onLeave={onLeave} />
        </>
      )}
      <span className="dimmed"> · </span>
      {eventId === null ? (
        <span className="dimmed">{texts.noId}</span>
      ) : (
        <IdLink id={eventId} href={hrefOf({ eventId })} onLeave={onLeave} />
      )}
      <span className="dimmed"> · {texts.told[event.told]}</span>
    </>
  );
}

function IdLink({ id, href, onLeave }: { id: string; href: string } & Pick<Links, 'onLeave'>) {
  return (
    <PageLink href={href} className="mono" title={id} underline="always" onClick={onLeave}>
      {shortId(id)}
    </PageLink>
  );
}

/** The events of what it is about. */
const ofResource = (kind: string | null, id: string): string =>
  kind === 'customer'
    ? timelinePaths.customer(id)
    : `${timelinePaths.root}?${queryOf({ ...emptyFilter, resourceId: id })}`;

const texts = timelineTexts.gaps;

export interface GapListProps {
  gaps: readonly TimelineGap[];
  /** The stretch that the gaps are of, and the moment; null is no bound, and now. */
  asked: { from: string | null; to: string | null; knownAt: string | null };
  hrefOf: HrefOf;
  onClose: () => void;
}

export function GapList({ gaps, asked, hrefOf, onClose }: GapListProps) {
  const links = { hrefOf, onLeave: onClose };
  return (
    <>
      <p className="dimmed">{texts.lead}</p>
      {gaps.length === 0 && <p>{texts.none}</p>}
      <ul className={classes['gaps']}>
        {gaps.map((gap) =>
          gap.isLookedThrough ? (
            <GapItem key={`${gap.from} ${gap.reason}`} gap={gap} {...links} />
          ) : (
            <LongGap key={`${gap.from} ${gap.reason}`} gap={gap} asked={asked} {...links} />
          ),
        )}
      </ul>
    </>
  );
}

interface LongGapProps {
  gap: TimelineGap;
  asked: GapListProps['asked'];
  hrefOf: HrefOf;
  onLeave: () => void;
}

function LongGap({ gap, asked, ...links }: LongGapProps) {
  const { queries } = useBridge();
  const [isBegun, setIsBegun] = useState(false);
  const { from, reason } = gap;
  const profile = useQuery(queries.connection.get.queryOptions()).data?.profileId ?? null;
  const look = useInfiniteQuery({
    ...queries.timeline.missed.infiniteOptions({
      // Out of reach of change notices: what was gone through stays gone through, whatever arrives
      // meanwhile, and all of it again for every delivery would be thousands of steps each time.
      queryKey: ['look further', profile, { ...asked, from, reason }],
      input: (after: string | null) => ({ ...asked, gap: { from, reason }, after }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
    enabled: isBegun,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = look.data?.pages ?? [];
  const upTo = pages.at(-1)?.next ?? null;
  const isThrough = pages.length > 0 && upTo === null;
  const found = [...gap.missed, ...pages.flatMap(({ missed }) => missed)];
  const goOn = () => {
    // Some are there at once when the dialog was closed a moment ago.
    if (pages.length > 0) void look.fetchNextPage();
    else if (!isBegun) setIsBegun(true);
    else void look.refetch();
  };
  return (
    <GapItem gap={{ ...gap, missed: eachOnce(found), isLookedThrough: isThrough }} {...links}>
      <ReadFailure title={texts.lookFailed} query={{ error: look.error, refetch: goOn }} />
      {!isThrough && (
        <p className={classes['further']}>
          <Button variant="default" size="xs" loading={look.isFetching} onClick={goOn}>
            {texts.lookFurther}
          </Button>
          <span className="dimmed">
            {upTo === null ? texts.notThrough : texts.through(longInstant(upTo))}
          </span>
        </p>
      )}
    </GapItem>
  );
}

function eachOnce(missed: TimelineGap['missed']): TimelineGap['missed'] {
  const keyOf = ({ eventId, name, resourceId }: TimelineGap['missed'][number]): string =>
    eventId ?? `${name} ${resourceId}`;
  return [...new Map(missed.map((one) => [keyOf(one), one])).values()];
}
