/** The journal of writes, as screens read it. */
import { z } from 'zod';
import { writeNames } from '../contract/writes.ts';
import { reads } from './procedure.ts';
import { rawResponse } from './raw-response.ts';
import { instant, intentKey, json, page } from './scalars.ts';

export const intentOperation = z.enum(writeNames);

/**
 * - `journalled`: durable, its outcome not known yet; after a restart it becomes `unknown`;
 * - `created`: the answer was journalled; `refused`: the service said no; `not-sent`: nothing left
 *   this machine; `unknown`: it may exist (decisions 30);
 * - `exists`, `absent`: it was unknown, and a person settled that it does, or does not, exist.
 */
export const intentState = z.enum([
  'journalled',
  'created',
  'refused',
  'not-sent',
  'unknown',
  'exists',
  'absent',
]);

export const intentView = z.object({
  key: intentKey,
  operation: intentOperation,
  state: intentState,
  /** What was, or would have been, sent. */
  input: json,
  journalledAt: instant,
  settledAt: instant.nullable(),
  /** Id of what was created, or found. */
  resourceId: z.string().nullable(),
  /** Outcome of the request, in a sentence. */
  sentence: z.string(),
  messages: z.array(z.string()),
  requestId: z.string().nullable(),
  /** HTTP status of the answer; null without one. */
  status: z.int().nullable().default(null),
  /** When the service asked to be tried again; null when it did not. */
  retryAt: instant.nullable().default(null),
  /** Key of the intent that this one sent again, by a person's choice. */
  repeats: intentKey.nullable().default(null),
});
export type IntentView = z.infer<typeof intentView>;

export const intentsContract = {
  /** The service's response to a refused or unknown request; null when none came, or none was stored. */
  answer: reads
    .input(z.strictObject({ key: intentKey }))
    .output(z.object({ answer: rawResponse.nullable() })),
  /** One intent by its key; null when the journal has never seen it, so nothing was sent under it. */
  get: reads
    .input(z.strictObject({ key: intentKey }))
    .output(z.object({ intent: intentView.nullable() })),
  list: reads
    .input(
      z.strictObject({
        ...page,
        operation: intentOperation.nullable().default(null),
        state: intentState.nullable().default(null),
      }),
    )
    .output(z.object({ rows: z.array(intentView), total: z.int().min(0) })),
};
