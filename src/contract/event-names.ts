/** Event names and their meaning, without zod (Interface 6). */

/** The table of section 6, and `paymentLink.create`, which appears only in an event record. */
export const eventMeanings = {
  'address.create': 'a new address has been created',
  'bankAccount.create': 'a new bank account has been created',
  'customer.create': 'a new customer has been created',
  'customer.kyc.pending': "the customer's KYC is pending",
  'customer.kyc.successful': "the customer's KYC has been approved",
  'customer.kyc.rejected': "the customer's KYC has been rejected",
  'customer.kyc.additionalReviewRequired': "the customer's KYC requires additional review",
  'customer.tos.pending': "the customer's terms of service are pending",
  'customer.tos.successful': 'the customer completed and agreed to the terms of service',
  'payout.cancelled': 'a payout has been cancelled',
  'payout.create': 'a payout has been created',
  'payout.failed': 'a payout has failed',
  'payout.funded': 'a payout has been funded',
  'payout.pending': 'a payout is pending funding',
  'payout.processing': 'a payout is being processed',
  'payout.refunded': 'a payout has been refunded',
  'payout.successful': 'a payout has been successful',
  'wallet.create': 'a new wallet has been created',
  'webhook.create': 'a new webhook has been created',
  'paymentLink.create': 'a new payment link has been created',
} as const satisfies Record<string, string>;

export type EventName = keyof typeof eventMeanings;

export const eventNames = Object.keys(eventMeanings) as EventName[];

/** The names that section 6 lists. */
export const listedEventNames = eventNames.filter((name) => name !== 'paymentLink.create');

export const isEventName = (name: string): name is EventName => Object.hasOwn(eventMeanings, name);

/** The resource's key under `data`: `wallet` for `wallet.create` (Interface 6, rule 5). */
export const resourceKeyOf = (eventName: string): string => eventName.split('.', 1)[0] ?? eventName;
