/** A webhook as it is known, read without trusting its shape. */
import { z } from 'zod';
import type { KnownRecord, Observation } from '../../../core/records/types.ts';

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null);

const shape = z.object({
  name: text,
  description: text,
  url: text,
  events: z.array(z.string()).nullable().catch(null),
  active: z.boolean().nullable().catch(null),
  status: text,
  deliveryRate: text,
  created: text,
});

export interface KnownWebhook extends z.infer<typeof shape> {
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
  const said = shape.parse(record.body);
  const entered = shape.parse(record.entered);
  const observation = lastSaying(observations, said);
  return {
    id: record.id,
    name: said.name ?? entered.name,
    description: said.description ?? entered.description,
    url: said.url ?? entered.url,
    events: said.events ?? entered.events,
    active: said.active,
    status: said.status,
    deliveryRate: said.deliveryRate,
    created: said.created,
    statusLearnedAt: observation?.observedAt ?? null,
    statusSource: observation?.source ?? null,
    firstLearnedAt: record.firstLearnedAt,
    lastLearnedAt: record.lastLearnedAt,
  };
}

/** What a create sent. */
export const sentWebhook = (input: unknown) =>
  shape
    .pick({ name: true, url: true, events: true })
    .catch({
      name: null,
      url: null,
      events: null,
    })
    .parse(input);

/** Later ones may repeat what an earlier one said: that makes it no older. */
function lastSaying(
  observations: readonly Observation[],
  { status, deliveryRate }: z.infer<typeof shape>,
): Observation | undefined {
  if (status === null && deliveryRate === null) return undefined;
  return observations
    .filter(({ source, body }) => {
      if (source === 'entered') return false;
      const one = shape.parse(body);
      return one.status === status && one.deliveryRate === deliveryRate;
    })
    .toSorted((one, other) => (one.observedAt < other.observedAt ? 1 : -1))[0];
}
