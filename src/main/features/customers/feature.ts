/** Customers of a profile. */
import { implement } from '@orpc/server';
import { customersContract } from '../../../bridge/customers.ts';
import { createCustomerInput } from '../../../contract/customer.ts';
import { textAt } from '../../core/creates/values.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import { type Customers, createCustomers } from './customers.ts';

const customers = implement(customersContract);

export const customersFeature: Feature<'customers', Customers> = {
  open(core) {
    const api = createCustomers(core);
    const create = offerWrite({
      ...{ operation: 'createCustomer', input: createCustomerInput, by: () => api },
      titleOf: (input, ownName) => textAt(input, 'email') || ownName || 'Customer',
    });
    return { api, writes: [create] };
  },
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
