/** One genuine delivery: what it is to its event, and what it teaches. */
import type { ReadResource } from '../../../../contract/resources.ts';
import type { KnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { Records } from '../../../core/records/types.ts';
import type { StoredDelivery } from '../inbox/types.ts';
import { type DeliveredEvent, readBody } from './read-body.ts';
import type { ReadDeliveries } from './read-deliveries.ts';
import type { DeliveryRole, ReadDelivery } from './types.ts';

export interface TakeInParts {
  readonly records: Pick<Records, 'observe'>;
  readonly deliveries: ReadDeliveries;
  /** Cut by value out of what is kept. */
  readonly known: Pick<KnownSecrets, 'values'>;
  /** In production a mock event is marked and never merged (decisions 23). */
  readonly isProduction: boolean;
  /** Personal data was taken out of this delivery or out of the body, and what is left of both is the same. */
  readonly isSameLeft: (arrival: number, body: Uint8Array, isErased: boolean) => boolean;
}

/**
 * Runs inside the transaction that moves the cursor. The same stream gives the same rows again.
 *
 * @param isErased personal data was taken out of the body: its observations are there already
 */
export function takeIn(
  parts: TakeInParts,
  stored: Pick<StoredDelivery, 'arrival' | 'slotPath' | 'receivedAt'>,
  body: Uint8Array,
  isErased: boolean,
): ReadDelivery {
  const { deliveries } = parts;
  const brought = readBody(body, parts.known.values());
  const role = brought === null ? 'unrecognised' : roleOf(parts, brought, body, isErased);
  if (brought !== null) learn(parts, brought, role, stored, isErased);
  const read: ReadDelivery = {
    arrival: stored.arrival,
    slotPath: stored.slotPath,
    receivedAt: stored.receivedAt,
    role,
    eventId: brought?.id ?? null,
    eventName: brought?.name ?? null,
    isMock: brought?.isMock ?? false,
    deviations: brought?.deviations ?? [],
  };
  deliveries.add(read, brought?.content ?? null);
  return read;
}

function roleOf(
  { deliveries, isProduction, isSameLeft }: TakeInParts,
  brought: DeliveredEvent,
  body: Uint8Array,
  isErased: boolean,
): DeliveryRole {
  if (brought.isMock && isProduction) return 'mock';
  const occupied = deliveries.event(brought.id);
  if (occupied === null) return 'first';
  const isSame =
    occupied.sameness === brought.sameness || isSameLeft(occupied.firstArrival, body, isErased);
  return isSame ? 'repeat' : 'differs';
}

function learn(
  parts: TakeInParts,
  brought: DeliveredEvent,
  role: DeliveryRole,
  stored: Pick<StoredDelivery, 'arrival' | 'receivedAt'>,
  isErased: boolean,
): void {
  const { records, deliveries } = parts;
  if (role === 'first') {
    deliveries.occupy({
      eventId: brought.id,
      eventName: brought.name,
      firstArrival: stored.arrival,
      isMock: brought.isMock,
      sameness: brought.sameness,
    });
  }
  if (role === 'repeat' || role === 'differs') deliveries.count(brought.id, role);
  if (isErased || (role !== 'first' && role !== 'repeat')) return;
  // An exact repeat teaches nothing; one with newer webhookRecords does (decisions 28).
  if (deliveries.hasContent(brought.id, brought.content)) return;

  const facts = {
    observedAt: new Date(stored.receivedAt).toISOString(),
    eventId: brought.id,
    eventCreated: brought.created,
    eventUpdated: brought.updated,
  };
  const observe = (
    { kind, id, body, deviations }: ReadResource,
    source: 'delivery' | 'webhook-record',
  ) => void records.observe({ kind, id, body, deviations, source, ...facts });

  const { id, event, deviations } = brought;
  observe({ kind: 'event', id, body: event, deviations }, 'delivery');
  if (role === 'first') for (const resource of brought.resources) observe(resource, 'delivery');
  for (const webhook of brought.webhooks) observe(webhook, 'webhook-record');
}
