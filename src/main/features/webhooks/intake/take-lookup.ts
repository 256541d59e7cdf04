/** An event that the service gave by its id (Interface 4.5), and what it teaches. */
import type { Records } from '../../../core/records/types.ts';
import type { Answered } from '../../../core/service/outcomes.ts';
import { type DeliveredEvent, readBody } from './read-body.ts';

export interface TakeLookupParts {
  readonly records: Pick<Records, 'observe'>;
  /** In production a mock event is kept and never merged (decisions 23). */
  readonly isProduction: boolean;
}

/**
 * Keeps the event with the exact bytes of the answer sealed, and what stands under `data` and in
 * `webhookRecords` (decisions 28). Runs inside the caller's transaction. null when no event is in it.
 */
export function takeLookup(
  { records, isProduction }: TakeLookupParts,
  { resource, bytes }: Pick<Answered, 'resource' | 'bytes'>,
  observedAt: string,
): DeliveredEvent | null {
  const brought = readBody(Buffer.from(JSON.stringify(resource.body)));
  if (brought === null) return null;
  const { id, event: body, deviations, created, updated } = brought;
  const facts = { observedAt, eventId: id, eventCreated: created, eventUpdated: updated };
  const source = 'event-look-up';
  records.observe({ kind: 'event', id, body, deviations, source, raw: bytes, ...facts });
  if (brought.isMock && isProduction) return brought;
  for (const found of brought.resources) records.observe({ ...found, source, ...facts });
  for (const webhook of brought.webhooks) {
    records.observe({ ...webhook, source: 'webhook-record', ...facts });
  }
  return brought;
}
