import { expect, it } from 'vitest';
import { bytesOf, eventBody } from '../testing/deliveries.ts';
import { readBody } from './read-body.ts';

const secret = 'opaque-token-0042';
const customer = { id: `customer_${secret}`, note: `Said: ${secret}`, [secret]: { a: [secret] } };
const told = { name: `customer.${secret}`, data: { customer, [secret]: secret } };

it('keeps nothing of a known secret, and takes what says it for the same event as before', () => {
  const body = bytesOf(eventBody('event_1', told));
  const before = readBody(body);
  const after = readBody(body, [secret]);
  expect(JSON.stringify(before)).toContain(secret);
  expect(JSON.stringify(after)).not.toContain(secret);
  expect(after).toMatchObject({
    id: 'event_1',
    content: before?.content,
    sameness: before?.sameness,
    event: { data: { customer: { note: 'Said: [secret removed]' } } },
  });
});

it('takes nothing for an event whose id is one', () => {
  expect(readBody(bytesOf(eventBody(`event_${secret}`, told)), [secret])).toBeNull();
});

it.each([
  ['a number beyond a double', '1e400'],
  [
    'one beside what is nested without end',
    `1e400,"deep":${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ],
])('takes in an event that holds %s', (_what, value) => {
  const body = `{"id":"event_1","name":"payout.create","data":{},"more":${value}}`;
  expect(readBody(new TextEncoder().encode(body))?.id).toBe('event_1');
});
