/** All events of the profile on two clocks, with the chosen one beside them (Interface 2.7, 3, 6). */
import { lazy } from 'react';
import { SplitView } from '../../components/split-view.tsx';
import { TimelineList } from './timeline-list.tsx';
import { useTimelineView } from './view/use-timeline-view.ts';

const EventDetailPanel = lazy(async () => ({
  default: (await import('./detail/event-detail-panel.tsx')).EventDetailPanel,
}));

export function TimelineScreen({ eventId }: { eventId: string | null }) {
  const address = useTimelineView(eventId);
  return (
    <SplitView
      list={<TimelineList selectedId={eventId} address={address} />}
      selected={eventId}
      detail={(id) => <EventDetailPanel eventId={id} address={address} />}
    />
  );
}
