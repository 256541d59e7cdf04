/** Everything that arrived at our paths, with the chosen delivery beside the list. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { headingsOf } from '../../../components/list-body.tsx';
import toolbar from '../../../components/list-toolbar.module.css';
import { Filter } from '../../../components/list-toolbar.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ListFailure } from '../../../components/read-failure.tsx';
import { RebuildButton } from '../../../components/rebuild-button.tsx';
import { SplitView } from '../../../components/split-view.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { useNow } from '../../../components/use-now.ts';
import { toFailure } from '../../../format/failures.ts';
import { shortInstant } from '../../../format/instants.ts';
import { webhookPaths } from '../paths.ts';
import { signatureCheckKinds } from '../signature-checks.ts';
import { nameOf } from '../webhook-columns.tsx';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryTexts as texts } from './texts.ts';
import { type DeliveriesView, useDeliveries, useDeliveriesView } from './use-deliveries.ts';

const DeliveryDetailPanel = lazy(async () => ({
  default: (await import('./delivery-detail-panel.tsx')).DeliveryDetailPanel,
}));

export function DeliveriesPart({ arrival }: { arrival: number | null }) {
  return (
    <SplitView
      list={<DeliveriesList selected={arrival} />}
      selected={arrival}
      detail={(opened) => <DeliveryDetailPanel arrival={opened} />}
    />
  );
}

function DeliveriesList({ selected }: { selected: number | null }) {
  const { view, change } = useStore(useDeliveriesView());
  const deliveries = useDeliveries(view);
  const isFiltered = Object.values(view).some(isSet);
  return (
    <WebhooksFrame current={webhookPaths.deliveries} action={<InboxActions />}>
      <DeliveryFilters view={view} onChange={change} />
      <ListFailure title={texts.failed} query={deliveries} />
      {deliveries.damaged > 0 && (
        <div className={classes['over']}>
          <Notice tone="amber">{texts.damagedCount(deliveries.damaged)}</Notice>
        </div>
      )}
      {!deliveries.isThere && deliveries.error === null && <SkeletonTable />}
      {deliveries.isThere &&
        deliveries.total === 0 &&
        (isFiltered ? <NothingMatches /> : <NothingArrived />)}
      {deliveries.total > 0 && (
        <DataTable
          label={texts.listLabel}
          columns={deliveryColumns}
          rows={deliveries}
          idOf={(row) => String(row.arrival)}
          hrefOf={(row) => webhookPaths.delivery(row.arrival)}
          selectedId={selected === null ? null : String(selected)}
          listKey={JSON.stringify(view)}
        />
      )}
    </WebhooksFrame>
  );
}

const isSet = (value: unknown): boolean => value !== null;

function NothingMatches() {
  const { reset } = useDeliveriesView().getState();
  return (
    <EmptyState
      title={texts.noMatch}
      body={texts.noMatchBody}
      action={
        <Button variant="default" onClick={reset}>
          {texts.reset}
        </Button>
      }
    />
  );
}

function NothingArrived() {
  const [, navigate] = useLocation();
  const { title, body, action } = texts.empty;
  return (
    <EmptyState
      title={title}
      body={body}
      headings={headingsOf(deliveryColumns)}
      action={
        <Button variant="default" onClick={() => navigate(webhookPaths.tunnels)}>
          {action}
        </Button>
      }
    />
  );
}

interface DeliveryFiltersProps {
  view: DeliveriesView;
  onChange: (patch: Partial<DeliveriesView>) => void;
}

const keepings = ['kept', 'held', 'quarantined'] as const;

/** Filters of the deliveries: webhook, verdict, how it is kept. */
function DeliveryFilters({ view, onChange }: DeliveryFiltersProps) {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  return (
    <search className={toolbar['bar']}>
      <Filter
        label={texts.filterWebhook}
        value={view.webhookId}
        values={(webhooks.data?.rows ?? []).map((row) => ({ value: row.id, label: nameOf(row) }))}
        onChange={(webhookId) => onChange({ webhookId })}
      />
      <Filter
        label={texts.filterVerdict}
        value={view.verdict}
        values={signatureCheckKinds.map((value) => ({
          value,
          label: texts.verdicts[value],
        }))}
        onChange={(value) => onChange({ verdict: oneOf(signatureCheckKinds, value) })}
      />
      <Filter
        label={texts.filterKeeping}
        value={view.keeping}
        values={keepings.map((value) => ({ value, label: texts.keepings[value] }))}
        onChange={(value) => onChange({ keeping: oneOf(keepings, value) })}
      />
    </search>
  );
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((known) => known === value) ?? null;

/** What can be done with all that is stored: judge it again, derive the records anew. */
function InboxActions() {
  const { queries } = useBridge();
  const now = useNow();
  const judge = useMutation(queries.deliveries.checkAgain.mutationOptions());
  const rebuild = useMutation(queries.deliveries.rebuild.mutationOptions());
  const progress = useQuery(queries.deliveries.rebuildProgress.queryOptions());
  const running = progress.data?.isRunning === true ? progress.data : null;
  const finishedAt = progress.data?.finishedAt ?? null;
  return (
    <div className={classes['inbox']}>
      <span className="dimmed" role="status">
        {judge.error !== null ? (
          <StatusMark tone="red">{toFailure(judge.error).sentence}</StatusMark>
        ) : running !== null ? (
          texts.rebuilding(groupedCount(running.done), groupedCount(running.total))
        ) : judge.data !== undefined ? (
          texts.judged(judge.data.changed)
        ) : (
          rebuild.isSuccess && finishedAt !== null && texts.rebuilt(shortInstant(finishedAt, now))
        )}
      </span>
      <Button variant="default" loading={judge.isPending} onClick={() => judge.mutate({})}>
        {texts.checkAgain}
      </Button>
      <RebuildButton
        texts={texts.rebuild}
        isStarting={rebuild.isPending}
        isRunning={running !== null}
        error={rebuild.error}
        onRebuild={(then) => rebuild.mutate({}, then)}
        onCancel={rebuild.reset}
      />
    </div>
  );
}
