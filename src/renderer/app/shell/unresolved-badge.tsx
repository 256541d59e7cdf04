/**
 * In the frame: how many requests wait to be settled, and an alarm where what was said not to exist may
 * exist after all.
 */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import { unresolvedTexts } from '../../features/unresolved/texts.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { BadgeCount } from './badge-count.tsx';
import { FrameLine } from './frame-line.tsx';
import type { FrameNotice } from './notices-to-show.ts';
import classes from './rail.module.css';

const texts = unresolvedTexts.against;

/** Requests that were said not to exist, and something fits them that came since. */
export function useConflictingMatches(): number {
  const { queries } = useBridge();
  return useQuery(queries.unresolved.contradicted.queryOptions()).data?.requests ?? 0;
}

export function UnresolvedBadge({ unknown }: { unknown: number }) {
  const contradicted = useConflictingMatches();
  const open = unknown + contradicted;
  if (open === 0) return null;
  return (
    <span className={classes['badge']} data-tone={contradicted > 0 ? 'red' : undefined}>
      <BadgeCount count={open} />
      <span className="visually-hidden">
        {contradicted > 0 ? texts.rail(contradicted) : frameTexts.toResolve(open)}
      </span>
    </span>
  );
}

export function useConflictingMatchesNotice(): FrameNotice[] {
  const contradicted = useConflictingMatches();
  if (contradicted === 0) return [];
  const leadsTo = unresolvedPaths.part('absent');
  const line = (
    <FrameLine
      tone="red"
      action={
        <Anchor component={Link} href={leadsTo} underline="always">
          {texts.see}
        </Anchor>
      }
    >
      {texts.rail(contradicted)}
    </FrameLine>
  );
  return [{ key: 'contradicted', tone: 'red', leadsTo, line }];
}
