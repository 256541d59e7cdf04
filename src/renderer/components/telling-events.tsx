/** Events that a record is known from, with the way to all of them on the timeline. */
import type { ReactNode } from 'react';
import type { TellingEvent } from '../../bridge/source.ts';
import { timelinePaths } from '../features/timeline/paths.ts';
import { sourceTexts, tellingTexts as texts } from '../texts/states.ts';
import { LongMoment } from './moment.tsx';
import { allSeen } from './outside-text.tsx';
import { PageLink } from './page-link.tsx';
import { Section } from './section.tsx';
import classes from './telling-events.module.css';

/** More are in the timeline. */
const shown = 20;

export interface TellingEventsProps<Event extends TellingEvent> {
  /** ID of the record. */
  id: string;
  title: string;
  lead: string;
  events: readonly Event[];
  /** Mark before the event's name. */
  mark?: (event: Event) => ReactNode;
}

export function TellingEvents<Event extends TellingEvent>(props: TellingEventsProps<Event>) {
  const { id, title, lead, events, mark } = props;
  return (
    <Section
      title={title}
      lead={lead}
      action={
        <PageLink href={timelinePaths.resource(id)} size="sm">
          {texts.all}
        </PageLink>
      }
    >
      <ul className={classes['events']}>
        {events.slice(0, shown).map((event) => (
          <li key={event.eventId}>
            {mark?.(event)}
            <PageLink href={timelinePaths.event(event.eventId)}>{allSeen(event.name)}</PageLink>
            <LongMoment at={event.happenedAt ?? event.heardAt} />
            <span className="dimmed">
              {event.isMock ? texts.mock : sourceTexts.sources[event.source]}
            </span>
          </li>
        ))}
      </ul>
      {events.length > shown && <p className="dimmed">{texts.more(events.length - shown)}</p>}
    </Section>
  );
}
