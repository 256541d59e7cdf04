/** What of the webhooks needs someone and makes no sound: counted for the rail and for the parts of the screen. */
import type { DeliveryRow } from '../../bridge/deliveries.ts';
import type { ForwardTargetView } from '../../bridge/forwarding.ts';
import type { WebhookRow } from '../../bridge/webhooks.ts';

const day = 24 * 60 * 60_000;

/** Of a webhook that the service did not speak of for longer, its status and rate may not hold any more. */
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
