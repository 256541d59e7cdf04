import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { type Feature, type RailBadge, screen, screenFile } from '../../app/feature.tsx';
import { approvalPaths } from './paths.ts';
import { approvalTexts } from './texts.ts';

const approvals = screenFile(async () => (await import('./approvals-screen.tsx')).ApprovalsScreen);

export const approvalsFeature: Feature = {
  paths: approvalPaths,
  title: approvalTexts.title,
  Icon: IconChecks,
  useIsInRail,
  screens: [screen(approvalPaths.root, approvals, (first, second) => ({ first, second }))],
  areas: { approvals: ['approvals', 'team', 'intents', 'bulk'] },
  useBadge,
};

function useStatus() {
  const { queries } = useBridge();
  return useQuery(queries.approvals.status.queryOptions()).data ?? null;
}

function useIsInRail(): boolean {
  return useStatus() !== null;
}

function useBadge(): RailBadge | null {
  const { waiting = 0, toSend = 0 } = useStatus()?.counts ?? {};
  const count = waiting + toSend;
  return count === 0 ? null : { count, words: approvalTexts.badge(count) };
}
