/** Faults: set, list, clear. */
import { faultInput } from '../faults/rules.ts';
import { refusals } from '../http/refusal.ts';
import { parsed } from '../http/validation.ts';
import type { ControlRoute } from './control-route.ts';
import { created, done } from './control-route.ts';

export const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    handle: ({ service }) => done({ faults: service.faults.list() }),
  },
  {
    method: 'POST',
    path: '/faults',
    handle: ({ service }, { body }) => created(service.faults.add(parsed(faultInput, body))),
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
