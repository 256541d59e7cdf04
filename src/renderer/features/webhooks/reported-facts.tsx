/** Status and rate as the service told them, and when it did. */
import type { WebhookDetail } from '../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../contract/fields.ts';
import { Fact } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { sourceTexts, stateTexts } from '../../texts/states.ts';
import { webhookTexts } from './texts.ts';

const texts = webhookTexts.detail;

type Told = Pick<WebhookDetail, 'status' | 'deliveryRate' | 'statusLearnedAt' | 'statusSource'>;

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
