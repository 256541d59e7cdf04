/** Listing the state, the switches, tokens, reset. */
import { z } from 'zod';
import { parsedControl } from '../http/validation.ts';
import { settingsChange } from '../state/settings.ts';
import type { ControlRoute } from './control-route.ts';
import { created, done } from './control-route.ts';

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: z.coerce.number().int().nullable().default(null),
  customer: z.string().nullable().default(null),
  event: z.string().nullable().default(null),
  webhook: z.string().nullable().default(null),
});

const tokenInput = z.strictObject({
  environment: z.enum(['sandbox', 'production']).optional(),
  expiresInSeconds: z.int().optional(),
  subject: z.string().optional(),
});

export const stateRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/state', handle: ({ lists }) => done(lists.state()) },
  {
    method: 'GET',
    path: '/list/{kind}',
    handle: ({ lists }, { params, query }) =>
      done(
        lists.list(
          params['kind'] ?? '',
          parsedControl(listQuery, Object.fromEntries(query.entries())),
        ),
      ),
  },
  {
    method: 'POST',
    path: '/reset',
    handle: async ({ reset, lists }) => {
      await reset();
      return done(lists.state());
    },
  },
  {
    method: 'GET',
    path: '/settings',
    handle: ({ service }) => done(service.settings.current),
  },
  {
    method: 'PATCH',
    path: '/settings',
    handle: async ({ service }, { body }) => {
      const change = parsedControl(settingsChange, body);
      const settings = await service.commit.submit(() => service.settings.change(change));
      service.eventReader.forget();
      return done(settings);
    },
  },
  {
    method: 'DELETE',
    path: '/settings',
    handle: async ({ service }) => {
      await service.commit.submit(() => service.settings.reset());
      service.eventReader.forget();
      return done(service.settings.current);
    },
  },
  {
    method: 'POST',
    path: '/tokens',
    handle: async ({ tokens }, { body }) =>
      created({ token: await tokens.sign(parsedControl(tokenInput, body)) }),
  },
];
