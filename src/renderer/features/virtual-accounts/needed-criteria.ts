/** What verification still needs of a customer, over all of its profiles (decisions 22). */
import type { VerificationProfileView } from '../../../bridge/customers.ts';
import { formatCriterion } from '../../format/words.ts';

/** In words, each once, in the order of the service. */
export const neededCriteria = (
  profiles: readonly Pick<VerificationProfileView, 'required'>[],
): string[] => [...new Set(profiles.flatMap(({ required }) => required))].map(formatCriterion);
