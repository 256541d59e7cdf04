/** Creates whose answer was lost: the webhook may exist, and its secret is gone for good. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { LostWebhook } from '../../../bridge/webhooks.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { stateTexts } from '../../texts/states.ts';
import { unresolvedPaths } from '../unresolved/paths.ts';
import { deliveryTexts } from './deliveries/texts.ts';
import { webhookPaths } from './paths.ts';
import { SignatureSummary } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.lost;

export function LostWebhooks({ lost }: { lost: readonly LostWebhook[] }) {
  if (lost.length === 0) return null;
  return (
    <div className={classes['lost']}>
      <Section title={texts.title} lead={texts.lead}>
        <ul className={classes['items']}>
          {lost.map((webhook) => (
            <Lost key={webhook.intentKey} webhook={webhook} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function Lost({ webhook }: { webhook: LostWebhook }) {
  return (
    <li className={classes['item']}>
      <StatusMark tone="amber">{webhook.name ?? texts.unnamed}</StatusMark>
      <p>{webhook.sentence}</p>
      <p>
        <strong>{deliveryTexts.detail.whatToDo}:</strong> {webhook.whatToDo}
      </p>
      <Facts>
        <Fact name={texts.sent}>
          <LongMoment at={webhook.sentAt} />
        </Fact>
        <Fact name={texts.url}>
          <span className="mono">{webhook.url ?? stateTexts.unknownValue}</span>
        </Fact>
        <Fact name={texts.events}>{webhookTexts.eventCount(webhook.events.length)}</Fact>
        {webhook.slot !== null && (
          <Fact name={texts.arrived}>
            <SignatureSummary counts={webhook.slot.verdicts} />
          </Fact>
        )}
        <Fact name={texts.settle}>
          <Anchor component={Link} href={unresolvedPaths.request(webhook.intentKey, 'unknown')}>
            {texts.settleLink}
          </Anchor>
        </Fact>
        {webhook.foundAs !== null && (
          <Fact name={texts.found}>
            <Anchor component={Link} href={webhookPaths.one(webhook.foundAs)} className="mono">
              {webhook.foundAs}
            </Anchor>
          </Fact>
        )}
        <Fact name={texts.key}>
          <WholeIdentifier id={webhook.intentKey} what="request key" />
        </Fact>
      </Facts>
    </li>
  );
}
