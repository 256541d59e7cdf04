import { IconHome } from '@tabler/icons-react';
import { type Feature, screen } from '../../app/feature.tsx';
import { useComputerNotices, useDamageNotices, useFileNotices } from './computer-notices.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import { overviewPaths } from './paths.ts';
import { overviewTexts } from './texts.ts';

/** Where a page usually opens: it comes with the page. */
const overview = { Screen: OverviewScreen, load: async () => {} };

export const overviewFeature: Feature = {
  paths: overviewPaths,
  title: overviewTexts.title,
  Icon: IconHome,
  screens: [screen(overviewPaths.root, overview, (part) => ({ part }))],
  areas: {
    overview: [
      'overview',
      'customers',
      'virtual-accounts',
      'bank-accounts',
      'annotations',
      'payouts',
      'changes',
      'intents',
      'bulk',
      'imports',
      'timeline',
      'deliveries',
      'webhooks',
      'tunnels',
      'profiles',
      'connection',
      'vault',
    ],
  },
  past: { except: [] },
  useNotices: () => [...useDamageNotices(), ...useFileNotices(), ...useComputerNotices()],
};
