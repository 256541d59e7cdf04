/** Over every screen while the window looks back: which moment, and the way back. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { longInstant } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { areaOf } from '../bridge/query-keys.ts';
import { features, hasPast } from '../features.ts';
import classes from './shell.module.css';

/** Where forms are. */
const formEnding = '/new';

const areasWithPast = features.flatMap(({ past, areas }) => (past ? Object.keys(areas) : []));

/** How often progress is asked for, in milliseconds. */
const askingMs = 500;

export function AsOfBand() {
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
