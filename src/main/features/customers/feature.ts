/** Customers of a profile. */
import { implement } from '@orpc/server';
import { customersContract } from '../../../bridge/customers.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { type Customers, createCustomers } from './customers.ts';

const customers = implement(customersContract);

export const customersFeature: Feature<'customers', Customers> = {
  open: (core) => ({ api: createCustomers(core) }),
  procedures: (of) => ({
    customers: {
      list: customers.list.handler(({ input, signal }) => of().list(input, signal)),
      get: customers.get.handler(({ input, signal }) =>
        of().get(input.id, { knownAt: input.knownAt, signal }),
      ),
      create: customers.create.handler(({ input, signal }) =>
        of(input.profileId).create({ ...input, signal }),
      ),
    },
  }),
};
