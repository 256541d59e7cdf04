/** Activating and deactivating a webhook. */
import { z } from 'zod';
import { refusals } from '../http/refusal.ts';
import { parsed } from '../http/validation.ts';
import { nextUpdated } from '../ids.ts';
import type { ControlRoute } from './control-route.ts';
import { done } from './control-route.ts';

const webhookChange = z.strictObject({ active: z.boolean() });

export const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'PATCH',
    path: '/webhooks/{webhook}',
    handle: async ({ service }, { params, body }) => {
      const { active } = parsed(webhookChange, body);
      const webhook = service.webhooks.get(params['webhook'] ?? '');
      if (webhook === undefined) throw refusals.notFound('Webhook not found');
      await service.commit.submit(() => {
        service.webhooks.setActive(webhook.id, active, nextUpdated(webhook.updated, service.clock));
        if (!active) service.deliveries.cancelAll(webhook.id);
      });
      service.eventReader.forget();
      const changed = service.webhooks.get(webhook.id) ?? webhook;
      return done({ webhook: service.webhooks.record(changed, false) });
    },
  },
];
