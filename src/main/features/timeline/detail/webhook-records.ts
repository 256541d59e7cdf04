/** What a copy of an event tells of the webhooks that it was sent to (Interface 2.7; decisions 28). */
import { z } from 'zod';
import type { FieldChange } from '../../../../bridge/timeline.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { fieldChanges } from '../../../core/records/field-changes.ts';

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null);
const record = z
  .object({
    requestIds: z.array(z.string()).catch([]),
    webhook: z.object({ id: z.string(), name: text, status: text, deliveryRate: text }),
  })
  .transform(({ requestIds, webhook: { id, ...told } }) => ({
    webhookId: id,
    ...told,
    requestIds,
  }));
export type ReportedWebhook = Readonly<z.output<typeof record>>;

/** Elements that name no webhook are left out. */
export function reportedWebhooks(event: JsonObject): ReportedWebhook[] {
  const list = z.array(z.unknown()).catch([]).parse(event['webhookRecords']);
  return list.flatMap((element) => record.safeParse(element).data ?? []);
}

/**
 * In which fields another copy of the event says otherwise. `webhookRecords` and `updated` may move
 * whenever it is sent again, and are no difference (decisions 28).
 */
export const differencesOf = (known: JsonObject, copy: JsonObject): FieldChange[] =>
  fieldChanges(lasting(known), lasting(copy));

function lasting(event: JsonObject): JsonObject {
  const { webhookRecords: _records, updated: _updated, ...rest } = event;
  return rest;
}
