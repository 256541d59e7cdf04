/** What is registered at the service (Interface 2.6). */
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../contract/fields.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { stateTexts } from '../../texts/states.ts';
import { EventNames } from './event-names.tsx';
import { webhookTexts } from './texts.ts';

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
