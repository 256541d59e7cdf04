/** An answer of the service as it came, beside what was read of it. */
import { z } from 'zod';

export const rawResponse = z.object({
  /** Without secrets. */
  text: z.string(),
  /** How long it was when it came. */
  bytes: z.int().min(0),
  /** Whether `text` is its beginning alone. */
  isShortened: z.boolean(),
});
export type RawResponse = z.infer<typeof rawResponse>;
