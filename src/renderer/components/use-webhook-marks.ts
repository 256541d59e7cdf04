import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { useNow } from './use-now.ts';
import { type WebhookMarks, webhookMarks } from './webhook-marks.ts';

/** Refused deliveries that are counted: the newest. */
const most = 100;

/** Of now, also while the window looks back. What was not read yet counts as nothing. */
export function useWebhookMarks(): WebhookMarks {
  const { queries } = useBridge();
  const webhooks = useQuery(queries.webhooks.list.queryOptions());
  const input = { keeping: 'quarantined', limit: most } as const;
  const quarantined = useQuery(queries.deliveries.list.queryOptions({ input }));
  const targets = useQuery(queries.forwarding.targets.queryOptions());
  return webhookMarks(
    webhooks.data?.rows ?? [],
    quarantined.data?.rows ?? [],
    targets.data ?? [],
    useNow(),
  );
}
