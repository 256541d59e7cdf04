/** For tests: events as webhooks deliver them, and as somebody looks them up. */
import { bytesOf, eventBody } from '../../webhooks/testing/deliveries.ts';
import type { BareIndex, TestDelivery } from './bare-index.ts';

export const at = Date.UTC(2026, 10, 20, 12);
export const iso = (ms: number) => new Date(ms).toISOString();

/** Delivered `after` so many milliseconds. */
export const heard = (
  id: string,
  {
    after = 0,
    slot = 1,
    ...body
  }: Readonly<Record<string, unknown>> & { after?: number; slot?: number } = {},
): TestDelivery => ({
  slot,
  receivedAt: at + after,
  proof: 'genuine',
  body: bytesOf(eventBody(id, { created: iso(at), ...body })),
});

/** Looked up `after` so many milliseconds. */
export const lookUp = (
  { records }: Pick<BareIndex, 'records'>,
  body: ReturnType<typeof eventBody>,
  after = 0,
): void => {
  records.observe({
    kind: 'event',
    id: body.id,
    body,
    source: 'event-look-up',
    observedAt: iso(at + after),
  });
};
