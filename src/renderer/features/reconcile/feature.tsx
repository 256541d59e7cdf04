import { IconChecklist } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { reconcilePaths } from './paths.ts';
import { reconcileTexts } from './texts.ts';

const reconcile = screenFile(async () => (await import('./reconcile-screen.tsx')).ReconcileScreen);

export const reconcileFeature: Feature = {
  paths: reconcilePaths,
  title: reconcileTexts.title,
  Icon: IconChecklist,
  screens: [
    screen(reconcilePaths.root, reconcile, (place, id, part, row) => ({ place, id, part, row })),
  ],
  areas: { reconcile: ['reconcile', 'payouts'] },
  actions: [
    {
      title: reconcileTexts.create,
      href: reconcilePaths.new,
      words: 'bank statement CAMT MT940 CSV chain export match',
    },
  ],
};
