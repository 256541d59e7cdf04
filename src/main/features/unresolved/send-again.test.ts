import { expect, it } from 'vitest';
import { z } from 'zod';
import { offerWrite } from '../../core/feature/offered-write.ts';
import type { Intent } from '../../core/intents/types.ts';
import { createSendAgain } from './send-again.ts';

const writes = (['createCustomer', 'createVirtualAccount'] as const).map((operation) =>
  offerWrite({ operation, input: z.unknown(), titleOf: () => '', by: () => unused }),
);
const notAsked = () => Promise.reject(new TypeError('Not asked for here.'));
const unused = { create: notAsked, requireCreatable: notAsked };
const again = (erased: readonly unknown[]) =>
  createSendAgain({
    intents: { get: () => null },
    records: { erased: { list: () => erased as never, names: () => ({ ids: [], figures: [] }) } },
    resolutionLog: { repeatsOf: () => [] },
    isContradicted: async () => false,
    sentBy: () => null,
    writes,
  });
const absent = (operation: string, input: object) =>
  ({ key: 'a', operation, input, state: 'absent' }) as unknown as Intent;

it('what an erasure left of a request is not sent', () => {
  const left = [
    absent('createCustomer', { type: 'individual' }),
    absent('createVirtualAccount', { customerId: 'customer_1', network: 'ethereum' }),
    // As an earlier version left it.
    absent('createCustomer', { dob: '1987-06-05T00:00:00.000Z', maritalStatus: 'Divorced' }),
  ];
  const whole = absent('createCustomer', { type: 'individual', email: 'ada@example.com' });
  for (const one of left) expect(again([{}]).blocked(one)).toContain('content was erased with');
  expect(again([{}]).blocked(whole)).toBeNull();
  expect(left.map((one) => again([]).blocked(one))).toEqual([null, null, null]);
});
