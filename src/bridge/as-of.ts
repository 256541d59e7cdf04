/** How far main is with working out what was known at a moment. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { commonErrors } from './errors.ts';

export const asOfContract = {
  /** null while nothing is worked out. */
  progress: oc
    .output(z.object({ done: z.int().min(0), total: z.int().min(0) }).nullable())
    .errors(commonErrors),
};
