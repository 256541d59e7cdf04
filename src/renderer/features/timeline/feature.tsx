import { IconActivity } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { timelinePaths } from './paths.ts';

const timeline = screenFile(async () => (await import('./timeline-screen.tsx')).TimelineScreen);

export const timelineFeature: Feature = {
  paths: timelinePaths,
  title: 'Timeline',
  Icon: IconActivity,
  screens: [
    screen(timelinePaths.root, timeline, (id) => ({ eventId: id === null ? null : decoded(id) })),
  ],
  areas: { timeline: ['timeline'] },
  past: { except: [] },
};

/** A part of an address as it was meant; as it stands where it is no encoding of anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
