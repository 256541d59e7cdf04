/** A webhook as it is known, read without trusting its shape. */
import { type Columns, readColumns } from '../../../../contract/fields.ts';
import type { KnownRecord, Observation } from '../../../core/records/types.ts';

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
