/** The envelope of v1 responses (Interface 4.4, 4.5, 7.3). */
import { z } from 'zod';
import { event } from './event.ts';
import { requestId } from './ids.ts';
import { timestamp } from './scalars.ts';
import { createdWebhook } from './webhook.ts';

/** Success envelope around `data` (Interface 4.4, 7.3). */
const successEnvelope = <Data extends z.ZodType>(data: Data) =>
  z.looseObject({
    ok: z.literal(true),
    object: z.string(),
    statusCode: z.int(),
    error: z.null(),
    message: z.string(),
    data,
    ts: timestamp,
    request: requestId,
  });

/** `POST /v1/webhook`: `data.webhook`, with its secret (Interface 4.4). */
export const webhookEnvelope = successEnvelope(z.looseObject({ webhook: createdWebhook })).meta({
  id: 'WebhookEnvelope',
});

/** `GET /v1/event/{event_id}`: `data.event` (Interface 4.5). */
export const eventEnvelope = successEnvelope(z.looseObject({ event })).meta({
  id: 'EventEnvelope',
});

/** Error envelope: its values are not specified (decisions 6). `readError` accepts any. */
export const errorEnvelope = z
  .looseObject({
    ok: z.literal(false),
    object: z.string(),
    statusCode: z.int(),
    error: z.unknown(),
    message: z.string(),
    /** An object by 7.3; the sandbox has nothing to put in it. */
    data: z.looseObject({}).nullable(),
    ts: timestamp,
    request: requestId,
  })
  .meta({ id: 'ErrorEnvelope' });
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
