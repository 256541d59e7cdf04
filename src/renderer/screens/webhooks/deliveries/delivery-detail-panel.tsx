/** One delivery: its verdict and why, what arrived, and where it went on to. */
import { useQuery } from '@tanstack/react-query';
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { paths } from '../../../app/paths.ts';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { LongMoment, ShortMoment } from '../../../components/moment.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { webhookTexts } from '../../../texts/webhooks.ts';
import { AdviceNotice } from '../advice-list.tsx';
import { VerdictMark } from '../verdict-mark.tsx';
import classes from '../webhooks.module.css';
import { BodySection, HeadersSection } from './content-sections.tsx';
import { eventOf } from './delivery-columns.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { ForwardedSection } from './forwarded-section.tsx';

const texts = deliveryTexts.detail;

export function DeliveryDetailPanel({ arrival }: { arrival: number }) {
  const { queries } = useBridge();
  const delivery = useQuery(queries.deliveries.get.queryOptions({ input: { arrival } }));
  const known = delivery.data;
  return (
    <DetailFrame
      recordId={String(arrival)}
      listHref={paths.deliveries}
      listName={webhookTexts.parts.deliveries.toLowerCase()}
      title={known === undefined ? texts.title : eventOf(known)}
      subtitle={
        known !== undefined && (
          <>
            <VerdictMark kind={known.verdict.kind} />
            {known.isMock && <StatusMark tone="grey">{texts.mock}</StatusMark>}
            <ShortMoment at={known.receivedAt} />
          </>
        )
      }
    >
      <DetailStates query={delivery}>
        {(data) => (
          <>
            <div className={classes['advice']}>
              <AdviceNotice advice={data.advice} isGood={data.verdict.kind === 'genuine'} />
            </div>
            <DeliveryFacts delivery={data} />
            <VerdictsSection delivery={data} />
            <ForwardedSection delivery={data} />
            <BodySection delivery={data} />
            <HeadersSection delivery={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function VerdictsSection({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <Section title={texts.verdicts} lead={texts.verdictsLead}>
      <ul className={classes['rows']}>
        {delivery.verdicts.map((verdict) => (
          <li key={`${verdict.judgedAt} ${verdict.kind}`}>
            <VerdictMark kind={verdict.kind} />
            <LongMoment at={verdict.judgedAt} />
            {verdict.webhookId !== null && (
              <span className={classes['mono']}>{verdict.webhookId}</span>
            )}
            {verdict.fingerprint !== null && (
              <span className="dimmed">
                {texts.fingerprint} <span className={classes['mono']}>{verdict.fingerprint}</span>
              </span>
            )}
            {verdict.isSignatureKept === false && (
              <span title={texts.signatureNotKeptHint}>
                <StatusMark tone="grey">{texts.signatureNotKept}</StatusMark>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
