/** Addresses of the customers by whom they wait on, and of one of the groups. */
export const onboardingPaths = {
  root: '/customers/onboarding',
  group: (group: string) => `/customers/onboarding/${group}`,
  /** Those of a group who wait for longer than so many hours. */
  longer: (group: string, hours: number) => `/customers/onboarding/${group}?longer=${hours}`,
} as const;
