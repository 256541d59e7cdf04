import { expect, it } from 'vitest';
import { MASKED, masked } from './lines.ts';

it('keeps IDs, moments, states, amounts and the structure', () => {
  const harmless = {
    id: 'customer_7f-3e_1',
    status: 'action-required',
    created: '2026-11-20T12:00:00.000Z',
    fees: { totalBpsRate: '25', amount: '12500.75', sourceCurrency: 'USD' },
    events: [{ eventId: 'event_1', name: 'payout.successful', isMock: false }],
    intentKey: 'a'.repeat(32),
    network: 'ethereum',
    nothing: null,
  };
  expect(masked(harmless)).toEqual(harmless);
});

it.each([
  { name: 'Ada' },
  { data: {}, name: 'Ada Byron' },
  { email: 'ada@example.com' },
  { userName: 'ada_byron' },
  { dateOfBirth: '1990-12-10' },
  { birth: '1990-12-10T00:00:00Z' },
  { dob: '1990-12-10T00:00:00Z' },
  { maritalStatus: 'active' },
  { employmentStatus: 'active' },
  { genderType: 'active' },
  { address: { state: 'Bavaria' } },
  { addressState: 'Bavaria' },
  { residentialAddresses: [{ state: 'Bavaria' }] },
  { kind: 'address', id: 'address_1', body: { state: 'Bavaria' } },
  { walletAddress: `0x${'ab'.repeat(20)}` },
  { accountNumber: 12_345_678 },
  { accountNumber: '12345678' },
  { country: 'DE' },
  { note: 'active' },
  { type: 'Ada Byron, 12 Main Street' },
  { status: '12345678901234', amount: 'Ada' },
  { key: 'ada' },
  { anythingNew: ['Ada', ['Byron']] },
])('masks %o', (value) => {
  const text = JSON.stringify(masked(value));
  expect(text).toContain(MASKED);
  for (const word of [
    'Ada',
    'Byron',
    'ada',
    '1990',
    '0xab',
    '5678',
    'DE"',
    'active',
    'Street',
    'Bavaria',
  ]) {
    expect(text).not.toContain(word);
  }
});
