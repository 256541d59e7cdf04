/** From a record to its events on the timeline. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { eventsOf } from '../features/timeline/paths.ts';
import { stateTexts } from '../texts/states.ts';

export const EventsLink = ({ kind, id }: { kind: keyof typeof eventsOf; id: string }) => (
  <Anchor component={Link} href={eventsOf[kind](id)}>
    {stateTexts.events}
  </Anchor>
);
