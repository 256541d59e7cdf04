/** Why a customer stands where it does, in sentences. */
import type { OnboardingView, VerificationProfileState } from '../../bridge/onboarding.ts';
import { onboardingTexts } from '../features/onboarding/texts.ts';
import { formatCriterion, formatVerificationProfile } from './words.ts';

const { reasons } = onboardingTexts;

const list = (criteria: readonly string[]): string =>
  criteria.map((name) => formatCriterion(name)).join(', ');

function profileReasons(profile: VerificationProfileState): string[] {
  const name = formatVerificationProfile(profile.name);
  const problems = profile.problems > 0 ? [reasons.problems(profile.problems)] : [];
  const others = profile.required.filter((criterion) => !profile.held.includes(criterion));
  const asked = others.length > 0 ? [reasons.required(name, list(others))] : [];
  switch (profile.group) {
    case 'us':
      return profile.held.length > 0
        ? [reasons.held(name, list(profile.held)), ...asked, ...problems]
        : [reasons.rejected(name), ...problems];
    case 'customer':
      return [...asked, ...problems];
    case 'review':
      return [reasons.review(name), ...problems];
    case 'ready':
      return [reasons.approved(name)];
    case 'unknown':
      return profile.status.trim().toLowerCase() === 'incomplete'
        ? [reasons.nothingListed(name), ...problems]
        : [reasons.status(name, profile.status), ...asked, ...problems];
  }
}

/** Each once, in the order of the profiles. */
export function onboardingReasons({ profiles }: Pick<OnboardingView, 'profiles'>): string[] {
  if (profiles.length === 0) return [reasons.noProfile];
  const differ = new Set(profiles.map(({ group }) => group)).size > 1;
  const isPartlyReady = profiles.some(({ group }) => group === 'ready');
  return [
    ...new Set(profiles.flatMap(profileReasons)),
    ...(differ && isPartlyReady ? [reasons.differ] : []),
  ];
}
