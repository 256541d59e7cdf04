/** The groups of the queue as the screen shows them: whose turn it is first. */
import type { OnboardingGroup } from '../../../bridge/onboarding.ts';

export const groupOrder = [
  'us',
  'customer',
  'review',
  'unknown',
  'ready',
] as const satisfies readonly OnboardingGroup[];

/** The group that an address names; whose turn is ours where it names none. */
export const groupAt = (part: string | null): OnboardingGroup =>
  groupOrder.find((group) => group === part) ?? 'us';
