import { IconActivity } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { decodedPart } from '../../app/fragment.ts';
import { lookUpHref, timelinePaths } from './paths.ts';

const timeline = screenFile(async () => (await import('./timeline-screen.tsx')).TimelineScreen);

export const timelineFeature: Feature = {
  paths: timelinePaths,
  title: 'Timeline',
  Icon: IconActivity,
  screens: [screen(timelinePaths.root, timeline, (id) => ({ eventId: decodedPart(id) }))],
  areas: { timeline: ['timeline', 'payouts'] },
  past: { except: [] },
  actions: [{ title: 'Look up event', href: lookUpHref }],
  finds: [{ kind: 'event', title: 'Events', hrefOf: timelinePaths.event }],
};
