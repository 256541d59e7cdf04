/** All known webhooks, with the chosen one beside them, and those that may exist. */
import type { InferContractRouterOutputs } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { longInstant } from '../../../bridge/instants.ts';
import type { LostWebhook, webhooksContract } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { headingsOf } from '../../components/list-body.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { heldRows } from '../../components/table/windowed-rows.ts';
import { useNow } from '../../components/use-now.ts';
import { asOf } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { unresolvedPaths } from '../unresolved/paths.ts';
import { deliveryTexts } from './deliveries/texts.ts';
import { webhookPaths } from './paths.ts';
import { SignatureSummary } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import { webhookColumns } from './webhook-columns.tsx';
import classes from './webhooks.module.css';
import { AddWebhook, WebhooksFrame } from './webhooks-frame.tsx';

/** Creates whose answer was lost: the webhook may exist, and its secret can’t be requested. */
const texts = webhookTexts.lost;

function LostWebhooks({ lost }: { lost: readonly LostWebhook[] }) {
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
          <PageLink href={unresolvedPaths.request(webhook.intentKey, 'unknown')}>
            {texts.settleLink}
          </PageLink>
        </Fact>
        {webhook.foundAs !== null && (
          <Fact name={texts.found}>
            <PageLink href={webhookPaths.one(webhook.foundAs)} className="mono">
              {webhook.foundAs}
            </PageLink>
          </Fact>
        )}
        <Fact name={texts.key}>
          <WholeIdentifier id={webhook.intentKey} what="request key" />
        </Fact>
      </Facts>
    </li>
  );
}

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
  return (
    <SplitView
      list={<WebhooksList selectedId={selectedId} />}
      selected={selectedId}
      detail={(id) => <WebhookDetailPanel id={id} />}
    />
  );
}

function WebhooksList({ selectedId }: { selectedId: string | null }) {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  return (
    <WebhooksFrame current={webhookPaths.root} action={<AddWebhook />}>
      <DetailStates query={webhooks} isList failed={webhookTexts.failed}>
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
                headings={headingsOf(webhookColumns)}
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

/** The rows of the list, what stands over them, and how old they are. */
type WebhookList = InferContractRouterOutputs<typeof webhooksContract>['list'];

function WebhooksTable(props: { list: WebhookList; selectedId: string | null }) {
  const { list, selectedId } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const labels = [...new Set(list.rows.flatMap((row) => row.labels))].toSorted();
  // When nothing carries it any more, all are shown again.
  const label = chosen !== null && labels.includes(chosen) ? chosen : null;
  const rows = label === null ? list.rows : list.rows.filter((row) => row.labels.includes(label));
  return (
    <>
      <div className={classes['toolbar']}>
        <LabelFilter value={label} labels={labels} onChange={setChosen} />
        <ListFile listed={{ list: 'webhooks', label }} />
      </div>
      <ListFacts list={list} />
      <div className={classes['table']}>
        <DataTable
          label={webhookTexts.listLabel}
          columns={webhookColumns}
          rows={heldRows(rows)}
          idOf={(row) => row.id}
          hrefOf={(row) => webhookPaths.one(row.id)}
          selectedId={selectedId}
          listKey={`webhooks ${label}`}
        />
      </div>
    </>
  );
}

function ListFacts({ list }: { list: WebhookList }) {
  const now = useNow();
  return (
    <div className={classes['facts']}>
      {list.mayExist.length > 0 && <span>{webhookTexts.mayExist(list.mayExist.length)}</span>}
      {list.asOf !== null && (
        <span title={stateTexts.asOfHint(longInstant(list.asOf))}>
          {stateTexts.asOf(asOf(list.asOf, now))}
        </span>
      )}
      <span>{webhookTexts.knownHint}</span>
    </div>
  );
}
