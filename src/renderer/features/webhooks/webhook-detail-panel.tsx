/** One webhook: what is the matter, how it is doing, what is registered, and how that is known. */

import { useQuery } from '@tanstack/react-query';
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../components/annotations/annotations-section.tsx';
import { UnconfirmedNotice } from '../../components/annotations/unconfirmed-notice.tsx';
import { AsReceivedSection } from '../../components/as-received.tsx';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EventsLink } from '../../components/events-link.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { Section } from '../../components/section.tsx';
import { SourceSection } from '../../components/source-list.tsx';
import { AdviceList } from './advice-list.tsx';
import { NewestDeliveriesSection } from './newest-deliveries-section.tsx';
import { webhookPaths } from './paths.ts';
import { ReachabilityMark } from './reachability.tsx';
import { RegisteredSection } from './registered-section.tsx';
import { SecretSection } from './secret-section.tsx';
import { OnboardingSection } from './status-section.tsx';
import { webhookTexts } from './texts.ts';
import { nameOf } from './webhook-columns.tsx';
import classes from './webhooks.module.css';

const texts = webhookTexts.detail;

export function WebhookDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const webhook = useQuery(queries.webhooks.get.queryOptions({ input: { id } }));
  const known = webhook.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="webhook"
      listHref={webhookPaths.root}
      listName={webhookTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={known === undefined ? webhookTexts.title : nameOf(known)}
      subtitle={
        <>
          {known !== undefined && <ReachabilityMark proof={known.wayIn} />}
          <WholeIdentifier id={id} what="webhook ID" />
          <EventsLink kind="webhook" id={id} />
        </>
      }
    >
      <ChangeAlarm kind="webhook" id={id} />
      <DetailStates query={webhook}>
        {(data) => (
          <>
            <UnconfirmedNotice isByHand={data.learned.every(({ source }) => source === 'import')} />
            <AdviceList advice={data.advice} />
            <OnboardingSection webhook={data} />
            <SecretSection webhook={data} />
            <NewestDeliveriesSection webhook={data} />
            <RegisteredSection webhook={data} />
            <AttemptsSection webhook={data} />
            <AnnotationsSection kind="webhook" id={data.id} />
            <SourceSection
              of={{ kind: 'webhook', id: data.id }}
              learned={data.learned}
              total={data.observations}
            />
            <AsReceivedSection value={data.asReceived} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function AttemptsSection({ webhook }: { webhook: WebhookDetail }) {
  if (webhook.requestIds.length === 0) return null;
  return (
    <Section title={texts.attempts} lead={texts.attemptsLead}>
      <ul className={classes['rows']}>
        {webhook.requestIds.map(({ eventId, requestIds }) => (
          <li key={eventId}>
            <span className={classes['mono']}>{eventId}</span>
            <span className={`${classes['mono']} ${classes['grow']} dimmed`}>
              {requestIds.join(' ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
