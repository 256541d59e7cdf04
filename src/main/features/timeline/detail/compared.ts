/** A look-up beside what was known of the event before. */
import type { FieldChange } from '../../../../bridge/timeline.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { fieldChanges } from '../../../core/records/field-changes.ts';

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
