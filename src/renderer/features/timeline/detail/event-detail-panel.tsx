/** One event: what happened, when it was heard, whether it can be trusted, and what it changed. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { AnnotationsSection } from '../../../components/annotations/annotations-section.tsx';
import { CopyTextButton } from '../../../components/copy-button.tsx';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { JsonTree } from '../../../components/json-tree.tsx';
import { LongMoment } from '../../../components/moment.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Section } from '../../../components/section.tsx';
import { ServiceStatus } from '../../../components/service-status.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { WholeNumbersButton } from '../../../components/whole-numbers.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { keyed } from '../../../format/keyed.ts';
import { stateTexts } from '../../../texts/states.ts';
import { webhookPaths } from '../../webhooks/paths.ts';
import { isEventId } from '../dialogs/event-id.ts';
import { timelineTexts } from '../texts.ts';
import type { HrefOf, TimelineAddress } from '../view/use-timeline-view.ts';
import { ChangedFields } from './changed-fields.tsx';
import { ClocksSection } from './clocks-section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import classes from './detail.module.css';
import { subjectOf } from './explained.ts';
import { LifecycleSection } from './lifecycle-section.tsx';
import { RelatedSection } from './related-section.tsx';
import { eventTexts } from './texts.ts';

/** What the event changed in its resource, and why the record shows what it shows. */
const texts = eventTexts.change;
const tones = {
  shown: 'green',
  partly: 'blue',
  superseded: 'grey',
  'not-merged': 'amber',
} as const;

export function ChangeSection({ change }: { change: TimelineDetail['change'] }) {
  if (change === null) {
    return (
      <Section title={texts.title}>
        <p className="dimmed">{texts.noResource}</p>
      </Section>
    );
  }
  const { before, fields, standing, why } = change;
  return (
    <Section
      title={texts.title}
      lead={
        before === null
          ? texts.first
          : texts.before(longInstant(before.happenedAt ?? before.observedAt))
      }
    >
      {fields.length === 0 && before !== null && <p>{texts.nothing}</p>}
      <ChangedFields fields={fields} />
      <p className={classes['standing']}>
        <StatusMark tone={tones[standing]}>{texts.standing[standing]}.</StatusMark> {why}
      </p>
    </Section>
  );
}

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
      linkKind="event"
      listHref={address.listHref}
      rowHref={address.hrefOf({ eventId, isApart })}
      listName={eventTexts.listName}
      isKnown={known !== undefined}
      title={known?.name ?? eventTexts.title}
      isPlainTitle
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
      <ClocksSection event={event} knownAt={knownAt} isProduction={isProduction} />
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

interface LookupsSectionProps {
  event: TimelineDetail;
  /** What is shown was known at an earlier moment: nothing is asked out of it. */
  isPast: boolean;
}

/** What look-ups of the event said (Interface 4.5). */
function LookupsSection({ event, isPast }: LookupsSectionProps) {
  const texts = eventTexts.lookUps;
  const { queries } = useBridge();
  const profileId = useProfileId();
  const lookUp = useMutation(queries.timeline.lookUp.mutationOptions());
  const { eventId, lookUps } = event;
  return (
    <Section
      title={texts.title}
      lead={lookUps.length === 0 ? texts.none : texts.lead}
      action={
        isEventId(eventId) &&
        !isPast && (
          <Button
            variant="default"
            loading={lookUp.isPending}
            onClick={() => lookUp.mutate({ eventId, profileId })}
          >
            {texts.action}
          </Button>
        )
      }
    >
      <Failed error={lookUp.error} />
      <ul className={classes['rows']}>
        {lookUps.map((told) => (
          <li key={told.at} className={classes['line']}>
            <LongMoment at={told.at} />
            <StatusMark tone={told.differs ? 'amber' : 'green'}>
              {told.differs ? texts.differs(told.fields.length) : texts.same}
            </StatusMark>
            <ChangedFields fields={told.fields} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Which webhooks it tells of (Interface 2.7). */
function WebhooksSection({ records }: { records: TimelineDetail['webhookRecords'] }) {
  const texts = eventTexts.webhooks;
  return (
    <Section title={texts.title} lead={records.length === 0 ? texts.none : texts.lead}>
      <ul className={classes['rows']}>
        {keyed(records, ({ webhookId }) => webhookId).map(({ key, item }) => (
          <li key={key}>
            <div className={classes['line']}>
              {item.isOurs ? (
                <PageLink href={webhookPaths.one(item.webhookId)}>
                  {asSeen(item.name ?? item.webhookId)}
                </PageLink>
              ) : (
                <span>{asSeen(item.name ?? item.webhookId)}</span>
              )}
              {item.status !== null && <ServiceStatus status={item.status} />}
              <span className="dimmed">
                {texts.rate} {item.deliveryRate ?? stateTexts.unknownValue}
              </span>
              <span className="dimmed">{item.isOurs ? texts.ours : texts.others}</span>
            </div>
            {item.requestIds.length > 0 && (
              <p className={classes['requests']}>
                <span className="dimmed">{texts.requests}</span>{' '}
                <span className="mono">{item.requestIds.join(' ')}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
