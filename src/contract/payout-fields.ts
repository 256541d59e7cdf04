/**
 * Where a payout's facts may stand. The API specification shows no field of a payout (Interface 2.7, 3),
 * so each notion is looked for under likely names. Plain data, without zod.
 */
import { destinationCurrencies, sourceCurrencies } from './currencies.ts';

/** What is looked for in a payout. */
export const payoutNotions = [
  'status',
  'amountIn',
  'currencyIn',
  'amountOut',
  'currencyOut',
  'feeAmount',
  'feeCurrency',
  'network',
  'walletAddress',
  'transaction',
  'customerId',
  'virtualAccountId',
  'reference',
  'created',
  'updated',
] as const;
export type PayoutNotion = (typeof payoutNotions)[number];
/** What an erasure of its customer takes out of a payout. */
export const personalNotions: readonly PayoutNotion[] = [
  'walletAddress',
  'transaction',
  'reference',
];

/** How an amount and its currency are named inside one object, as in `{"value": "1", "currency": "USD"}`. */
const amountKeys = ['amount', 'value'] as const;
/** How many decimals an amount in minor units has, where a record says so beside it. */
export const scaleKeys = ['decimals', 'precision', 'exponent', 'scale'] as const;
/** Objects beside an amount that may say so too. */
export const scaleHolders = ['currency', 'asset', 'token'] as const;
const currencyKeys = ['currency', 'currencyCode', 'asset', 'token'] as const;

/**
 * Objects that hold one side, and flat names of it. The sandbox's own form is `source`, `fee` and
 * `destination`. Names that don't tell whose side they are (`sentAmount`, `netAmount`) are not in the table.
 */
const inObjects = ['source', 'from', 'input', 'deposit', 'amountIn', 'sourceAmount'] as const;
const outObjects = ['destination', 'to', 'output', 'amountOut', 'destinationAmount'] as const;
const feeObjects = ['fee', 'fees', 'totalFee', 'feeAmount'] as const;

const flatIn = ['amountIn', 'sourceAmount', 'fromAmount', 'inputAmount', 'depositAmount'] as const;
const flatOut = ['amountOut', 'destinationAmount', 'toAmount', 'outputAmount'] as const;
const flatFee = ['feeAmount', 'fee', 'totalFee', 'fees/total'] as const;

const within = (objects: readonly string[], keys: readonly string[]): string[] =>
  objects.flatMap((object) => keys.map((key) => `${object}/${key}`));

/**
 * Camel-case paths of each notion, the likeliest first. The first tier in which anything stands decides;
 * values in it that don't mean the same make the notion ambiguous.
 */
const tiers: Readonly<Record<PayoutNotion, readonly (readonly string[])[]>> = {
  status: [['status', 'state']],
  amountIn: [[...within(inObjects, amountKeys), ...flatIn]],
  currencyIn: [
    [
      ...within(inObjects, currencyKeys),
      'sourceCurrency',
      'currencyIn',
      'fromCurrency',
      'inputCurrency',
      'depositCurrency',
    ],
  ],
  amountOut: [[...within(outObjects, amountKeys), ...flatOut]],
  currencyOut: [
    [
      ...within(outObjects, currencyKeys),
      'destinationCurrency',
      'currencyOut',
      'toCurrency',
      'outputCurrency',
    ],
  ],
  feeAmount: [[...within(feeObjects, amountKeys), ...flatFee]],
  feeCurrency: [[...within(feeObjects, currencyKeys), 'feeCurrency']],
  network: [
    ['destination/network', 'network', 'destinationNetwork', 'toNetwork', 'to/network'],
    ['destination/chain', 'chain', 'blockchain', 'destination/blockchain', 'paymentRail'],
  ],
  walletAddress: [
    [
      'destination/walletAddress',
      'walletAddress',
      'destination/address',
      'toAddress',
      'destinationAddress',
      'recipientAddress',
      'to/address',
      'to/walletAddress',
    ],
    ['wallet/address', 'recipient/address', 'address'],
  ],
  transaction: [
    [
      'transactionHash',
      'txHash',
      'transaction/hash',
      'destination/transactionHash',
      'destination/txHash',
      'onChainTransactionHash',
      'receipt/transactionHash',
      'hash',
    ],
    ['transactionId', 'txId', 'transaction/id', 'transaction', 'signature'],
  ],
  customerId: [['customer', 'customerId', 'customer/id', 'source/customer', 'source/customerId']],
  virtualAccountId: [
    [
      'virtualAccount',
      'virtualAccountId',
      'virtualAccount/id',
      'source/virtualAccount',
      'source/virtualAccountId',
      'source/id',
    ],
  ],
  reference: [
    ['reference', 'depositReference', 'source/reference', 'deposit/reference'],
    ['paymentReference', 'externalId', 'externalReference', 'clientReferenceId', 'memo'],
  ],
  created: [['created', 'createdAt']],
  updated: [['updated', 'updatedAt']],
};

const snake = (path: string): string =>
  path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON Pointers (RFC 6901) of the tiers, camel case and snake case. */
export const likelyPointers: Readonly<Record<PayoutNotion, readonly (readonly string[])[]>> =
  Object.fromEntries(
    payoutNotions.map((notion) => [
      notion,
      tiers[notion].map((tier) => [
        ...new Set(tier.flatMap((path) => [`/${path}`, `/${snake(path)}`])),
      ]),
    ]),
  ) as unknown as Readonly<Record<PayoutNotion, readonly (readonly string[])[]>>;

/**
 * An amount that doesn't say whose side it is, with its currency: the currency tells, where it is one of
 * those that are paid in or paid out. Otherwise it is on neither side.
 */
export const plainAmounts: readonly { readonly amount: string; readonly currency: string }[] = [
  ...currencyKeys.map((key) => ({ amount: '/amount', currency: `/${snake(key)}` })),
  ...currencyKeys.map((key) => ({ amount: '/amount', currency: `/${key}` })),
  ...amountKeys.flatMap((amount) =>
    currencyKeys.map((key) => ({ amount: `/amount/${amount}`, currency: `/amount/${key}` })),
  ),
].filter(
  ({ amount, currency }, at, all) =>
    at === all.findIndex((one) => one.amount === amount && one.currency === currency),
);

/** Whose side a currency tells of (Interface 4.2); null for all others. */
export function sideOfCurrency(currency: string): 'in' | 'out' | null {
  const code = currency.toUpperCase();
  if (sourceCurrencies.some((one) => one === code)) return 'in';
  return destinationCurrencies.some((one) => one === code) ? 'out' : null;
}
