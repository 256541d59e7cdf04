/** Every gap with what was missed in it; the look at one that holds much goes on when it is asked for. */
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { timelineTexts } from '../texts.ts';
import type { HrefOf } from '../view/use-timeline-view.ts';
import classes from './dialogs.module.css';
import { GapItem } from './gap-item.tsx';

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
      <ReadFailure title={texts.lookFailed} error={look.error} onReadAgain={goOn} />
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
