/**
 * Values that the API specification mentions without the full set, without zod. All these sets are open: they
 * explain a value, and never decide whether one is accepted.
 */

/** Names seen in the lists of a verification profile (Interface 2.1). */
export const observedCriteria = [
  'terms_of_service',
  'email_address',
  'first_name',
  'last_name',
  'date_of_birth',
  'photo_id',
  'identification_document',
  'proof_of_address',
  'residential_address',
] as const;

/** The criterion that only one of the two profiles requires (Interface 2.1). */
export const distinguishingCriterion = 'proof_of_address';

/** Verification profiles that are returned on creation (Interface 2.1). */
export const verificationProfilesOnCreation = 2;

/** The one status seen of each resource that has one (Interface 2.1, 2.5, 2.6, 3). */
export const observedStatuses = {
  verificationProfile: 'incomplete',
  bankAccount: 'active',
  webhook: 'healthy',
} as const;

/** Bank account types (Interface 2.5). */
export const observedAccountTypes = ['checking', 'savings'] as const;
