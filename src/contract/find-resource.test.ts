import { describe, expect, it } from 'vitest';
import { findResource } from './find-resource.ts';

const record = { id: 'virtualAccount_1' };
const customer = { id: 'customer_1', type: 'business', verificationProfiles: [] };

describe('a record in an answer', () => {
  it('is read bare, without a mark', () => {
    expect(findResource('customer', customer)).toMatchObject({ id: 'customer_1', deviations: [] });
  });

  it.each([
    ['customer', { customer }],
    ['data', { data: customer }],
    ['data.customer', { data: { customer } }],
    ['data.customer', { ok: true, data: { customer, more: 1 } }],
  ])('is read inside %s, and marked as a deviation', (path, body) => {
    const found = findResource('customer', body);
    expect(found).toMatchObject({ id: 'customer_1', body: customer });
    expect(found?.deviations).toEqual([expect.stringMatching(`^${path}: .*wrapper`)]);
  });

  it.each([{ virtual_account: record }, { data: { 'virtual-account': record } }])(
    'is read whatever the spelling of its kind: %j',
    (body) => expect(findResource('virtualAccount', body)?.id).toBe('virtualAccount_1'),
  );

  it('is not marked where the interface shows the wrapper (4.4)', () => {
    const webhook = { id: 'webhook_1' };
    const wrapped = findResource('webhook', { data: { webhook } });
    expect(wrapped?.deviations).toEqual(findResource('webhook', webhook)?.deviations);
  });

  it.each([
    ['two that differ', { customer, data: { ...customer, id: 'customer_2' } }],
    ['a list', { data: [customer] }],
    ['another kind', { customer: record }],
    ['nothing', null],
  ])('is none in %s', (_what, body) => expect(findResource('customer', body)).toBeNull());
});
