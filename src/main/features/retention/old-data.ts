/** What is old: in a window of numbers, with the parameters after, up to and before this moment; and by its event. */
import { readEvent } from '../../../contract/event-forms.ts';
import { parseExactJson } from '../../../contract/exact-json.ts';
import { createdOf } from '../../core/records/order.ts';

/** Old deliveries in a window: read, and nothing of them is under way. */
export const OLD_DELIVERIES = `
  SELECT arrival AS number FROM read_deliveries WHERE arrival > ? AND arrival <= ?
    AND received_at < ?
    AND arrival NOT IN (SELECT arrival FROM retention_done)
    AND arrival NOT IN (SELECT arrival FROM forwards WHERE state = 'waiting')
    AND coalesce(event_id, '') NOT IN (
      SELECT event FROM payout_columns JOIN payout_events ON payout_events.payout = payout_columns.id
      WHERE is_open = 1)`;

/** Whether a delivery waits to be forwarded. */
export const WAITING = "SELECT 1 FROM forwards WHERE arrival = ? AND state = 'waiting'";

export const OLD_SOURCES = `
  SELECT arrival AS number FROM observations WHERE arrival > ? AND arrival <= ?
    AND raw_sealed IS NOT NULL AND observed_at < ?`;

export const OLD_RESPONSES = `
  SELECT sequence AS number FROM intents WHERE sequence > ? AND sequence <= ?
    AND answer_sealed IS NOT NULL AND settled_at < ?
    AND key IN (SELECT key FROM standing_intents WHERE state NOT IN ('journalled', 'unknown'))`;

/**
 * Inputs of old requests, but of none that is or was unresolved: it may be sent again. Webhooks are found by their
 * inputs, and so is a second request for a customer without an email.
 */
export const OLD_INPUTS = `
  SELECT sequence AS number FROM intents WHERE sequence > ? AND sequence <= ? AND settled_at < ?
    AND state IN ('created', 'refused', 'not-sent') AND operation <> 'createWebhook'
    AND NOT (operation = 'createCustomer' AND fingerprint IS NULL)
    AND sequence NOT IN (SELECT sequence FROM retention_inputs_done)`;

/** Runs that have ended: their rows without a request are never sent. */
export const OLD_RUNS = `
  SELECT number FROM bulk_runs WHERE number > ? AND number <= ? AND ended_at < ?
    AND state IN ('stopped', 'done') AND number NOT IN (SELECT run FROM retention_runs_done)`;

/** When the service made the event of a delivery; NaN where that is not known. */
export function createdIn(body: Uint8Array): number {
  try {
    const read = readEvent(parseExactJson(new TextDecoder().decode(body)));
    return Date.parse(createdOf(read?.event ?? {}) ?? '');
  } catch {
    return Number.NaN;
  }
}
