/** What of the webhooks needs someone and makes no sound: counted for the rail and for the parts of the screen. */
import { useQuery } from '@tanstack/react-query';
import type { DeliveryRow } from '../../../bridge/deliveries.ts';
import type { ForwardTargetView } from '../../../bridge/forwarding.ts';
import type { WebhookRow } from '../../../bridge/webhooks.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useNow } from '../../components/use-now.ts';

const day = 24 * 60 * 60_000;

/** Once the service has not reported a webhook for longer, its status and rate may be out of date. */
const oldAfter = 7 * day;

/** A refused delivery is marked for so long: then whoever looks daily has seen it. */
const refusedFor = day;

export interface WebhookMarks {
  /** Webhooks that the service has not spoken of for a week. */
  silent: number;
  /** Deliveries of the last 24 hours that no secret proves. */
  refused: number;
  /** Targets whose last try failed. */
  failing: number;
}

/** @param learnedAt null where the service never spoke of it: that is unknown, not old. */
export const isOldWord = (learnedAt: string | null, now: number): boolean =>
  learnedAt !== null && now - Date.parse(learnedAt) > oldAfter;

export function webhookMarks(
  webhooks: readonly Pick<WebhookRow, 'statusLearnedAt'>[],
  quarantined: readonly Pick<DeliveryRow, 'receivedAt'>[],
  targets: readonly Pick<ForwardTargetView, 'failing' | 'isPaused'>[],
  now: number,
): WebhookMarks {
  return {
    silent: webhooks.filter((row) => isOldWord(row.statusLearnedAt, now)).length,
    refused: quarantined.filter((row) => now - Date.parse(row.receivedAt) <= refusedFor).length,
    failing: targets.filter(({ failing, isPaused }) => failing !== null && !isPaused).length,
  };
}

/** Refused deliveries that are counted: the newest. */
const most = 100;

/** Marks of now, also while an earlier moment is viewed. What was not read yet counts as nothing. */
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
