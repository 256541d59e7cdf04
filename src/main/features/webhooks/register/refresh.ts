/** Status and rate of webhooks, from the `webhookRecords` of an event (Interface 2.7; decisions 23, 28). */
import { givenIds } from '../../../../contract/ids.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { readFailure } from '../../../core/intents/read-failure.ts';
import type { Records } from '../../../core/records/types.ts';
import type { ServiceClient } from '../../../core/service/service-client.ts';
import { takeLookup } from '../intake/take-lookup.ts';

interface RefreshParts {
  readonly records: Pick<Records, 'ids' | 'get' | 'observe'>;
  readonly client: Pick<ServiceClient, 'getEvent'>;
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  /** Of the newest genuine delivery to this webhook. */
  readonly lastEventOf: (webhookId: string) => string | null;
  /** In production a mock event teaches nothing (decisions 23). */
  readonly isProduction: boolean;
  readonly clock: Clock;
}

/** Reads the newest event that is known of the webhook. Throws Failed INVALID where that can't be done. */
export async function refreshFrom(
  webhookId: string,
  { records, client, sqlite, lastEventOf, isProduction, clock }: RefreshParts,
): Promise<void> {
  const newest = lastEventOf(webhookId) ?? newestEvent(records);
  const id = givenIds.event.safeParse(newest);
  if (!id.success) {
    const sentence =
      'No event is known yet, and the service reports a webhook’s status and delivery rate only in events. Causeway shows both after the first event.';
    throw new Failed('INVALID', { sentence, cause: 'no-event' });
  }
  const outcome = await client.getEvent(id.data);
  if (outcome.kind === 'failed') throw readFailure(outcome, clock.now());
  const brought = sqlite.transaction(() =>
    takeLookup({ records, isProduction }, outcome, isoNow(clock)),
  );
  if (brought?.isMock === true && isProduction) {
    const sentence =
      'The service marks the newest known event as test data, so Causeway ignores its webhook status. Status and delivery rate come with the next real event.';
    throw new Failed('INVALID', { sentence, cause: 'mock' });
  }
}

function newestEvent(records: RefreshParts['records']): string | undefined {
  const events = records.ids('event').flatMap((id) => records.get('event', id) ?? []);
  return events.toSorted((one, other) => (one.lastLearnedAt < other.lastLearnedAt ? 1 : -1))[0]?.id;
}
