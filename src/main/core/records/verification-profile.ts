/**
 * Whom a customer waits on, judged from its verification profiles alone (Interface 2.1). Only the
 * statuses of decisions 15 are known; any other is `unknown`, whatever its lists say.
 */
import type { OnboardingGroup, VerificationProfileState } from '../../../bridge/onboarding.ts';
import { onboardingGroups } from '../../../bridge/onboarding-groups.ts';
import { isJsonObject } from '../../../contract/scalars.ts';

const knownStatuses = ['incomplete', 'pending', 'approved', 'rejected'] as const;
type KnownStatus = (typeof knownStatuses)[number];

const textsOf = (value: unknown): string[] => [
  ...new Set(
    Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [],
  ),
];

/** `isHeld` says of a criterion that we hold what it asks for, and the service may not. */
export function verificationProfileStates(
  profiles: unknown,
  isHeld: (criterion: string) => boolean = () => false,
): VerificationProfileState[] {
  if (!Array.isArray(profiles)) return [];
  return profiles.filter(isJsonObject).map((profile, index) => {
    const criteria = isJsonObject(profile['criteria']) ? profile['criteria'] : {};
    const required = textsOf(criteria['required']);
    const pending = textsOf(criteria['pending']);
    const held = required.filter(isHeld);
    const status = typeof profile['status'] === 'string' ? profile['status'] : '';
    const { errors } = criteria;
    return {
      name: typeof profile['name'] === 'string' ? profile['name'] : `Profile ${index + 1}`,
      status,
      group: groupOf({ status, required, pending, held }),
      required,
      pending,
      held,
      problems: Array.isArray(errors) ? errors.length : 0,
    };
  });
}

function groupOf(
  profile: Pick<VerificationProfileState, 'status' | 'required' | 'pending' | 'held'>,
) {
  const status = knownStatuses.find((known) => known === profile.status.trim().toLowerCase());
  if (status === undefined) return 'unknown';
  if (profile.held.length > 0) return 'us';
  if (profile.required.length > 0) return 'customer';
  return withoutRequired(status, profile.pending);
}

/** Nothing is asked for any more. */
function withoutRequired(status: KnownStatus, pending: readonly string[]): OnboardingGroup {
  switch (status) {
    case 'approved':
      // Something may still be looked at, terms for example.
      return pending.length > 0 ? 'review' : 'ready';
    case 'pending':
      return 'review';
    case 'incomplete':
      // It lists nothing that anybody could do: nothing can be concluded.
      return pending.length > 0 ? 'review' : 'unknown';
    case 'rejected':
      return 'us';
  }
}

/** The most urgent of all profiles; without any it is ours to find out. */
export function customerGroup(
  profiles: readonly Pick<VerificationProfileState, 'group'>[],
): OnboardingGroup {
  if (profiles.length === 0) return 'us';
  return (
    onboardingGroups.find((group) => profiles.some((profile) => profile.group === group)) ?? 'us'
  );
}

/** What verification says of an account today. */
export function accountResponse(
  profiles: readonly Pick<VerificationProfileState, 'group'>[],
): 'yes' | 'no' | 'unknown' {
  if (profiles.length === 0) return 'unknown';
  if (profiles.every(({ group }) => group === 'ready')) return 'yes';
  const isOpen = profiles.some(({ group }) => group === 'ready' || group === 'unknown');
  return isOpen ? 'unknown' : 'no';
}

/** Where a record holds what a criterion asks for (Interface 2.1 names them, 2.2 and 2.3 the fields). */
const heldAt: Readonly<Record<string, readonly string[]>> = {
  email_address: ['/email'],
  first_name: ['/personalInformation/firstName'],
  last_name: ['/personalInformation/lastName'],
  residential_address: ['/address/line1', '/address/city', '/address/postalCode'],
};

/** JSON Pointers of fields that would satisfy a criterion; none for what no field does. */
export const fieldsFor = (criterion: string): readonly string[] => heldAt[criterion] ?? [];
