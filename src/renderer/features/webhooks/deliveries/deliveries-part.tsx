/** Everything that arrived at our paths, with the chosen delivery beside the list. */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { SplitView } from '../../../components/split-view.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { WebhooksFrame } from '../webhooks-frame.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import { InboxActions } from './inbox-actions.tsx';
import { deliveryTexts } from './texts.ts';
import { useDeliveries, useDeliveriesView } from './use-deliveries.ts';

const DeliveryDetailPanel = lazy(async () => ({
  default: (await import('./delivery-detail-panel.tsx')).DeliveryDetailPanel,
}));

export function DeliveriesPart({ arrival }: { arrival: number | null }) {
  const detail = arrival === null ? null : <DeliveryDetailPanel arrival={arrival} />;
  return <SplitView list={<DeliveriesList selected={arrival} />} detail={detail} />;
}

function DeliveriesList({ selected }: { selected: number | null }) {
  const { view, change } = useStore(useDeliveriesView());
  const deliveries = useDeliveries(view);
  const isFiltered = Object.values(view).some(isSet);
  return (
    <WebhooksFrame current={webhookPaths.deliveries} action={<InboxActions />}>
      <DeliveryFilters view={view} onChange={change} />
      {deliveries.error !== null && (
        <div className={classes['over']}>
          <ReadFailure error={deliveries.error} onReadAgain={deliveries.readAgain} />
        </div>
      )}
      {deliveries.damaged > 0 && (
        <div className={classes['over']}>
          <Notice tone="amber">{deliveryTexts.damagedCount(deliveries.damaged)}</Notice>
        </div>
      )}
      {!deliveries.isThere && deliveries.error === null && <SkeletonTable />}
      {deliveries.isThere &&
        deliveries.total === 0 &&
        (isFiltered ? <NothingMatches /> : <NothingArrived />)}
      {deliveries.total > 0 && (
        <DataTable
          label={deliveryTexts.listLabel}
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
      title={deliveryTexts.noMatch}
      body={deliveryTexts.noMatchBody}
      action={
        <Button variant="default" onClick={reset}>
          {deliveryTexts.reset}
        </Button>
      }
    />
  );
}

function NothingArrived() {
  const [, navigate] = useLocation();
  const { title, body, action } = deliveryTexts.empty;
  return (
    <EmptyState
      title={title}
      body={body}
      action={
        <Button variant="default" onClick={() => navigate(webhookPaths.tunnels)}>
          {action}
        </Button>
      }
    />
  );
}
