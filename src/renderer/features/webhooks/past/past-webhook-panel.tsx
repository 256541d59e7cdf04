/** One webhook as it was known at a moment: what was told of it, what was registered, how that was known. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../../components/annotations/annotations-section.tsx';
import { UnconfirmedNotice } from '../../../components/annotations/by-hand-notice.tsx';
import { AsReceivedSection } from '../../../components/as-received.tsx';
import { DetailFrame } from '../../../components/detail-frame.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { Facts } from '../../../components/facts.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { Section } from '../../../components/section.tsx';
import { SourceSection } from '../../../components/source-list.tsx';
import { AddressSection } from '../address-section.tsx';
import { webhookPaths } from '../paths.ts';
import { ToldFacts } from '../reported-facts.tsx';
import { webhookTexts } from '../texts.ts';
import { nameOf } from '../webhook-columns.tsx';

export interface PastWebhookPanelProps {
  id: string;
  /** ISO 8601. */
  knownAt: string;
}

export function PastWebhookPanel({ id, knownAt }: PastWebhookPanelProps) {
  const { queries } = useBridge();
  const webhook = useQuery(queries.webhooks.past.get.queryOptions({ input: { id, knownAt } }));
  const known = webhook.data;
  return (
    <DetailFrame
      recordId={id}
      listHref={webhookPaths.root}
      listName={webhookTexts.title.toLowerCase()}
      title={known === undefined ? webhookTexts.title : nameOf(known)}
      subtitle={<WholeIdentifier id={id} what="webhook ID" />}
    >
      <DetailStates query={webhook}>
        {(data) => (
          <>
            <UnconfirmedNotice isByHand={data.learned.every(({ source }) => source === 'import')} />
            <Section title={webhookTexts.past.standing} lead={webhookTexts.past.ofNow}>
              <Facts>
                <ToldFacts webhook={data} />
              </Facts>
            </Section>
            <AddressSection webhook={data} />
            <AnnotationsSection kind="webhook" id={data.id} />
            <SourceSection learned={data.learned} total={data.observations} />
            <AsReceivedSection value={data.asReceived} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}
