/** The form of a new webhook (Interface 4.4): fields, then a review, because it can't be taken back. */
import { useCallback } from 'react';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useConnection } from '../../../app/shell/use-connection.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { AsksFirstDialog } from '../../../components/draft/asks-first-dialog.tsx';
import { useCreatedRecord } from '../../../components/draft/use-created-record.ts';
import { type UsedDraft, useDraft } from '../../../components/draft/use-draft.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { openDocument } from '../../../components/secret-entry/use-document.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import type { Sending } from '../../../stores/send-draft.ts';
import { webhookPaths } from '../paths.ts';
import { newWebhookTexts } from './texts.ts';
import { usePreparation } from './use-preparation.ts';
import { webhookInputOf } from './webhook-form.ts';
import { WebhookFormFields } from './webhook-form-fields.tsx';
import { WebhookReview } from './webhook-review.tsx';
import { useWebhookDrafts, type WebhookValues } from './webhook-values.ts';

export function NewWebhookScreen() {
  const { bridge } = useBridge();
  const webhookDrafts = useWebhookDrafts();
  const profileId = useConnection()?.profileId ?? null;
  const create = useCallback(
    async (values: WebhookValues, sending: Sending) => {
      const input = webhookInputOf(values);
      const { webhook, path } = await bridge.webhooks.create({ ...sending, input });
      if (webhook !== null) return webhook;
      openDocument(path);
      return { path };
    },
    [bridge],
  );
  const used = useDraft({ store: webhookDrafts, create });
  useCreatedRecord({ draft: used?.draft, hrefOf: webhookPaths.one, startOver: used?.startOver });
  return (
    <>
      <PageHeader
        title={newWebhookTexts.title}
        back={<BackLink href={webhookPaths.root} label={newWebhookTexts.back} />}
      />
      {used === null || profileId === null ? (
        <SkeletonTable />
      ) : (
        <Steps used={used} profileId={profileId} />
      )}
    </>
  );
}

function Steps({ used, profileId }: { used: UsedDraft<WebhookValues>; profileId: string }) {
  const preparation = usePreparation(profileId, used.draft.attempt);
  return (
    <>
      {used.draft.isReviewing ? (
        <WebhookReview used={used} preparation={preparation.data} />
      ) : (
        <WebhookFormFields key={used.draft.edition} used={used} preparation={preparation} />
      )}
      <AsksFirstDialog
        attempt={used.draft.attempt}
        action={newWebhookTexts.check.action}
        hrefOf={webhookPaths.one}
        onBack={used.dismiss}
        onGoOn={() => void used.send(true)}
      />
    </>
  );
}
