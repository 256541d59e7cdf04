/** Events of the same resource and customer around this one, as a small timeline that goes on on demand. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { TimelineDetail, TimelineRow } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { Section } from '../../../components/section.tsx';
import { useNow } from '../../../components/use-now.ts';
import { exactInstant } from '../../../format/exact-instants.ts';
import { familyColour, orderedAt } from '../list/event-words.ts';
import type { HrefOf } from '../view/use-timeline-view.ts';
import classes from './detail.module.css';
import { eventTexts } from './texts.ts';

const texts = eventTexts.related;

export interface RelatedSectionProps {
  event: TimelineDetail;
  /** The moment whose knowledge is shown; null is now. */
  knownAt: string | null;
  hrefOf: HrefOf;
}

export function RelatedSection({ event, knownAt, hrefOf }: RelatedSectionProps) {
  const { rows, hasOlder, isReading, error, readOlder } = useRelated(event, knownAt);
  const isAlone = rows.every(({ key }) => key === event.key);
  return (
    <Section title={texts.title} lead={isAlone && !hasOlder ? texts.alone : texts.lead}>
      <ol className={classes['related']}>
        {rows.map((row) => (
          <RelatedEvent key={row.key} row={row} event={event} href={hrefOf(row)} />
        ))}
      </ol>
      <ReadFailure title={texts.olderFailed} query={{ error, refetch: readOlder }} />
      {hasOlder && error === null && (
        <Button variant="default" loading={isReading} onClick={readOlder}>
          {texts.older}
        </Button>
      )}
    </Section>
  );
}

interface RelatedEventProps {
  row: TimelineRow;
  event: TimelineDetail;
  href: string;
}

function RelatedEvent({ row, event, href }: RelatedEventProps) {
  const now = useNow();
  const isThisOne = row.key === event.key;
  const isSame = row.resourceId !== null && row.resourceId === event.resourceId;
  return (
    <li aria-current={isThisOne ? 'true' : undefined}>
      <span
        className={classes['dot']}
        style={{ background: familyColour(row.family) }}
        aria-hidden
      />
      <time dateTime={orderedAt(row)} title={orderedAt(row)}>
        {exactInstant(orderedAt(row), now)}
      </time>
      {isThisOne ? <strong>{row.name}</strong> : <Link href={href}>{row.name}</Link>}
      <span className="dimmed">
        {isThisOne ? texts.thisOne : isSame ? texts.sameResource : texts.sameCustomer}
      </span>
    </li>
  );
}

/** Events around one: those that came with it, and older ones page by page when they are asked for. */
interface RelatedEvents {
  /** Newest first, each once, without a hole. */
  readonly rows: readonly TimelineRow[];
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  readonly error: Error | null;
  readonly readOlder: () => void;
}

/** Related events of one event; another event begins anew. */
function useRelated(event: TimelineDetail, knownAt: string | null): RelatedEvents {
  const { queries } = useBridge();
  const { eventId, isApart, related, hasOlderRelated } = event;
  const [begun, setBegun] = useState<readonly TimelineRow[] | null>(null);
  const older = useInfiniteQuery({
    ...queries.timeline.related.infiniteOptions({
      input: (before: number) => ({ eventId, isApart, knownAt, before }),
      initialPageParam: begun?.at(-1)?.key ?? 0,
      getNextPageParam: keyOfNext,
    }),
    enabled: begun !== null,
  });
  const pages = older.data?.pages;
  const parts = useMemo(
    () => ({ related, hasOlderRelated, begun, pages }),
    [related, hasOlderRelated, begun, pages],
  );
  return {
    rows: useMemo(() => relatedRows(parts), [parts]),
    hasOlder: hasOlder(parts),
    isReading: older.isFetching,
    error: older.error,
    readOlder: () => {
      if (begun === null) setBegun(related);
      else if (pages === undefined) void older.refetch();
      else void older.fetchNextPage();
    },
  };
}

interface RelatedPage {
  readonly rows: readonly TimelineRow[];
  readonly hasMore: boolean;
}

export interface RelatedParts {
  /** What comes with the event, read again whenever something changed. */
  readonly related: readonly TimelineRow[];
  readonly hasOlderRelated: boolean;
  /**
   * What stood there when older ones were asked for the first time; null before. It stays, so that
   * newer ones that come push none out between it and the older pages.
   */
  readonly begun: readonly TimelineRow[] | null;
  /** What came before the last of `begun`, page by page; undefined while the first still comes. */
  readonly pages: readonly RelatedPage[] | undefined;
}

/** Newest first, each once, without a hole; what was read last says how an event stands. */
export function relatedRows({ related, begun, pages }: RelatedParts): readonly TimelineRow[] {
  const known = new Map<number, TimelineRow>();
  const all = [...related, ...(begun ?? []), ...(pages ?? []).flatMap(({ rows }) => rows)];
  for (const row of all) if (!known.has(row.key)) known.set(row.key, row);
  return [...known.values()].sort((one, other) => other.key - one.key);
}

export function hasOlder({ hasOlderRelated, begun, pages }: RelatedParts): boolean {
  if (begun === null) return hasOlderRelated;
  return pages?.at(-1)?.hasMore ?? true;
}

/** The key before which the next page begins; undefined after the last. */
export const keyOfNext = ({ rows, hasMore }: RelatedPage): number | undefined =>
  hasMore ? rows.at(-1)?.key : undefined;
