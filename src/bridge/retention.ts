/** How long is kept what was received and sent word by word: deliveries, responses, inputs of requests. Default: for ever. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asksToWrite, continuesConfirmed, reads } from './procedure.ts';
import { instant, ofProfile } from './scalars.ts';

export const retentionView = z.object({
  /** Months; null for ever. */
  deliveries: z.int().nullable(),
  responses: z.int().nullable(),
  inputs: z.int().nullable(),
  /** When it was applied last, and what went then; null before. */
  last: z
    .object({ at: instant, deliveries: z.int(), responses: z.int(), inputs: z.int() })
    .nullable(),
  /** Why nothing, or not all, was removed the last time, in a sentence. */
  waiting: z.string().nullable(),
});
export type RetentionView = z.infer<typeof retentionView>;

export const retentionContract = {
  get: reads.output(retentionView),
  /** Opens the document in which a person chooses, and sees what would go before it goes. */
  change: asksToWrite.input(z.strictObject(ofProfile)).output(openedDocument),
  /** What the settings say, now and not tomorrow. */
  apply: continuesConfirmed.input(z.strictObject(ofProfile)).output(retentionView),
};
