/** A webhook as it is known, read without trusting its shape. */
import { groupedCount } from '../../../../bridge/words.ts';
import { type Columns, readColumns } from '../../../../contract/fields.ts';
import { givenIds, webhookId as webhookIdSchema, webhookSecret } from '../../../../contract/ids.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { Failed, invalidOf } from '../../../core/intents/failed.ts';
import { readFailure } from '../../../core/intents/intent-view.ts';
import type { KnownRecord, Observation, Records } from '../../../core/records/types.ts';
import type { ServiceClient } from '../../../core/service/service-client.ts';
import type { WebhookPath } from '../inbox/types.ts';
import { takeLookup } from '../intake/take-lookup.ts';
import type { ExistingWebhook } from './types.ts';
import { readWebhookUrl } from './webhook-url.ts';

const invalid = invalidOf('webhook');

interface CheckedAddress {
  readonly url: string;
  /** Where it has the form of ours. */
  readonly slotPath: string | null;
}

/** Throws Failed INVALID with a sentence on what is wrong. `knownUrl` counts where none was given. */
export function checkExisting(
  { webhookId, url, secret }: ExistingWebhook,
  knownUrl: string | null,
): CheckedAddress {
  if (!webhookIdSchema.safeParse(webhookId).success) {
    throw invalid('Enter a webhook ID. It starts with webhook_.');
  }
  if (!webhookSecret.safeParse(secret).success) {
    throw invalid('Enter the webhook’s secret. It starts with secret_.');
  }
  const address = url ?? knownUrl ?? '';
  const read = readWebhookUrl(address);
  if (read === null || !read.origin.startsWith('https://')) {
    throw invalid('Enter the https:// URL that the webhook is registered with.');
  }
  return { url: address, slotPath: read.slotPath };
}

/** Throws Failed INVALID where the path is of another profile or of another webhook. */
export function requireOwn(slot: WebhookPath | null, profileId: string, webhookId: string): void {
  if (slot === null) return;
  if (slot.profileId !== profileId) throw invalid('This URL belongs to another profile.');
  if (slot.webhookId === null || slot.webhookId === webhookId) return;
  throw invalid(`This URL belongs to the webhook ${slot.webhookId}.`);
}

/** What the create will be answered is the webhook of that path. */
export const stillCreating = (): Failed =>
  invalid('A webhook with this URL is being created. Wait for the outcome.');

/** @param signed deliveries that await the secret */
export const unmatchedSecret = (signed: number): Failed =>
  invalid(
    `${
      signed === 1
        ? 'The signed delivery that awaits the secret does not match it.'
        : `None of the ${groupedCount(signed)} signed deliveries that await the secret matches it.`
    } Nothing was stored. Check that the secret is this webhook’s. To store it all the same, enter it again: the ${
      signed === 1 ? 'delivery' : 'deliveries'
    } may be somebody else’s, who knows the URL.`,
  );

export interface KnownWebhook extends Columns<'webhook'> {
  readonly id: string;
  /** When we were told last that status and rate are what they are, and by what. */
  readonly statusLearnedAt: string | null;
  readonly statusSource: string | null;
  readonly firstLearnedAt: string;
  readonly lastLearnedAt: string;
}

/**
 * Observations that are read of one webhook, the newest. Every event may name it, so there may be a
 * million; when its status was told stands on these.
 */
export const newestRead = 200;

/**
 * What the service said; where it said nothing, what was entered here.
 *
 * @param observations the newest, `newestRead` at most.
 */
export function knownWebhook(
  record: KnownRecord,
  observations: readonly Observation[],
): KnownWebhook {
  const observation = lastSaying(observations, saidBy(record.body));
  return {
    id: record.id,
    ...readColumns('webhook', record),
    statusLearnedAt: observation?.observedAt ?? null,
    statusSource: observation?.source ?? null,
    firstLearnedAt: record.firstLearnedAt,
    lastLearnedAt: record.lastLearnedAt,
  };
}

const saidBy = (body: unknown) => readColumns('webhook', { body, entered: null });

/** What a create sent. */
export const sentWebhook = saidBy;

/** Later ones may repeat what an earlier one said: that makes it no older. */
function lastSaying(
  observations: readonly Observation[],
  { status, deliveryRate }: Columns<'webhook'>,
): Observation | undefined {
  if (status === null && deliveryRate === null) return undefined;
  return observations
    .filter(({ source, body }) => {
      if (source === 'entered') return false;
      const one = saidBy(body);
      return one.status === status && one.deliveryRate === deliveryRate;
    })
    .toSorted((one, other) => (one.observedAt < other.observedAt ? 1 : -1))[0];
}

interface RefreshParts {
  readonly records: Pick<Records, 'ids' | 'get' | 'observe'>;
  readonly client: Pick<ServiceClient, 'getEvent'>;
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  /** ID of the event in the newest verified delivery to this webhook; null for none. */
  readonly lastEventOf: (webhookId: string) => string | null;
  /** Whether a mock event is ignored: in production it is (decisions 23). */
  readonly isProduction: boolean;
  readonly clock: Clock;
}

/**
 * Status and rate of webhooks, from the `webhookRecords` of an event (Interface 2.7; decisions 23, 28):
 * looks up the webhook's newest event, else the newest of all. Rejects with Failed INVALID where that can't be done.
 */
export async function refreshFrom(
  webhookId: string,
  { records, client, sqlite, lastEventOf, isProduction, clock }: RefreshParts,
): Promise<void> {
  const newest = lastEventOf(webhookId) ?? newestEvent(records);
  const id = givenIds.event.safeParse(newest);
  if (!id.success) {
    const sentence =
      'No event is known yet, and Causeway gets a webhook’s status and delivery rate only from events. It shows both after the first event.';
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
