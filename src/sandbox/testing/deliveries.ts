/** Steps that tests of deliveries share. */
import type { Json, Running } from './harness.ts';
import type { Received, Receiver } from './receiver.ts';

/** Options for a sandbox that reaches this receiver. */
export const toReceiver = (receiver: Receiver) => ({
  trustCa: receiver.ca,
  allowPrivateDeliveries: true,
});

/** Creates a webhook for a receiver; its record, with the secret. */
export async function createWebhook(
  running: Running,
  receiver: Receiver,
  events: readonly string[],
  path = '/in',
): Promise<Json> {
  const url = `${receiver.origin}${path}`;
  return (await running.post('/v1/webhook', { name: path, url, events })).body.data.webhook;
}

/** Triggers an event; its id. */
export const trigger = async (running: Running, body: Json): Promise<string> =>
  (await running.control('POST', '/events', body)).body.eventIds[0];

/** The event's id in a delivery. */
export const idOf = ({ body }: Received): string => JSON.parse(body).id;

/** Polls until it holds: a received delivery is recorded a moment later. */
export async function eventually<Result>(
  ask: () => Promise<Result>,
  holds: (result: Result) => boolean,
): Promise<Result> {
  for (;;) {
    const result = await ask();
    if (holds(result)) return result;
  }
}

/** The attempts, once there are this many. */
export const attempts = async (running: Running, count: number): Promise<Json[]> =>
  (
    await eventually(
      () => running.control('GET', '/list/attempts'),
      ({ body }) => body.items.length >= count,
    )
  ).body.items;
