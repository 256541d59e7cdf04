import { IconGitCompare } from '@tabler/icons-react';
import { type Feature, type FrameNotice, screen, screenFile } from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import { useOpenChanges } from '../../components/changes/use-open-changes.ts';
import { changePaths } from './paths.ts';
import { changesTexts } from './texts.ts';

const changes = screenFile(async () => (await import('./changes-screen.tsx')).ChangesScreen);

export const changesFeature: Feature = {
  paths: changePaths,
  title: changesTexts.title,
  Icon: IconGitCompare,
  screens: [screen(changePaths.root, changes, (part) => ({ part }))],
  areas: { changes: ['changes'] },
  useBadge: () => {
    const { open = 0, destinations = 0 } = useOpenChanges() ?? {};
    if (open === 0) return null;
    return {
      count: open,
      words: changesTexts.badge(open),
      tone: destinations > 0 ? 'red' : 'amber',
    };
  },
  useNotices: useDestinationNotice,
};

/** A line where a destination is among the changes. */
function useDestinationNotice(): FrameNotice[] {
  const destinations = useOpenChanges()?.destinations ?? 0;
  if (destinations === 0) return [];
  return [
    leadingNotice({
      key: 'changes',
      tone: 'red',
      goesFirst: true,
      leadsTo: changePaths.root,
      see: changesTexts.see,
      words: changesTexts.line(destinations),
    }),
  ];
}
