/** What look-ups of the event said, and which webhooks it tells of (Interface 4.5, 2.7). */
import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { LongMoment } from '../../../components/moment.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { toFailure } from '../../../format/failures.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { keyed } from '../../../format/keyed.ts';
import { toneOfStatus } from '../../../format/status-tone.ts';
import { stateTexts } from '../../../texts/states.ts';
import { webhookPaths } from '../../webhooks/paths.ts';
import { isEventId } from '../dialogs/event-id.ts';
import { ChangedFields } from './changed-fields.tsx';
import classes from './detail.module.css';
import { eventTexts } from './texts.ts';

export interface LookupsSectionProps {
  event: TimelineDetail;
  /** What is shown was known at an earlier moment: nothing is asked out of it. */
  isPast: boolean;
}

export function LookupsSection({ event, isPast }: LookupsSectionProps) {
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
      {lookUp.error !== null && <FailureNotice failure={toFailure(lookUp.error)} />}
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

export function WebhooksSection({ records }: { records: TimelineDetail['webhookRecords'] }) {
  const texts = eventTexts.webhooks;
  return (
    <Section title={texts.title} lead={records.length === 0 ? texts.none : texts.lead}>
      <ul className={classes['rows']}>
        {keyed(records, ({ webhookId }) => webhookId).map(({ key, item }) => (
          <li key={key}>
            <div className={classes['line']}>
              {item.isOurs ? (
                <Anchor component={Link} href={webhookPaths.one(item.webhookId)}>
                  {asSeen(item.name ?? item.webhookId)}
                </Anchor>
              ) : (
                <span>{asSeen(item.name ?? item.webhookId)}</span>
              )}
              {item.status !== null && (
                <StatusMark tone={toneOfStatus(item.status)}>{item.status}</StatusMark>
              )}
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
