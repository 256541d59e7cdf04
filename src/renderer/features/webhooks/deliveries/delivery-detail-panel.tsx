/** One delivery: its verdict and why, what arrived, and where it went on to. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { LongMoment, ShortMoment } from '../../../components/moment.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { AdviceNotice } from '../advice-list.tsx';
import { webhookPaths } from '../paths.ts';
import { SignatureMark } from '../signature-mark.tsx';
import { webhookTexts } from '../texts.ts';
import classes from '../webhooks.module.css';
import { BodySection, HeadersSection } from './content-sections.tsx';
import { eventOf } from './delivery-columns.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { ForwardedSection } from './forwarded-section.tsx';
import { deliveryTexts } from './texts.ts';

const texts = deliveryTexts.detail;

export function DeliveryDetailPanel({ arrival }: { arrival: number }) {
  const { queries } = useBridge();
  // Asked for of one delivery, and of no other that is opened after it.
  const [wholeOf, setWholeOf] = useState<number | null>(null);
  const whole = wholeOf === arrival;
  const { get } = queries.deliveries;
  const masked = useQuery(get.queryOptions({ input: { arrival } }));
  const unmasked = useQuery({
    ...get.queryOptions({ input: { arrival, whole: true } }),
    enabled: whole,
  });
  const delivery = whole && unmasked.data !== undefined ? unmasked : masked;
  const known = delivery.data;
  return (
    <DetailFrame
      recordId={String(arrival)}
      listHref={webhookPaths.deliveries}
      listName={webhookTexts.parts.deliveries.toLowerCase()}
      isKnown={known !== undefined}
      title={known === undefined ? texts.title : eventOf(known)}
      isPlainTitle
      subtitle={
        known !== undefined && (
          <>
            <SignatureMark kind={known.verdict.kind} />
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
            <BodySection
              delivery={data}
              whole={whole}
              onWhole={(isAsked) => setWholeOf(isAsked ? arrival : null)}
            />
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
            <SignatureMark kind={verdict.kind} />
            <LongMoment at={verdict.judgedAt} />
            {verdict.webhookId !== null && (
              <span className={classes['mono']}>{verdict.webhookId}</span>
            )}
            {verdict.judgedBy !== null && <div>{texts.judgedBy(verdict.judgedBy)}</div>}
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
