import { expect, it } from 'vitest';
import { createCustomerInput } from '../../../contract/customer.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import { createSending } from './sending.ts';
import { proposalOf } from './testing/team-of-desks.ts';

it('what was confirmed when it was proposed and what is asked since goes with it, each once', async () => {
  const asked: unknown[] = [];
  const by = {
    requireCreatable: async () => undefined,
    create: async (creation: { confirmed: readonly string[]; intentKey: string }) => {
      asked.push([creation.intentKey, creation.confirmed]);
      return { id: 'customer_a' };
    },
  };
  const write = offerWrite({
    ...{ operation: 'createCustomer', input: createCustomerInput },
    ...{ titleOf: () => '', by: () => by },
  });
  const send = createSending({ writes: [write] } as never);
  const content = proposalOf('wanted');
  const input = { type: 'individual', email: 'a@example.com' };
  const request = { ...content.request, input, confirmed: ['customer_before'] } as never;
  const sent = await send({ ...content, request }, 'a key', ['customer_before', 'a claim']);
  expect(sent).toEqual({ resourceId: 'customer_a', runId: null });
  expect(asked).toEqual([['a key', ['customer_before', 'a claim']]]);
});
