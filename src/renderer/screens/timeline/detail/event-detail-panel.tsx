/** One event: what happened, when it was heard, whether it can be trusted, and what it changed. */
import { useQuery } from '@tanstack/react-query';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../../components/annotations/annotations-section.tsx';
import { CopyTextButton } from '../../../components/copy-button.tsx';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { JsonTree } from '../../../components/json-tree.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { timelineTexts } from '../../../texts/timeline.ts';
import { eventTexts } from '../../../texts/timeline-detail.ts';
import type { HrefOf, TimelineAddress } from '../view/use-timeline-view.ts';
import { ChangeSection } from './change-section.tsx';
import { ClocksSection } from './clocks-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { subjectOf } from './explained.ts';
import { LifecycleSection } from './lifecycle-section.tsx';
import { RelatedSection } from './related-section.tsx';
import { LookUpsSection, WebhooksSection } from './told-sections.tsx';

const proofTones = { genuine: 'green', 'genuine-reserialised': 'amber', read: 'blue' } as const;

export interface EventDetailPanelProps {
  eventId: string;
  address: TimelineAddress;
}

export function EventDetailPanel({ eventId, address }: EventDetailPanelProps) {
  const { queries } = useBridge();
  const { isApart } = address;
  const { knownAt } = address.filter;
  const event = useQuery(
    queries.timeline.get.queryOptions({ input: { eventId, isApart, knownAt } }),
  );
  const environment = useQuery(queries.connection.get.queryOptions()).data?.environment;
  const known = event.data;
  return (
    <DetailFrame
      recordId={eventId}
      listHref={address.listHref}
      rowHref={address.hrefOf({ eventId, isApart })}
      listName={eventTexts.listName}
      title={known?.name ?? eventTexts.title}
      subtitle={
        known !== undefined && (
          <>
            <span title={timelineTexts.proofHints[known.proof]}>
              <StatusMark tone={proofTones[known.proof]}>
                {timelineTexts.proofs[known.proof]}
              </StatusMark>
            </span>
            {known.customerName !== null && <span>{asSeen(known.customerName)}</span>}
            <span className="mono">{eventId}</span>
          </>
        )
      }
    >
      <DetailStates query={event}>
        {(data) => (
          <EventSections
            event={data}
            knownAt={knownAt}
            isProduction={environment === 'production'}
            hrefOf={address.hrefOf}
          />
        )}
      </DetailStates>
    </DetailFrame>
  );
}

interface EventSectionsProps {
  event: TimelineDetail;
  /** The moment whose knowledge is shown; null is now. */
  knownAt: string | null;
  isProduction: boolean;
  hrefOf: HrefOf;
}

function EventSections({ event, knownAt, isProduction, hrefOf }: EventSectionsProps) {
  // What stands apart is no step of a life (decisions 23).
  const subject = event.isApart ? null : subjectOf(event);
  return (
    <>
      <ClocksSection event={event} isProduction={isProduction} />
      <ChangeSection change={event.change} />
      {subject !== null && (
        <LifecycleSection
          subject={subject}
          eventId={event.eventId}
          knownAt={knownAt}
          hrefOf={hrefOf}
        />
      )}
      <RelatedSection key={event.key} event={event} knownAt={knownAt} hrefOf={hrefOf} />
      <DeliveriesSection deliveries={event.deliveries} isPast={knownAt !== null} />
      <LookUpsSection event={event} isPast={knownAt !== null} />
      <WebhooksSection records={event.webhookRecords} />
      <AnnotationsSection kind="event" id={event.eventId} />
      <Section title={eventTexts.body.title} lead={eventTexts.body.lead}>
        <JsonTree value={event.body} />
        <CopyTextButton text={JSON.stringify(event.body, null, 2)} label={eventTexts.body.copy} />
      </Section>
    </>
  );
}
