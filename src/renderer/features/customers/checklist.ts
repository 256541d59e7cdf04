/** A verification profile as a checklist: what is still needed first, what is done last. */
import type { VerificationProfileView } from '../../../bridge/customers.ts';
import type { Tone } from '../../components/status-mark.tsx';
import { formatCriterion } from '../../format/words.ts';

export type CriterionState = 'required' | 'pending' | 'complete';

export interface ChecklistGroup {
  standing: CriterionState;
  tone: Tone;
  items: {
    /** As the service names it. */
    name: string;
    words: string;
  }[];
}

const tones: Record<CriterionState, Tone> = {
  required: 'amber',
  pending: 'blue',
  complete: 'green',
};

const order: readonly CriterionState[] = ['required', 'pending', 'complete'];

/**
 * Groups that hold something. A name that stands in two lists appears in both: the lists are the
 * service's (Interface 2.1).
 */
export function checklistOf(profile: VerificationProfileView): ChecklistGroup[] {
  return order
    .map((standing) => ({
      standing,
      tone: tones[standing],
      items: [...new Set(profile[standing])].map((name) => ({
        name,
        words: formatCriterion(name),
      })),
    }))
    .filter((group) => group.items.length > 0);
}

/** An error of a profile, beside the name that the lists use for what it is about. */
export const formatError = ({
  name,
  message,
}: VerificationProfileView['errors'][number]): string =>
  name === null ? message : `${formatCriterion(name)}: ${message}`;
