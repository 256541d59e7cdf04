/** What arrived, and what it is to its event. */
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { LongMoment } from '../../../components/moment.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { deviationWords } from '../../../format/deviations.ts';
import { webhookPaths } from '../paths.ts';
import { deliveryTexts } from './texts.ts';

const texts = deliveryTexts.detail;

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { webhookId, webhookName, role, lastRepeatAt } = delivery;
  return (
    <Section title={texts.facts}>
      <Facts>
        <Fact name={texts.arrived}>
          <LongMoment at={delivery.receivedAt} />
        </Fact>
        <Fact name={texts.webhook}>
          {webhookId === null ? (
            texts.noWebhook
          ) : (
            <PageLink href={webhookPaths.one(webhookId)}>{webhookName ?? webhookId}</PageLink>
          )}
        </Fact>
        {delivery.eventId !== null && (
          <Fact name={texts.event}>
            <WholeIdentifier id={delivery.eventId} what="event ID" />
          </Fact>
        )}
        {role !== null && (
          <Fact name={texts.meaning}>
            {role === 'differs' ? (
              <StatusMark tone="amber">{deliveryTexts.roles[role]}</StatusMark>
            ) : (
              deliveryTexts.roles[role]
            )}
          </Fact>
        )}
        {delivery.repeats > 0 && (
          <Fact name={texts.repeats}>
            {groupedCount(delivery.repeats)}{' '}
            {lastRepeatAt !== null && (
              <span className="dimmed">{texts.lastRepeat(longInstant(lastRepeatAt))}</span>
            )}
          </Fact>
        )}
        <Fact name={texts.keeping}>{deliveryTexts.keepings[delivery.keeping]}</Fact>
        <Fact name={texts.size}>{deliveryTexts.bytes(groupedCount(delivery.size))}</Fact>
        {delivery.digest !== null && (
          <Fact name={texts.digest}>
            <WholeIdentifier id={delivery.digest} what="SHA-256" />
          </Fact>
        )}
        <Fact name={texts.path}>
          <span className="mono">/hooks/{delivery.slotPath}</span>
        </Fact>
      </Facts>
      {delivery.deviations.map((deviation) => (
        <div key={deviation}>
          <StatusMark tone="amber" wraps>
            {deviationWords(deviation)}
          </StatusMark>
        </div>
      ))}
    </Section>
  );
}
