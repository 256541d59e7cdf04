/** Virtual accounts (Interface 2.4, 3, 4.2). */
import Big from 'big.js';
import { destinationCurrencies, sourceCurrencies } from '../../../src/contract/currencies.ts';
import { requiredMessage } from '../../../src/contract/errors.ts';
import { requestExamples } from '../../../src/contract/examples.ts';
import { defaultIntegratorBpsFee, virtualAccount } from '../../../src/contract/virtual-account.ts';
import { section } from '../case.ts';
import {
  demand,
  refusedAsInvalid,
  refusedByV2,
  requireEqual,
  shaped,
  succeeded,
} from '../checks.ts';
import type { Context } from '../context.ts';

const { customerId: _, integratorBpsFee: __, ...example } = requestExamples.createVirtualAccount;

export const virtualAccountCases = section('2.4', [
  [
    'id: prefix virtualAccount_.',
    'two virtual accounts have ids of this prefix, and different ones',
    'write',
    async ({ createVirtualAccount }) => {
      const one = await createVirtualAccount();
      const other = await createVirtualAccount();
      demand(one.id.startsWith('virtualAccount_'), `id is ${one.id}`);
      demand(one.id !== other.id, 'Two virtual accounts have the same id');
    },
  ],
  [
    'All rates are strings of basis points.',
    'the three rates are such strings',
    'write',
    async ({ createVirtualAccount }) => {
      const { fees } = await createVirtualAccount({ integratorBpsFee: '40' });
      const { totalBpsRate, integratorFee, platformFee } = fees;
      for (const rate of [totalBpsRate, integratorFee.bpsRate, platformFee.bpsRate]) {
        demand(/^[0-9]+(\.[0-9]+)?$/.test(rate), `A rate is ${rate}`);
      }
    },
  ],
  [
    'depositInstructions: currency, bankName, bankAccountNumber, … (all strings).',
    'each part of the deposit instructions says something',
    'write',
    async ({ createVirtualAccount }) => {
      const { depositInstructions } = await createVirtualAccount();
      for (const [name, value] of Object.entries(depositInstructions)) {
        demand(value !== '', `${name} is empty`);
      }
    },
  ],
  [
    'destination: currency, walletAddress, network (strings).',
    'the destination is the one that was asked for',
    'write',
    async ({ createVirtualAccount }) => {
      const { destination } = await createVirtualAccount();
      const { currency, walletAddress, network } = destination;
      requireEqual(currency.toUpperCase(), example.destinationCurrency, 'currency');
      requireEqual(network.toLowerCase(), example.network, 'network');
      // Hex addresses are the same in any case.
      const wanted = example.walletAddress.toLowerCase();
      requireEqual(walletAddress.toLowerCase(), wanted, 'walletAddress');
    },
  ],
  [
    'created, updated: timestamps.',
    'a new virtual account was not updated before it was created',
    'write',
    async ({ createVirtualAccount }) => {
      const { created, updated } = await createVirtualAccount();
      demand(updated >= created, `updated ${updated} is before created ${created}`);
    },
  ],
]);

export const virtualAccountStateCases = section('3', [
  [
    'Virtual account: active, value seen: true.',
    'a new virtual account is active',
    'write',
    async ({ createVirtualAccount }) =>
      requireEqual((await createVirtualAccount()).active, true, 'active'),
  ],
]);

const currencyPairs = sourceCurrencies.flatMap((source) =>
  destinationCurrencies.map((destination) => [source, destination] as const),
);

const requiredFields = [
  'customerId',
  'sourceCurrency',
  'destinationCurrency',
  'network',
  'walletAddress',
] as const;

const malformed: readonly (readonly [field: string, constraint: string, value: unknown])[] = [
  ['customerId', 'pattern ^customer_[a-z0-9]+$', 'customer_ABC'],
  ['customerId', 'pattern ^customer_[a-z0-9]+$', 'webhook_abc'],
  ['sourceCurrency', 'USD or EUR', 'GBP'],
  ['destinationCurrency', 'USDC or USDT', 'DAI'],
  ['network', 'a lowercase name', 'ETHEREUM'],
  ['integratorBpsFee', 'pattern ^[0-9]+$', '1.5'],
  ['integratorBpsFee', 'pattern ^[0-9]+$', '-40'],
  ['integratorBpsFee', 'pattern ^[0-9]+$', 'forty'],
  ['integratorBpsFee', 'pattern ^[0-9]+$', ''],
  ['integratorBpsFee', 'string', 40],
];

/** The request, for the shared customer. */
async function ask({ client, customer }: Context, changes: Readonly<Record<string, unknown>>) {
  const { id: customerId } = await customer();
  const body = { customerId, ...example, ...changes };
  return await client.call('POST', '/v2/virtual-account', { body });
}

export const createVirtualAccountCases = section('4.2', [
  ...currencyPairs.map(
    ([sourceCurrency, destinationCurrency]) =>
      [
        'sourceCurrency: USD or EUR. destinationCurrency: USDC or USDT.',
        `a virtual account from ${sourceCurrency} to ${destinationCurrency} is created`,
        'write',
        async ({ createVirtualAccount }: Context) => {
          const account = await createVirtualAccount({ sourceCurrency, destinationCurrency });
          const { depositInstructions, destination } = account;
          requireEqual(depositInstructions.currency.toUpperCase(), sourceCurrency, 'To be paid in');
          requireEqual(destination.currency.toUpperCase(), destinationCurrency, 'To be paid out');
        },
      ] as const,
  ),
  ...requiredFields.map(
    (field) =>
      [
        `${field}: required. A missing required input yields the message Required.`,
        `a virtual account without ${field} is refused with Required`,
        'write',
        async (context: Context) => {
          const messages = refusedAsInvalid(await ask(context, { [field]: undefined }), field);
          requireEqual(messages, [requiredMessage], 'The messages');
        },
      ] as const,
  ),
  ...malformed.map(
    ([field, constraint, value]) =>
      [
        `${field}: ${constraint}.`,
        `a virtual account with ${field} ${JSON.stringify(value)} is refused`,
        'write',
        async (context: Context) => {
          const answer = await ask(context, { [field]: value });
          refusedAsInvalid(answer, `${field} ${JSON.stringify(value)}`);
        },
      ] as const,
  ),
  [
    'customerId: the customer that gets the virtual account.',
    'a virtual account for a customer that does not exist is refused',
    'write',
    async (context) => {
      const customerId = 'customer_conformance0';
      refusedByV2(await ask(context, { customerId }), 'A customer that does not exist');
    },
  ],
  [
    'integratorBpsFee: not required, default 0.',
    'without a fee the integrator rate is 0',
    'write',
    async ({ createVirtualAccount }) => {
      const { fees } = await createVirtualAccount();
      requireEqual(fees.integratorFee.bpsRate, defaultIntegratorBpsFee, 'The integrator rate');
    },
  ],
  [
    'integratorBpsFee: integrator fee in basis points.',
    'the integrator rate is the one that was sent in the spelling of the table',
    'write',
    async ({ createVirtualAccount }) => {
      const { fees } = await createVirtualAccount({ integratorBpsFee: '40' });
      requireEqual(fees.integratorFee.bpsRate, '40', 'The integrator rate');
    },
  ],
  [
    'integratorBpsFee: string, not required, default 0.',
    'a fee of null is refused, or stands for the default',
    'write',
    async (context) => {
      const answer = await ask(context, { integratorBpsFee: null });
      if (answer.status >= 400) {
        refusedAsInvalid(answer, 'A fee of null');
        return;
      }
      const { fees } = shaped(virtualAccount, succeeded(answer, 'A fee of null'), 'The account');
      requireEqual(fees.integratorFee.bpsRate, defaultIntegratorBpsFee, 'The integrator rate');
    },
  ],
  [
    'The accepted spelling is ambiguous.',
    'a fee in the spelling of the example is taken, ignored or refused, nothing else',
    'write',
    async (context) => {
      const answer = await ask(context, { integratorBpsfee: '40' });
      if (answer.status >= 400) {
        refusedByV2(answer, 'The spelling of the example');
        return;
      }
      const { fees } = await context.createVirtualAccount({ integratorBpsfee: '40' });
      demand(['0', '40'].includes(fees.integratorFee.bpsRate), 'The rate is neither 0 nor 40');
    },
  ],
  ...['0', '40', '9999'].map(
    (integratorBpsFee) =>
      [
        'The total fee rate equals the integrator rate plus the platform rate.',
        `the total adds up for an integrator fee of ${integratorBpsFee}`,
        'write',
        async ({ createVirtualAccount }: Context) => {
          const { fees } = await createVirtualAccount({ integratorBpsFee });
          const sum = new Big(fees.integratorFee.bpsRate).plus(fees.platformFee.bpsRate);
          const expected = `The total is ${fees.totalBpsRate}, expected ${sum.toFixed()}`;
          demand(sum.eq(fees.totalBpsRate), expected);
        },
      ] as const,
  ),
]);
