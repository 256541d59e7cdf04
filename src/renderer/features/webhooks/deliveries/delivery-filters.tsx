/** Filters of the deliveries: webhook, verdict, how it is kept. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { intoSight } from '../../../components/into-sight.ts';
import toolbar from '../../../components/list-toolbar.module.css';
import { Filter } from '../../../components/list-toolbar.tsx';
import { signatureCheckKinds } from '../signature-checks.ts';
import { nameOf } from '../webhook-columns.tsx';
import { deliveryTexts } from './texts.ts';
import type { DeliveriesView } from './use-deliveries.ts';

export interface DeliveryFiltersProps {
  view: DeliveriesView;
  onChange: (patch: Partial<DeliveriesView>) => void;
}

const keepings = ['kept', 'held', 'quarantined'] as const;

export function DeliveryFilters({ view, onChange }: DeliveryFiltersProps) {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  return (
    <search className={toolbar['bar']} onFocus={intoSight}>
      <Filter
        label={deliveryTexts.filterWebhook}
        value={view.webhookId}
        values={(webhooks.data?.rows ?? []).map((row) => ({ value: row.id, label: nameOf(row) }))}
        onChange={(webhookId) => onChange({ webhookId })}
      />
      <Filter
        label={deliveryTexts.filterVerdict}
        value={view.verdict}
        values={signatureCheckKinds.map((value) => ({
          value,
          label: deliveryTexts.verdicts[value],
        }))}
        onChange={(value) => onChange({ verdict: oneOf(signatureCheckKinds, value) })}
      />
      <Filter
        label={deliveryTexts.filterKeeping}
        value={view.keeping}
        values={keepings.map((value) => ({ value, label: deliveryTexts.keepings[value] }))}
        onChange={(value) => onChange({ keeping: oneOf(keepings, value) })}
      />
    </search>
  );
}

const oneOf = <Value extends string>(values: readonly Value[], value: string | null) =>
  values.find((known) => known === value) ?? null;
