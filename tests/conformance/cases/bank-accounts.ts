/** Bank accounts (Interface 2.5, 4.3). */
import { observedAccountTypes } from '../../../src/contract/observed.ts';
import { section } from '../case.ts';
import { demand, refusedByV2, refusedInGeneral, requireEqual } from '../checks.ts';
import type { Context } from '../context.ts';

const pathOf = (customer: string, bankAccount: string): string =>
  `/v2/customers/${customer}/bank-account/${bankAccount}`;

export const bankAccountCases = section('2.5', [
  [
    'id: pattern ^bankAccount_[a-z0-9]+$.',
    'a bank account has an id of this pattern',
    'read',
    async ({ bankAccount }) => {
      const { id } = await bankAccount();
      demand(/^bankAccount_[a-z0-9]+$/.test(id), `id is ${id}`);
    },
  ],
  [
    'status: observed value active.',
    'a bank account has a status',
    'read',
    async ({ bankAccount }) => demand((await bankAccount()).status !== '', 'status is empty'),
  ],
  [
    'currency: lowercase currency code.',
    'the currency is in lower case',
    'read',
    async ({ bankAccount }) => {
      const { currency } = await bankAccount();
      demand(/^[a-z]{3,}$/.test(currency), `currency is ${currency}`);
    },
  ],
  [
    'accountNumber, routingNumber: masked, only trailing digits visible.',
    'both numbers are masked but for their last digits',
    'read',
    async ({ bankAccount }) => {
      const { accountNumber, routingNumber } = (await bankAccount()).accountDetails;
      for (const number of [accountNumber, routingNumber]) {
        // The number itself is not told: where it is not masked it must not reach a log.
        demand(/^[^0-9]+[0-9]+$/.test(number), 'A number shows more than its last digits');
      }
    },
  ],
  [
    'accountType: checking or savings.',
    'the account type is one of the two',
    'read',
    async ({ bankAccount }) => {
      const { accountType } = (await bankAccount()).accountDetails;
      const isOne = observedAccountTypes.some((type) => type === accountType);
      demand(isOne, `accountType is ${accountType}`);
    },
  ],
]);

const wrongIds: readonly (readonly [string, string])[] = [
  ['customer_UPPER', 'bankAccount_conformance0'],
  ['webhook_abc', 'bankAccount_conformance0'],
  ['customer_conformance0', 'bankAccount_UPPER'],
  ['customer_conformance0', 'customer_abc'],
];

export const getBankAccountCases = section('4.3', [
  [
    'GET /v2/customers/{customer_id}/bank-account/{bank_account_id}. Response body: Bank account.',
    'a bank account is answered to the customer that it belongs to',
    'read',
    async ({ client, bankAccount }) => {
      const { id, customer } = await bankAccount();
      const { status, json } = await client.call('GET', pathOf(customer, id));
      demand(status < 300, `It was answered with ${status}`);
      requireEqual(json, await bankAccount(), 'The second answer');
    },
  ],
  [
    'When the bank account does not exist, the error body of 7.2 is returned with a general message.',
    'a bank account that does not exist gives form 7.2',
    'read',
    async ({ client }) => {
      const path = pathOf('customer_conformance0', 'bankAccount_conformance0');
      refusedInGeneral(await client.call('GET', path), 'a bank account that does not exist');
    },
  ],
  [
    'When the bank account does not exist, the error body of 7.2 is returned with a general message.',
    'a bank account of another customer is not given away',
    'read',
    async ({ client, bankAccount }) => {
      const { id } = await bankAccount();
      const answer = await client.call('GET', pathOf('customer_conformance0', id));
      refusedInGeneral(answer, 'a bank account of another customer');
    },
  ],
  ...wrongIds.map(
    ([customer, bankAccount]) =>
      [
        'customer_id: pattern ^customer_[a-z0-9]+$. bank_account_id: pattern ^bankAccount_[a-z0-9]+$.',
        `the ids ${customer} and ${bankAccount} are refused`,
        'read',
        async ({ client }: Context) =>
          refusedByV2(await client.call('GET', pathOf(customer, bankAccount)), 'A wrong id'),
      ] as const,
  ),
]);
