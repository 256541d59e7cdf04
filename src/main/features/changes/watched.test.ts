import { expect, it } from 'vitest';
import type { ChangeKind } from '../../../bridge/changes.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { watchedLeaves } from './watched.ts';

/** Every field that the interface shows of each kind (2.1, 2.4 to 2.6). */
const bodies: Readonly<Record<ChangeKind, JsonObject>> = {
  customer: { id: 'customer_a', type: 'individual', verificationProfiles: [] },
  virtualAccount: {
    id: 'virtualAccount_a',
    active: true,
    fees: {
      totalBpsRate: '60',
      integratorFee: { bpsRate: '10' },
      platformFee: { bpsRate: '50' },
    },
    depositInstructions: {
      currency: 'usd',
      bankName: 'Bank',
      bankAccountNumber: '1',
      bankRoutingNumber: '2',
      bankBeneficiaryName: 'Ada',
      bankBeneficiaryAddress: 'London',
    },
    destination: { currency: 'usdc', walletAddress: '0x1', network: 'base' },
    created: 'x',
    updated: 'x',
  },
  bankAccount: {
    id: 'bankAccount_a',
    status: 'active',
    bankName: 'Bank',
    accountHolderName: 'Ada',
    accountName: 'Main',
    customer: 'customer_a',
    currency: 'usd',
    accountDetails: { accountNumber: '1', routingNumber: '2', accountType: 'checking' },
  },
  webhook: {
    id: 'webhook_a',
    name: 'Desk',
    description: '',
    active: true,
    deliveryRate: '1',
    status: 'healthy',
    events: [],
    url: 'https://x',
    created: 'x',
    updated: 'x',
  },
};

it.each([
  ['customer', ['notable /type']],
  [
    'virtualAccount',
    [
      'notable /active',
      'grave /fees/totalBpsRate',
      'grave /fees/integratorFee/bpsRate',
      'grave /fees/platformFee/bpsRate',
      'grave /depositInstructions/currency',
      'grave /depositInstructions/bankName',
      'grave /depositInstructions/bankAccountNumber',
      'grave /depositInstructions/bankRoutingNumber',
      'grave /depositInstructions/bankBeneficiaryName',
      'grave /depositInstructions/bankBeneficiaryAddress',
      'destination /destination/currency',
      'destination /destination/walletAddress',
      'destination /destination/network',
    ],
  ],
  [
    'bankAccount',
    [
      'notable /status',
      'grave /bankName',
      'grave /accountHolderName',
      'notable /accountName',
      'grave /customer',
      'grave /currency',
      'grave /accountDetails/accountNumber',
      'grave /accountDetails/routingNumber',
      'grave /accountDetails/accountType',
    ],
  ],
  ['webhook', ['notable /active', 'notable /events', 'grave /url']],
] as const)('of a %s these fields are watched for changes, and no others', (kind, expected) => {
  const found = watchedLeaves(kind, bodies[kind]).map(({ weight, path }) => `${weight} ${path}`);
  expect(found.toSorted()).toEqual(expected.toSorted());
});
