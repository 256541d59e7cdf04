/**
 * Identifiers of the service: a type prefix, an underscore and lowercase alphanumerics
 * (Interface, conventions). Branded, so that one kind can't be passed for another.
 *
 * Reading is wider than the written pattern (`[A-Za-z0-9_-]` after the prefix): only `customer_`,
 * `bankAccount_` and `event_` have a specified pattern. A record is never refused for the spelling of its ID,
 * and is looked up by that spelling (decisions 35). The sandbox, as a server, enforces the pattern.
 */
import { z } from 'zod';
import { idForms, idPatterns, secretPattern } from './patterns.ts';

const prefixed = <Brand extends string>(prefix: string, brand: Brand) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]+$`), `must be an id that begins with ${prefix}_`)
    .brand<Brand>()
    .meta({ title: brand });

/** Interface 2.1: `^customer_[a-z0-9]+$`. */
export const customerId = z
  .string()
  .regex(idPatterns.customer, 'must be customer_ followed by lowercase letters and digits')
  .brand<'CustomerId'>();
export type CustomerId = z.infer<typeof customerId>;

/** Interface 2.5: `^bankAccount_[a-z0-9]+$`. */
export const bankAccountId = z
  .string()
  .regex(idPatterns.bankAccount, 'must be bankAccount_ followed by lowercase letters and digits')
  .brand<'BankAccountId'>();
export type BankAccountId = z.infer<typeof bankAccountId>;

/** Interface 2.7: `^event_[a-z0-9]+$`. */
export const eventId = z
  .string()
  .regex(idPatterns.event, 'must be event_ followed by lowercase letters and digits')
  .brand<'EventId'>();
export type EventId = z.infer<typeof eventId>;

/** IDs of the service in any accepted spelling, as the console sends them back. */
export const givenIds = {
  customer: z
    .string()
    .regex(idForms.customer, 'must be customer_ followed by letters and digits')
    .brand<'CustomerId'>(),
  bankAccount: z.string().regex(idForms.bankAccount).brand<'BankAccountId'>(),
  event: z.string().regex(idForms.event).brand<'EventId'>(),
};

/** Interface 2.4: prefix `virtualAccount_`. */
export const virtualAccountId = prefixed('virtualAccount', 'VirtualAccountId');
export type VirtualAccountId = z.infer<typeof virtualAccountId>;

/** Interface 2.6: prefix `webhook_`. */
export const webhookId = prefixed('webhook', 'WebhookId');
export type WebhookId = z.infer<typeof webhookId>;

/** Interface 7.3: prefix `request_`. */
export const requestId = prefixed('request', 'RequestId');
export type RequestId = z.infer<typeof requestId>;

/**
 * Interface 2.6: prefix `secret_`, and no more is said; the HMAC key of a webhook, with its prefix (decisions 9).
 * Anything printable without spaces.
 */
export const webhookSecret = z
  .string()
  .regex(secretPattern, 'must be a secret that begins with secret_')
  .brand<'WebhookSecret'>()
  .meta({ title: 'WebhookSecret' });
export type WebhookSecret = z.infer<typeof webhookSecret>;

/** Interface 2.7: prefix `wallet_`. */
export const walletId = prefixed('wallet', 'WalletId');
export type WalletId = z.infer<typeof walletId>;

/** Interface 2.7: prefix `paymentLink_`. */
export const paymentLinkId = prefixed('paymentLink', 'PaymentLinkId');
export type PaymentLinkId = z.infer<typeof paymentLinkId>;
