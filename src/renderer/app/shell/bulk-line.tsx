/** A run that goes on, or waits for someone, said over every screen but its own. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { BulkRun } from '../../../bridge/bulk.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { paths } from '../paths.ts';
import { FrameLine } from './frame-line.tsx';
import { runToSay } from './run-to-say.ts';

const texts = frameTexts.bulk;

export function BulkLine() {
  const { queries } = useBridge();
  const runs = useQuery(queries.bulk.runs.list.queryOptions({ input: { limit: 10 } }));
  const [location] = useLocation();
  const run = runToSay(runs.data?.rows ?? []);
  if (run === null) return null;
  const href = paths.bulkRun(run.id);
  if (location === href || location.startsWith(`${href}/`)) return null;
  return (
    <FrameLine
      tone={run.state === 'running' ? 'blue' : 'amber'}
      action={
        <Anchor component={Link} href={href} underline="always">
          {texts.see}
        </Anchor>
      }
    >
      {sentenceOf(run)}
    </FrameLine>
  );
}

function sentenceOf({ state, kind, fileName, counts, total }: BulkRun): string {
  if (state === 'paused') return texts.paused(fileName);
  if (state === 'interrupted') return texts.interrupted(fileName);
  const ended = counts.created + counts.refused + counts.unknown + counts.unsent;
  return texts.running(texts.kinds[kind], fileName, Math.floor((ended / Math.max(total, 1)) * 100));
}
