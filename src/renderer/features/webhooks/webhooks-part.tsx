/** All known webhooks, with the chosen one beside them, and those that may exist. */
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { AddWebhook } from './add-webhook.tsx';
import { LostWebhooks } from './lost-webhooks.tsx';
import { webhookPaths } from './paths.ts';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';
import { WebhooksFrame } from './webhooks-frame.tsx';
import { WebhooksTable } from './webhooks-table.tsx';

const WebhookDetailPanel = lazy(async () => ({
  default: (await import('./webhook-detail-panel.tsx')).WebhookDetailPanel,
}));

const PastWebhooks = lazy(async () => ({
  default: (await import('./past/past-webhooks.tsx')).PastWebhooks,
}));

export function WebhooksPart({ selectedId }: { selectedId: string | null }) {
  const { knownAt } = useKnownAt();
  // Keyed by the moment: rows of one must never stand under the name of another.
  if (knownAt !== null) {
    return <PastWebhooks key={knownAt} knownAt={knownAt} selectedId={selectedId} />;
  }
  return <WebhooksNow selectedId={selectedId} />;
}

function WebhooksNow({ selectedId }: { selectedId: string | null }) {
  const detail = selectedId === null ? null : <WebhookDetailPanel id={selectedId} />;
  return <SplitView list={<WebhooksList selectedId={selectedId} />} detail={detail} />;
}

function WebhooksList({ selectedId }: { selectedId: string | null }) {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  return (
    <WebhooksFrame current={webhookPaths.root} action={<AddWebhook />}>
      <DetailStates query={webhooks}>
        {(list) => (
          <>
            {!list.receiver.isListening && (
              <div className={classes['over']}>
                <Notice tone="red" role="alert" title={webhookTexts.receiverOff}>
                  {list.receiver.sentence}
                </Notice>
              </div>
            )}
            {list.rows.length === 0 ? (
              <EmptyState
                title={webhookTexts.empty.title}
                body={webhookTexts.empty.body}
                icon={<IconWebhook size={28} stroke={1.4} />}
                action={
                  <CreateButton href={webhookPaths.new}>{webhookTexts.empty.action}</CreateButton>
                }
              />
            ) : (
              <WebhooksTable list={list} selectedId={selectedId} />
            )}
            <LostWebhooks lost={list.mayExist} />
          </>
        )}
      </DetailStates>
    </WebhooksFrame>
  );
}
