/**
 * Transitions, which are not specified (Interface 3, decisions 32), without zod. One table is assumed for all:
 * the sandbox follows it; a reader calls a transition outside it unusual, not impossible.
 */

/** States named by the payout events (Interface 3). `created` is the state after `payout.create`. */
export const payoutStates = [
  'created',
  'pending',
  'funded',
  'processing',
  'successful',
  'failed',
  'cancelled',
  'refunded',
] as const;
export type PayoutState = (typeof payoutStates)[number];

/** States named by the `customer.kyc.*` events (Interface 3), and `none` before the first. */
export const kycStates = [
  'none',
  'pending',
  'successful',
  'rejected',
  'additionalReviewRequired',
] as const;
export type Kyc = (typeof kycStates)[number];

/** States named by the `customer.tos.*` events (Interface 3), and `none` before the first. */
export const termsStates = ['none', 'pending', 'successful'] as const;
export type Terms = (typeof termsStates)[number];

export const payoutTransitions = {
  created: ['pending', 'funded', 'cancelled', 'failed'],
  pending: ['funded', 'cancelled', 'failed'],
  funded: ['processing', 'cancelled', 'failed', 'refunded'],
  processing: ['successful', 'failed'],
  successful: [],
  failed: ['refunded', 'processing'],
  cancelled: ['refunded'],
  refunded: [],
} as const satisfies Record<PayoutState, readonly PayoutState[]>;

export const kycTransitions = {
  none: ['pending'],
  pending: ['successful', 'rejected', 'additionalReviewRequired'],
  successful: ['pending', 'additionalReviewRequired'],
  rejected: ['pending'],
  additionalReviewRequired: ['pending', 'successful', 'rejected'],
} as const satisfies Record<Kyc, readonly Kyc[]>;

export const termsTransitions = {
  none: ['pending', 'successful'],
  pending: ['successful'],
  // New terms have to be accepted again.
  successful: ['pending'],
} as const satisfies Record<Terms, readonly Terms[]>;

/** Whether this transition is in the table. */
export const isUsualMove = <State extends string>(
  table: Readonly<Record<State, readonly State[]>>,
  from: State,
  to: State,
): boolean => table[from].includes(to);
