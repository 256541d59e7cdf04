/** What became of sending; a lost answer says what it means for a webhook's secret. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import {
  AttemptNotice,
  type AttemptNoticeProps,
} from '../../../components/draft/attempt-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { deliveryTexts } from '../deliveries/texts.ts';
import { webhookPaths } from '../paths.ts';
import { isOutcomeUnknown } from './outcome.ts';
import { newWebhookTexts } from './texts.ts';

export function WebhookAttemptNotice({ attempt, intentKey }: AttemptNoticeProps) {
  const texts = newWebhookTexts.unknown;
  return (
    <>
      <AttemptNotice attempt={attempt} intentKey={intentKey} />
      {isOutcomeUnknown(attempt) && (
        <Notice tone="amber" title={texts.title}>
          <p>{texts.body}</p>
          <p>
            <strong>{deliveryTexts.detail.whatToDo}:</strong> {texts.what}
          </p>
          <p>
            <Anchor component={Link} href={webhookPaths.root} underline="always">
              {texts.see}
            </Anchor>
          </p>
        </Notice>
      )}
    </>
  );
}
