/** Every delivery of the event; each opens to its exact bytes, headers, verdicts and forwards. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryDetail } from '../../../../bridge/deliveries.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { LongMoment } from '../../../components/moment.tsx';
import { OutsideText } from '../../../components/outside-text.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { asSeen } from '../../../format/hidden-characters.ts';
import { BodySection, HeadersSection } from '../../webhooks/deliveries/content-sections.tsx';
import { DeliveryFacts } from '../../webhooks/deliveries/delivery-facts.tsx';
import { ForwardedSection } from '../../webhooks/deliveries/forwarded-section.tsx';
import { deliveryTexts } from '../../webhooks/deliveries/texts.ts';
import { webhookPaths } from '../../webhooks/paths.ts';
import { timelineTexts } from '../texts.ts';
import classes from './detail.module.css';
import { eventTexts } from './texts.ts';

const texts = eventTexts.deliveries;
type Delivery = TimelineDetail['deliveries'][number];

const proofTones = { genuine: 'green', 'genuine-reserialised': 'amber', read: 'blue' } as const;

export interface DeliveriesSectionProps {
  deliveries: readonly Delivery[];
  /** What is shown was known at an earlier moment. */
  isPast: boolean;
}

export function DeliveriesSection({ deliveries, isPast }: DeliveriesSectionProps) {
  const lead = isPast ? texts.leadThen : texts.lead;
  return (
    <Section title={texts.title} lead={deliveries.length === 0 ? texts.none : lead}>
      <ul className={classes['rows']}>
        {deliveries.map((delivery) => (
          <OneDelivery key={delivery.arrival} delivery={delivery} />
        ))}
      </ul>
    </Section>
  );
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const [isOpen, setIsOpen] = useState(false);
  const when = longInstant(delivery.receivedAt);
  return (
    <li className={classes['delivery']} data-open={isOpen}>
      <div className={classes['line']}>
        <StatusMark tone={proofTones[delivery.proof]}>
          {timelineTexts.proofs[delivery.proof]}
        </StatusMark>
        <LongMoment at={delivery.receivedAt} />
        <Button
          variant="default"
          className={classes['end'] ?? ''}
          aria-expanded={isOpen}
          aria-label={isOpen ? texts.hide(when) : texts.show(when)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.hideWord : texts.showWord}
        </Button>
      </div>
      <div className={classes['line']}>
        <span>{asSeen(delivery.webhookName ?? delivery.webhookId ?? texts.noWebhook)}</span>
        {delivery.role === 'differs' ? (
          <StatusMark tone="red">{deliveryTexts.roles.differs}</StatusMark>
        ) : (
          <span className="dimmed">{deliveryTexts.roles[delivery.role]}</span>
        )}
        {delivery.repeats > 0 && <span className="dimmed">{texts.repeats(delivery.repeats)}</span>}
        {delivery.forwards > 0 && (
          <span className="dimmed">{texts.forwards(delivery.forwards)}</span>
        )}
      </div>
      {isOpen && <DeliveryContent arrival={delivery.arrival} />}
    </li>
  );
}

function DeliveryContent({ arrival }: { arrival: number }) {
  const { queries } = useBridge();
  const [whole, setWhole] = useState(false);
  const { get } = queries.deliveries;
  const masked = useQuery(get.queryOptions({ input: { arrival } }));
  const unmasked = useQuery({
    ...get.queryOptions({ input: { arrival, whole: true } }),
    enabled: whole,
  });
  const query = whole && unmasked.data !== undefined ? unmasked : masked;
  return (
    <div className={classes['content']}>
      <DetailStates query={query}>
        {(delivery: DeliveryDetail) => (
          <>
            <BodySection delivery={delivery} whole={whole} onWhole={setWhole} />
            {delivery.body !== null && delivery.isExactText && delivery.text !== null && (
              <Bytes text={delivery.text} />
            )}
            <HeadersSection delivery={delivery} />
            <ForwardedSection delivery={delivery} />
            <DeliveryFacts delivery={delivery} />
            <p className={classes['wholeLink']}>
              <PageLink href={webhookPaths.delivery(arrival)} underline="always">
                {texts.whole}
              </PageLink>
            </p>
          </>
        )}
      </DetailStates>
    </div>
  );
}

function Bytes({ text }: { text: string }) {
  return (
    <Section title={texts.bytes} lead={texts.bytesLead}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes['bytes']} tabIndex={0}>
        <OutsideText text={text} />
      </pre>
    </Section>
  );
}
