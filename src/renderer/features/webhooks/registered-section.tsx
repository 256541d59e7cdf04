/** What is registered at the service (Interface 2.6). */
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../contract/fields.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { sourceTexts, stateTexts } from '../../texts/states.ts';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.detail;

type Registered = Pick<WebhookDetail, 'url' | 'description' | 'events' | 'active' | 'created'>;

export function RegisteredSection({ webhook }: { webhook: Registered }) {
  const { url, description, events, active, created } = webhook;
  return (
    <Section title={texts.address} lead={texts.addressLead}>
      <Facts>
        <Fact name={webhookLabels.url}>
          {url === null ? stateTexts.unknownValue : <WholeIdentifier id={url} what="URL" />}
        </Fact>
        {description !== null && description !== '' && (
          <Fact name={webhookLabels.description}>{description}</Fact>
        )}
        <Fact name={webhookLabels.events}>
          {events.length === 0 ? texts.noEvents : <EventNames events={events} />}
        </Fact>
        {active !== null && (
          <Fact name={webhookLabels.active}>{active ? stateTexts.yes : stateTexts.no}</Fact>
        )}
        <Fact name={webhookLabels.created}>
          {created === null ? stateTexts.unknownValue : <LongMoment at={created} />}
        </Fact>
      </Facts>
    </Section>
  );
}

type Told = Pick<WebhookDetail, 'status' | 'deliveryRate' | 'statusLearnedAt' | 'statusSource'>;

/** Status and rate as the service told them, and when it did. */
export function ReportedFacts({ webhook }: { webhook: Told }) {
  return (
    <>
      <Fact name={webhookLabels.status}>
        {webhook.status === null ? (
          stateTexts.unknownValue
        ) : (
          <ServiceStatus status={webhook.status} />
        )}
        <LearnedHow webhook={webhook} />
      </Fact>
      <Fact name={webhookLabels.deliveryRate}>
        {webhook.deliveryRate ?? stateTexts.unknownValue}{' '}
        <span className="dimmed">{texts.rateHint}</span>
      </Fact>
    </>
  );
}

/** `as of … · named inside an event`. */
function LearnedHow({ webhook }: { webhook: Told }) {
  const { statusLearnedAt, statusSource } = webhook;
  if (statusLearnedAt === null) return null;
  const sources: Readonly<Record<string, string>> = sourceTexts.sources;
  const how = statusSource === null ? null : (sources[statusSource] ?? statusSource);
  return (
    <div>
      {how !== null && <span className="dimmed">{how} · </span>}
      <LongMoment at={statusLearnedAt} />
    </div>
  );
}

/** Names of events, all of them. */
export function EventNames({ events }: { events: readonly string[] }) {
  return (
    <ul className={classes['names']}>
      {events.map((event) => (
        <li key={event}>{event}</li>
      ))}
    </ul>
  );
}
