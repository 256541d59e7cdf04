/** Addresses of the customers by whom they wait on, and of one of the groups. */
export const onboardingPaths = {
  root: '/customers/onboarding',
  group: (group: string) => `/customers/onboarding/${group}`,
} as const;
