/** Who has to act for a customer: without a schema, for the first screen. */
export const onboardingGroups = ['us', 'customer', 'review', 'unknown', 'ready'] as const;
