import { IconArrowsExchange } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { decodedPart } from '../../app/fragment.ts';
import { payoutPaths } from './paths.ts';

const payouts = screenFile(async () => (await import('./payouts-screen.tsx')).PayoutsScreen);

export const payoutsFeature: Feature = {
  paths: payoutPaths,
  title: 'Payouts',
  Icon: IconArrowsExchange,
  screens: [screen(payoutPaths.root, payouts, (id) => ({ selectedId: decodedPart(id) }))],
  areas: { payouts: ['payouts', 'timeline', 'customers', 'annotations'] },
  past: { except: [] },
  finds: [{ kind: 'payout', title: 'Payouts', hrefOf: payoutPaths.one }],
};
