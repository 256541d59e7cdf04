/** Events and the payloads seen in them (Interface 2.7, 6). */
import { z } from 'zod';
import { eventId, paymentLinkId, requestId, walletId } from './ids.ts';
import { jsonObject, timestamp } from './scalars.ts';
import { webhook } from './webhook.ts';

/** A webhook that the event was sent to, with its request IDs (Interface 2.7). */
export const webhookRecord = z.looseObject({
  requestIds: z.array(requestId),
  webhook,
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

/** Interface 2.7. `data` contains the resource under the key of its kind. */
export const event = z
  .looseObject({
    id: eventId,
    /** A name of section 6, or an unknown one. */
    name: z.string(),
    data: jsonObject,
    webhookRecords: z.array(webhookRecord),
    mock: z.boolean(),
    created: timestamp,
    updated: timestamp,
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof event>;

/** Wallet as in the payload of `wallet.create` (Interface 2.7). Types of nullable fields are not specified. */
export const walletPayload = z
  .looseObject({
    id: walletId,
    mock: z.boolean(),
    risk: z.unknown(),
    owner: z.string(),
    signed: z.boolean(),
    address: z.string(),
    created: timestamp,
    deleted: z.unknown(),
    network: z.string(),
    primary: z.boolean(),
    updated: timestamp,
    customer: z.unknown(),
    exported: z.unknown(),
    feePayer: z.boolean(),
    nickname: z.unknown(),
    lookupKey: z.unknown(),
  })
  .meta({ id: 'WalletPayload' });

const lineItem = z.looseObject({
  price: z.unknown(),
  created: timestamp,
  product: z.unknown(),
  updated: timestamp,
  quantity: z.int(),
  amountTotal: z.unknown(),
  quantityLabel: z.unknown(),
  paymentCurrency: z.unknown(),
  quantityMutable: z.boolean(),
});

/** Payment link as in the payload of `paymentLink.create` (Interface 2.7). */
export const paymentLinkPayload = z
  .looseObject({
    id: paymentLinkId,
    end: z.unknown(),
    url: z.string(),
    meta: jsonObject,
    name: z.string(),
    start: z.unknown(),
    coupon: z.unknown(),
    phases: z.array(z.unknown()),
    created: timestamp,
    failUrl: z.unknown(),
    taxRate: z.unknown(),
    updated: timestamp,
    wallets: z.array(z.unknown()),
    features: z.looseObject({
      requiresName: z.boolean(),
      requiresEmail: z.boolean(),
      requiresShippingDetails: z.boolean(),
    }),
    lineItems: z.array(lineItem),
    successUrl: z.unknown(),
    description: z.unknown(),
    disableSwaps: z.boolean(),
    shippingRate: z.unknown(),
    cctpSourceNetworks: z.unknown(),
    discordConstraints: z.array(z.unknown()),
  })
  .meta({ id: 'PaymentLinkPayload' });

/** Nothing of an address but its name in events is specified (Interface 2.7, 6). */
export const addressPayload = z.looseObject({ id: z.string() });

/** Path of `GET /v1/event/{event_id}` (Interface 4.5). */
export const getEventParams = z.object({ event_id: eventId });
export type GetEventParams = z.infer<typeof getEventParams>;
