/**
 * The control plane under /sandbox, for what happens outside the API. It has its own token and accepts
 * only callers on loopback (docs/sandbox.md).
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { isLoopback } from '../deliveries/addresses.ts';
import { faultInput } from '../faults/rules.ts';
import type { Answer } from '../http/answers.ts';
import { checkContentType, parseJson, readText } from '../http/body.ts';
import { refusals } from '../http/refusal.ts';
import { parsedControl } from '../http/validation.ts';
import { nextUpdated } from '../ids.ts';
import { type ControlParts, type ControlRoute, created, done } from './control-route.ts';
import { customerRoutes } from './customer-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { payoutRoutes } from './payout-routes.ts';
import { stateRoutes } from './state-routes.ts';

/** Faults: set, list, clear. */
const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    handle: ({ service }) => done({ faults: service.faults.list() }),
  },
  {
    method: 'POST',
    path: '/faults',
    handle: ({ service }, { body }) => created(service.faults.add(parsedControl(faultInput, body))),
  },
  {
    method: 'DELETE',
    path: '/faults',
    handle: ({ service }) => {
      service.faults.clear();
      return done({ faults: service.faults.list() });
    },
  },
  {
    method: 'DELETE',
    path: '/faults/{fault}',
    handle: ({ service }, { params }) => {
      if (!service.faults.clear(params['fault'])) throw refusals.notFound('Fault not found');
      return done({ faults: service.faults.list() });
    },
  },
];

/** Activating and deactivating a webhook. */
const webhookChange = z.strictObject({ active: z.boolean() });

const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'PATCH',
    path: '/webhooks/{webhook}',
    handle: async ({ service }, { params, body }) => {
      const { active } = parsedControl(webhookChange, body);
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

export interface ControlPlaneParts extends ControlParts {
  readonly controlToken: string;
  readonly prefix: string;
}

const routes: readonly ControlRoute[] = [
  ...stateRoutes,
  ...eventRoutes,
  ...customerRoutes,
  ...payoutRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
];

export type ControlPlane = (request: IncomingMessage, path: string) => Promise<Answer>;

export function createControlPlane(parts: ControlPlaneParts): ControlPlane {
  const compiled = routes.map((route) => ({
    route,
    expression: new RegExp(
      `^${parts.prefix}${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
    ),
  }));

  const find = (method: string, path: string) => {
    const matches = compiled.filter(({ expression }) => expression.test(path));
    if (matches.length === 0) throw refusals.notFound('Not found');
    const match = matches.find(({ route }) => route.method === method);
    if (match === undefined) {
      throw refusals.methodNotAllowed(matches.map(({ route }) => route.method).join(', '));
    }
    return { route: match.route, params: match.expression.exec(path)?.groups ?? {} };
  };

  return async (request, path) => {
    authorize(request, parts.controlToken);
    const { route, params } = find(request.method ?? '', path);
    const url = request.url ?? '';
    const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
    const { status, value } = await route.handle(parts, {
      params,
      query,
      body: await bodyOf(request, route),
    });
    return { status, body: JSON.stringify(value) };
  };
}

/** @throws Refusal 403 for a caller from elsewhere, 401 for another token. */
function authorize(request: IncomingMessage, controlToken: string): void {
  if (!isLoopback(request.socket.remoteAddress ?? '')) {
    throw refusals.forbidden('The control plane answers loopback callers alone');
  }
  const expected = Buffer.from(`Bearer ${controlToken}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refusals.unauthorized('Invalid control token');
  }
}

/** A body is optional where every field has a default. */
async function bodyOf(request: IncomingMessage, route: ControlRoute): Promise<unknown> {
  if (route.method === 'GET' || route.method === 'DELETE') return undefined;
  const text = await readText(request);
  if (text === '') return {};
  checkContentType(request);
  return parseJson(text);
}
