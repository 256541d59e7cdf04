/** Webhooks (Interface 2.6, 4.4). */
import { z } from 'zod';
import { eventNames } from './event-names.ts';
import { webhookId, webhookSecret } from './ids.ts';
import { timestamp } from './scalars.ts';

/** Interface 2.6, without the secret: the form in which a webhook may be stored and shown. */
export const webhook = z
  .looseObject({
    id: webhookId,
    name: z.string(),
    description: z.string(),
    active: z.boolean(),
    /** A numeric string; its unit is not shown. */
    deliveryRate: z.string(),
    /** Open set; observed: `healthy`. */
    status: z.string(),
    events: z.array(z.string()),
    url: z.string(),
    created: timestamp,
    updated: timestamp,
    /** The HMAC key of deliveries. Returned on creation; elsewhere it may be absent. */
    secret: webhookSecret.optional(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** Webhook in a create response, with its secret (Interface 2.6, 4.4). */
export const createdWebhook = webhook
  .extend({ secret: webhookSecret })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** `https:host` and `https:/host` parse too, but nobody reads them as a URL. */
const httpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https:// address', abort: true })
  .regex(/^https:\/\/[^/]/i, 'must be an https:// address')
  .refine((url) => !/^https:\/\/[^/?#]*@/i.test(url), 'must not hold a user name or a password')
  .meta({ format: 'uri' });

const createWebhookShape = {
  name: z.string().regex(/\S/, 'must not be blank'),
  description: z.string().optional(),
  url: httpsUrl,
  events: z.array(z.enum(eventNames)).min(1, 'must name at least one event'),
};

/** Body of `POST /v1/webhook` as a server reads it: unknown fields ignored (Interface 4.4, decisions 7, 20). */
export const createWebhookRequest = z
  .object(createWebhookShape)
  .meta({ id: 'CreateWebhookRequest' });
export type CreateWebhookRequest = z.infer<typeof createWebhookRequest>;

/** Body of `POST /v1/webhook` as we send it (Interface 4.4). */
export const createWebhookInput = z.strictObject(createWebhookShape);
export type CreateWebhookInput = z.infer<typeof createWebhookInput>;
