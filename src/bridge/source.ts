/** How something is known: by which observation, when, and with what standing. */
import { z } from 'zod';
import { instant, intentKey } from './scalars.ts';

/** Sources of observations, weakest first. */
export const observationSources = [
  'entered',
  'import',
  'webhook-record',
  'delivery',
  'event-look-up',
  'create-answer',
  'read',
] as const;
export const observationSource = z.enum(observationSources);
export type ObservationSource = z.infer<typeof observationSource>;

/** One observation as a screen lists it. */
export const sourceView = z.object({
  observationId: z.string(),
  source: observationSource,
  /** When main observed it. */
  observedAt: instant,
  /** When the service says it was so, where it says. */
  happenedAt: instant.nullable(),
  intentKey: intentKey.nullable(),
  eventId: z.string().nullable(),
  /** Where the body departs from the interface, one sentence each. */
  deviations: z.array(z.string()),
});
export type SourceView = z.infer<typeof sourceView>;

/** One event that a record is known from. */
export const tellingEvent = z.object({
  eventId: z.string(),
  name: z.string(),
  happenedAt: instant.nullable(),
  heardAt: instant,
  source: observationSource,
  isMock: z.boolean(),
});
export type TellingEvent = z.infer<typeof tellingEvent>;

/** What every list says of itself. */
export const listFacts = {
  /** Rows that match the query. */
  total: z.int().min(0),
  /** All records of the kind that are known. */
  known: z.int().min(0),
  /** When the newest of them was learned; null when there is none. */
  asOf: instant.nullable(),
};
