/** A run that goes on, or waits for someone, said over every screen but its own. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BulkRun } from '../../../bridge/bulk.ts';
import { bulkPaths } from '../../features/bulk/paths.ts';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { FrameLine } from './frame-line.tsx';
import type { FrameNotice } from './notices-to-show.ts';
import { runToSay } from './run-to-say.ts';

const texts = frameTexts.bulk;

export function useBulkNotice(): FrameNotice[] {
  const { queries } = useBridge();
  const runs = useQuery(queries.bulk.runs.list.queryOptions({ input: { limit: 10 } }));
  const run = runToSay(runs.data?.rows ?? []);
  if (run === null) return [];
  const href = bulkPaths.run(run.id);
  const tone = run.state === 'running' ? 'blue' : 'amber';
  const line = (
    <FrameLine
      tone={tone}
      action={
        <Anchor component={Link} href={href} underline="always">
          {texts.see}
        </Anchor>
      }
    >
      {sentenceOf(run)}
    </FrameLine>
  );
  return [{ key: `run ${run.id}`, tone, leadsTo: href, line }];
}

function sentenceOf({ state, kind, fileName, counts, total }: BulkRun): string {
  if (state === 'paused') return texts.paused(fileName);
  if (state === 'interrupted') return texts.interrupted(fileName);
  const ended = counts.created + counts.refused + counts.unknown + counts.unsent;
  return texts.running(texts.kinds[kind], fileName, Math.floor((ended / Math.max(total, 1)) * 100));
}
