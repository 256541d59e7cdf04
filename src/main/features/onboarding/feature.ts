/** Which customers can get an account. */
import { implement } from '@orpc/server';
import { onboardingContract } from '../../../bridge/onboarding.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { createOnboarding, type Onboarding } from './onboarding.ts';

const onboarding = implement(onboardingContract);

export const onboardingFeature: Feature<'onboarding', Onboarding> = {
  open: (core) => ({ api: createOnboarding(core) }),
  procedures: (of) => ({
    onboarding: {
      list: onboarding.list.handler(({ input, signal }) => of().list(input, signal)),
      standing: onboarding.standing.handler(({ input, signal }) =>
        of().standing(input.customerId, { knownAt: input.knownAt, signal }),
      ),
    },
  }),
};
