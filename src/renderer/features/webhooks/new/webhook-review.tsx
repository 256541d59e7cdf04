/** Everything that will be sent, whole, before it is; and what can't be taken back. */

import type { WebhookPreparation } from '../../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../../contract/fields.ts';
import { ReviewForm } from '../../../components/draft/review-form.tsx';
import type { UsedDraft } from '../../../components/draft/use-draft.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { allSeen } from '../../../components/outside-text.tsx';
import { EventNames } from '../event-names.tsx';
import { ReachabilityMark } from '../reachability.tsx';
import { newWebhookTexts } from './texts.ts';
import { WebhookAttemptNotice } from './webhook-attempt-notice.tsx';
import { offeredFor, webhookInputOf } from './webhook-form.ts';
import { webhooksLeft } from './webhook-limit-notice.tsx';
import type { WebhookValues } from './webhook-values.ts';

const { check: texts } = newWebhookTexts;

export interface WebhookReviewProps {
  used: UsedDraft<WebhookValues>;
  /** undefined while it is not known. */
  preparation: WebhookPreparation | undefined;
}

export function WebhookReview({ used, preparation }: WebhookReviewProps) {
  const { draft } = used;
  const input = webhookInputOf(draft.values);
  return (
    <ReviewForm
      used={used}
      title={texts.title}
      action={texts.action}
      isReady
      onSend={() => void used.send()}
    >
      <Facts>
        <Fact name={webhookLabels.name}>{input.name}</Fact>
        {input.description !== undefined && (
          <Fact name={webhookLabels.description}>{input.description}</Fact>
        )}
        <Fact name={webhookLabels.url}>
          <span className="mono">{allSeen(input.url)}</span>
          <AddressNote url={input.url} preparation={preparation} />
        </Fact>
        <Fact name={`${webhookLabels.events} (${input.events.length})`}>
          <EventNames events={input.events} />
        </Fact>
      </Facts>
      <p className="dimmed">{texts.secretHint}</p>
      <WebhookAttemptNotice attempt={draft.attempt} intentKey={draft.intentKey} />
      <p>
        <strong>
          {texts.irreversible(preparation === undefined ? null : webhooksLeft(preparation))}
        </strong>
      </p>
    </ReviewForm>
  );
}

/** Whether deliveries to this address can arrive here, and whether it stays. */
function AddressNote(props: { url: string; preparation: WebhookPreparation | undefined }) {
  if (props.preparation === undefined) return null;
  const offered = offeredFor(props.url, props.preparation.addresses);
  if (offered === null) {
    return <Notice tone="amber">{newWebhookTexts.url.elsewhere}</Notice>;
  }
  return (
    <>
      <div>
        <ReachabilityMark proof={offered} />
      </div>
      {!offered.lasts && <Notice tone="amber">{texts.doesNotLast}</Notice>}
    </>
  );
}
