/** What happened since the verification profiles were told, and what that makes of them. */
import type { NewerEvent } from '../../bridge/onboarding.ts';
import { onboardingTexts } from '../features/onboarding/texts.ts';
import { timelinePaths } from '../features/timeline/paths.ts';
import { LongMoment } from './moment.tsx';
import { PageLink } from './page-link.tsx';

const texts = onboardingTexts.newer;

export function NewerEventMessage({ newerEvent }: { newerEvent: NewerEvent }) {
  const { eventId, name, at } = newerEvent;
  return (
    <>
      <PageLink href={timelinePaths.event(eventId)}>{name}</PageLink> {texts.came}{' '}
      <LongMoment at={at} /> {texts.without}
    </>
  );
}
