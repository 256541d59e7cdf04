/** How far main is with working out what was known at a moment. */
import { z } from 'zod';
import { reads } from './procedure.ts';

export const asOfContract = {
  /** null while nothing is worked out. */
  progress: reads.output(z.object({ done: z.int().min(0), total: z.int().min(0) }).nullable()),
};
