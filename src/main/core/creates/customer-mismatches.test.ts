import { expect, it } from 'vitest';
import type { CreateCustomerInput } from '../../../contract/customer.ts';
import { systemClock } from '../../../platform/clock.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../audit/audit.ts';
import { openIntents } from '../intents/intents.ts';
import { intentsMigrations } from '../intents/migrations.ts';
import type { Answered } from '../intents/types.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { openRecords } from '../records/records.ts';
import { customerFingerprint } from './fingerprints.ts';
import { customerEffects, customerMismatches } from './response-effects.ts';

const answered = (email?: string): Answered => {
  const body = { id: 'customer_1', type: 'individual', email };
  const resource = { kind: 'customer', id: body.id, body, deviations: [] } as const;
  return { kind: 'answered', status: 201, resource, body, bytes: Buffer.of(), requestId: null };
};

it('an email in another case is the one that was sent, and another one is not', () => {
  const sent = { type: 'individual', email: 'Ada@Example.com' };
  expect(customerMismatches(answered('ada@example.com'), sent)).toEqual([]);
  expect(customerMismatches(answered('ada@example.org'), sent)).toEqual([
    'The email in the request was Ada@Example.com; in the response it is ada@example.org.',
  ]);
});

it('a customer of the other type than was sent is not as it was sent', () => {
  const sent = { type: 'business', email: 'ada@example.com' };
  expect(customerMismatches(answered('ada@example.com'), sent)).toEqual([
    'The type in the request was business; in the response it is individual.',
  ]);
});

const ada: CreateCustomerInput = { type: 'individual', email: 'ada@example.com' };
const bob: CreateCustomerInput = { type: 'individual', email: 'bob@example.com' };
const unnamed: CreateCustomerInput = { type: 'individual' };

it.each([
  ['another request', ada, bob, { count: 1, isReduced: false }],
  ['another request, which was reduced since,', ada, bob, { count: 1, isReduced: true }],
  ['a request that nothing tells apart', unnamed, unnamed, { count: 1, isReduced: false }],
  ['the same request', ada, ada, { count: 0, isReduced: false }],
  ['the same request, which was reduced since,', ada, ada, { count: 0, isReduced: true }],
])('a customer that was returned for %s before says so', async (_what, one, other, expected) => {
  const sqlite = testDatabase([...recordsMigrations, ...auditMigrations, ...intentsMigrations]);
  const clock = systemClock;
  const records = openRecords({ sqlite });
  const log = { error: expect.unreachable, warn: expect.unreachable };
  const intents = openIntents({ sqlite, records, audit: openAudit({ sqlite, clock }), clock, log });
  const onAnswer = customerEffects(intents, clock);
  const send = async (digit: string, input: CreateCustomerInput) => {
    const key = digit.repeat(32);
    const operation = 'createCustomer';
    const fingerprint = customerFingerprint(input);
    const request = { key, operation, input, fingerprint, onAnswer } as const;
    await intents.run({ ...request, send: async () => answered() });
    const found = records.observations('customer', 'customer_1');
    return found.filter(({ intentKey }) => intentKey === key).flatMap((of) => of.deviations);
  };
  expect(await send('1', one)).toEqual([]);
  if (expected.isReduced) {
    sqlite.exec(`DROP TRIGGER intents_settle_once;
      UPDATE intents SET input = '{"type":"individual"}'`);
  }
  const said = expect.stringContaining('returned this customer for another request too');
  expect(await send('2', other)).toEqual(Array(expected.count).fill(said));
});
