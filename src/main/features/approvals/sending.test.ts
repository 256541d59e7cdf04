import { expect, it } from 'vitest';
import { createCustomerInput } from '../../../contract/customer.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import { closeAll, createDesk } from '../handover/testing/desks.ts';
import { sentElsewhere } from '../unresolved/sent-elsewhere.ts';
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
  const { sqlite, own, merge } = createDesk(1, () => Date.now(), profileMigrations);
  const send = createSending({
    ...{ writes: [write], bulk: {} as never },
    unresolved: { sentElsewhere: (key: string) => sentElsewhere(sqlite, own, key) } as never,
  });
  const content = proposalOf('wanted');
  const input = { type: 'individual', email: 'a@example.com' };
  const request = { ...content.request, input, confirmed: ['customer_before'] } as never;
  const sent = await send({ ...content, request }, 'a key', ['customer_before', 'a claim']);
  expect(sent).toEqual({ resourceId: 'customer_a', runId: null });
  expect(asked).toEqual([['a key', ['customer_before', 'a claim']]]);

  // A colleague says that it was sent, under a key that the proposal names.
  const key = 'a'.repeat(32);
  const reviewer = createDesk(2, () => Date.now(), profileMigrations);
  reviewer.request(key);
  merge(reviewer.save());
  const told = send({ ...content, request }, key, []);
  await expect(told).rejects.toThrow('Another computer (22222222) told the team');
  expect(asked).toHaveLength(1);
  closeAll([{ sqlite }, reviewer]);
});
