/** Triggering events with given data, reading them, redelivering them. */
import { z } from 'zod';
import { resourceKeyOf } from '../../contract/event-names.ts';
import { timestamp } from '../../contract/scalars.ts';
import { sampleResource } from '../domain/samples.ts';
import { refusals } from '../http/refusal.ts';
import { parsedControl } from '../http/validation.ts';
import type { Service } from '../service.ts';
import type { ControlRoute } from './control-route.ts';
import { created, done } from './control-route.ts';

const triggerInput = z.strictObject({
  name: z.string().min(1),
  /** The whole `data`; default `{<kind>: resource}`. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** The resource alone; default a sample. */
  resource: z.record(z.string(), z.unknown()).optional(),
  /** A triggered sample is a mock (decisions 23). */
  mock: z.boolean().default(true),
  created: timestamp.optional(),
  /** How many events, each with its own id. */
  count: z.int().min(1).max(1_000).default(1),
  webhookIds: z.array(z.string()).optional(),
});

const redeliverInput = z.strictObject({ webhookId: z.string().optional() });

/** Event (Interface 2.7), or null. */
function eventOf({ eventReader }: Service, id: string): unknown {
  const json = eventReader.read(id);
  return json === null ? null : JSON.parse(json);
}

export const eventRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/events',
    handle: async ({ service }, { body }) => {
      const {
        name,
        data,
        resource,
        mock,
        created: time,
        count,
        webhookIds,
      } = parsedControl(triggerInput, body);
      const key = resourceKeyOf(name);
      const ids = await service.commit.submit(() =>
        Array.from({ length: count }, () =>
          service.emitter.emit({
            name,
            dataJson: JSON.stringify(
              data ?? { [key]: resource ?? sampleResource(name, mock, service) },
            ),
            mock,
            created: time,
            webhookIds,
          }),
        ),
      );
      const [first = ''] = ids;
      return created({ event: eventOf(service, first), eventIds: ids });
    },
  },
  {
    method: 'GET',
    path: '/events/{event}',
    handle: ({ service }, { params }) => {
      const event = eventOf(service, params['event'] ?? '');
      if (event === null) throw refusals.notFound('Event not found');
      return done({ event });
    },
  },
  {
    method: 'POST',
    path: '/events/{event}/redeliver',
    handle: async ({ service }, { params, body }) => {
      const { webhookId } = parsedControl(redeliverInput, body);
      const event = service.events.get(params['event'] ?? '');
      if (event === undefined) throw refusals.notFound('Event not found');
      const receivers = service.webhooks
        .all()
        .filter(({ id, active, events }) =>
          webhookId === undefined
            ? active && events.includes(event.name)
            : active && id === webhookId,
        );
      if (webhookId !== undefined && receivers.length === 0) {
        throw refusals.notFound('There is no active webhook with this id');
      }
      await service.commit.submit(() => {
        for (const webhook of receivers) {
          service.emitter.redeliver(event.body, event.id, webhook);
        }
      });
      return created({ webhookIds: receivers.map(({ id }) => id) });
    },
  },
];
