/** A filter of the timeline that a person gave a name. */
import { z } from 'zod';

export const savedView = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  name: z.string().min(1).max(80),
  /** The filter as it stands in the address, without its leading `?`. */
  query: z.string().max(4000),
});
export type SavedView = z.infer<typeof savedView>;
