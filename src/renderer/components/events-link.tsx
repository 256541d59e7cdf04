/** From a record to its events on the timeline. */
import { eventsOf } from '../features/timeline/paths.ts';
import { stateTexts } from '../texts/states.ts';
import { PageLink } from './page-link.tsx';

export const EventsLink = ({ kind, id }: { kind: keyof typeof eventsOf; id: string }) => (
  <PageLink href={eventsOf[kind](id)}>{stateTexts.events}</PageLink>
);
