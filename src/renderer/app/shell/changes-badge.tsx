/** In the frame: how many changes wait to be signed off, and a line where a destination is among them. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useOpenChanges } from '../../components/changes/use-open-changes.ts';
import { changePaths } from '../../features/changes/paths.ts';
import { changesTexts } from '../../features/changes/texts.ts';
import { BadgeCount } from './badge-count.tsx';
import { FrameLine } from './frame-line.tsx';
import type { FrameNotice } from './notices-to-show.ts';
import classes from './rail.module.css';

export function ChangesBadge() {
  const open = useOpenChanges();
  if (open === undefined || open.open === 0) return null;
  return (
    <span className={classes['badge']} data-tone={open.destinations > 0 ? 'red' : 'amber'}>
      <BadgeCount count={open.open} />
      <span className="visually-hidden"> {changesTexts.badge(open.open)}</span>
    </span>
  );
}

export function useChangesNotice(): FrameNotice[] {
  const destinations = useOpenChanges()?.destinations ?? 0;
  if (destinations === 0) return [];
  const line = (
    <FrameLine
      tone="red"
      action={
        <Anchor component={Link} href={changePaths.root} underline="always">
          {changesTexts.see}
        </Anchor>
      }
    >
      {changesTexts.line(destinations)}
    </FrameLine>
  );
  return [{ key: 'changes', tone: 'red', leadsTo: changePaths.root, line }];
}
