/** One event: what happened, when it was heard, whether it can be trusted, and what it changed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../../components/annotations/annotations-section.tsx';
import { CopyTextButton } from '../../../components/copy-button.tsx';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { JsonTree } from '../../../components/json-tree.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { WholeNumbersButton } from '../../../components/whole-numbers.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { timelineTexts } from '../texts.ts';
import type { HrefOf, TimelineAddress } from '../view/use-timeline-view.ts';
import { ChangeSection } from './change-section.tsx';
import { ClocksSection } from './clocks-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { subjectOf } from './explained.ts';
import { LifecycleSection } from './lifecycle-section.tsx';
import { RelatedSection } from './related-section.tsx';
import { LookupsSection, WebhooksSection } from './source-sections.tsx';
import { eventTexts } from './texts.ts';

const proofTones = { genuine: 'green', 'genuine-reserialised': 'amber', read: 'blue' } as const;

export interface EventDetailPanelProps {
  eventId: string;
  address: TimelineAddress;
}

export function EventDetailPanel({ eventId, address }: EventDetailPanelProps) {
  const { queries } = useBridge();
  const { isApart } = address;
  const { knownAt } = address.filter;
  // Asked for of one event, and of no other that is opened after it.
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const whole = wholeOf === eventId;
  const { get } = queries.timeline;
  const asked = { eventId, isApart, knownAt };
  const masked = useQuery(get.queryOptions({ input: asked }));
  const unmasked = useQuery({
    ...get.queryOptions({ input: { ...asked, whole: true } }),
    enabled: whole,
  });
  const event = whole && unmasked.data !== undefined ? unmasked : masked;
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
            whole={whole}
            onWhole={(isAsked) => setWholeOf(isAsked ? eventId : null)}
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
  /** Numbers of bank accounts as the service told them. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
  /** The moment whose knowledge is shown; null is now. */
  knownAt: string | null;
  isProduction: boolean;
  hrefOf: HrefOf;
}

function EventSections(props: EventSectionsProps) {
  const { event, whole, onWhole, knownAt, isProduction, hrefOf } = props;
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
      <LookupsSection event={event} isPast={knownAt !== null} />
      <WebhooksSection records={event.webhookRecords} />
      <AnnotationsSection kind="event" id={event.eventId} />
      <Section
        title={eventTexts.body.title}
        lead={eventTexts.body.lead}
        action={event.hasWholeNumbers && <WholeNumbersButton whole={whole} onChange={onWhole} />}
      >
        <JsonTree value={event.body} />
        <CopyTextButton text={JSON.stringify(event.body, null, 2)} label={eventTexts.body.copy} />
      </Section>
    </>
  );
}
