/** Rows of observations, parsed. */
import { z } from 'zod';
import { observationSource } from '../../../bridge/source.ts';
import { type ResourceKind, resourceSchemas } from '../../../contract/resources.ts';
import { jsonObjectText, jsonText } from '../../../platform/json-column.ts';
import type { Position } from './order.ts';
import type { Observation } from './types.ts';

const kinds = Object.keys(resourceSchemas) as [ResourceKind, ...ResourceKind[]];
export const resourceKind = z.enum(kinds);

/** An observation as it is kept. */
export const observationRow = z
  .object({
    observation_id: z.string(),
    kind: resourceKind,
    id: z.string(),
    source: observationSource,
    observed_at: z.string(),
    happened_at: z.string().nullable(),
    event_id: z.string().nullable(),
    intent_key: z.string().nullable(),
    deviations: jsonText.pipe(z.array(z.string())),
    body: jsonObjectText,
  })
  .transform(
    (row): Observation => ({
      observationId: row.observation_id,
      kind: row.kind,
      id: row.id,
      body: row.body,
      source: row.source,
      observedAt: row.observed_at,
      happenedAt: row.happened_at,
      eventId: row.event_id,
      intentKey: row.intent_key,
      deviations: row.deviations,
    }),
  );
/** Where an observation stands in the total order. */
export const positionRow = z
  .object({
    effective_at: z.number(),
    rank: z.number(),
    body_sha256: z.string(),
    observation_id: z.string(),
  })
  .transform(
    (row): Position => ({
      effectiveAt: row.effective_at,
      rank: row.rank,
      bodySha256: row.body_sha256,
      observationId: row.observation_id,
    }),
  );
