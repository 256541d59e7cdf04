/** Kinds of what needs a person: without a schema, since the first screen needs them before its own. */

/** The gravest first. */
export const needKinds = [
  'otherComputer',
  'mismatches',
  'conflicting',
  'sentTwice',
  'approvalsWaiting',
  'approvalsToSend',
  'approvalsRefused',
  'approvalsExpired',
  'sentUnasked',
  'policyLoosened',
  'changes',
  'unresolved',
  'payoutsFailed',
  'payoutsRefunded',
  'kycRejected',
  'kycReview',
  'deliveries',
  'tunnels',
  'gaps',
  'team',
  'clock',
  'token',
  'recoveryKey',
  'backups',
  'bulk',
  'onboarding',
  'payoutsStuck',
  'kycWaiting',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** Kinds that no other screen ends: a person says that they are done. */
export const endedHere: readonly NeedKind[] = [
  'payoutsFailed',
  'payoutsRefunded',
  'kycRejected',
  'kycReview',
  'deliveries',
  'gaps',
  'approvalsRefused',
  'approvalsExpired',
  'sentTwice',
  'sentUnasked',
  'policyLoosened',
];

/** In hours, where a person set none. */
export const usualLimits = { payout: 24, kyc: 72 };
