/** Does the answer match what we sent (decisions 27), and do its fees add up (decisions 21, Interface 4.2)? */
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { isSameAddress, isSameCurrency, isSameNetwork, isSameRate, rateOf } from './same-value.ts';
import { textAt, valueAt } from './values.ts';

interface Comparison {
  /** Key of the request (Interface 4.2). */
  readonly sent: string;
  /** Path in the answer (Interface 2.4). */
  readonly received: string;
  readonly words: string;
  readonly isSame: (sent: string, received: string) => boolean;
  /** What the service takes where nothing was sent. */
  readonly unless?: string;
  /** The interface shows no such field in the answer, so it departs only where it says otherwise. */
  readonly isUnasked?: boolean;
}

const customer = {
  sent: 'customerId',
  words: 'customer',
  isUnasked: true,
  isSame: (sent: string, received: string) => sent === received,
} as const;

const comparisons: readonly Comparison[] = [
  { ...customer, received: 'customerId' },
  { ...customer, received: 'customer' },
  { ...customer, received: 'customer.id' },
  {
    sent: 'sourceCurrency',
    received: 'depositInstructions.currency',
    words: 'source currency',
    isSame: isSameCurrency,
  },
  {
    sent: 'destinationCurrency',
    received: 'destination.currency',
    words: 'destination currency',
    isSame: isSameCurrency,
  },
  {
    sent: 'network',
    received: 'destination.network',
    words: 'network',
    isSame: isSameNetwork,
  },
  {
    sent: 'walletAddress',
    received: 'destination.walletAddress',
    words: 'wallet address',
    isSame: isSameAddress,
  },
  {
    sent: 'integratorBpsFee',
    received: 'fees.integratorFee.bpsRate',
    words: 'integrator fee in basis points',
    isSame: isSameRate,
    unless: '0',
  },
];

/**
 * Every departure of a virtual account, in the order of the interface. `entered` is what was sent,
 * under the request's keys; empty when it is not known, and then only the sum is checked.
 */
export function mismatchesOf(record: {
  readonly body: JsonObject;
  readonly entered: JsonObject;
  /** The service never reported the account, so nothing is missing in a response of it. */
  readonly isByPerson?: boolean;
}): Mismatch[] {
  const { body, entered, isByPerson = false } = record;
  // What was entered may have been taken back, which leaves nulls.
  const wasSent = Object.values(entered).some((value) => value !== null);
  const departures = wasSent
    ? comparisons.flatMap((comparison) => compare(comparison, entered, body, isByPerson))
    : [];
  return [...departures, ...sumOf(body, isByPerson)];
}

const fieldOrder = [...comparisons.map(({ received }) => received), 'fees.totalBpsRate'];

/** In the order of the interface. */
export const inFieldOrder = (mismatches: readonly Mismatch[]): Mismatch[] =>
  mismatches.toSorted(
    (one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field),
  );

function compare(
  comparison: Comparison,
  entered: JsonObject,
  body: JsonObject,
  isByPerson: boolean,
): Mismatch[] {
  const { words, received: field } = comparison;
  const sent = textAt(entered, comparison.sent) ?? comparison.unless ?? null;
  const received = textAt(body, field);
  if (sent === null) return [];
  if (comparison.isUnasked && (received === null || isJsonObject(valueAt(body, field)))) return [];
  if (received === null && isByPerson) return [];
  if (received === null) {
    return [{ field, sent, received, sentence: `The response does not contain the ${words}.` }];
  }
  if (comparison.isSame(sent, received)) return [];
  return [
    {
      field,
      sent,
      received,
      sentence: `The ${words} in the request was ${sent}; in the response it is ${received}.`,
    },
  ];
}

function sumOf(body: JsonObject, isByPerson: boolean): Mismatch[] {
  const field = 'fees.totalBpsRate';
  const total = textAt(body, field);
  const integrator = textAt(body, 'fees.integratorFee.bpsRate');
  const platform = textAt(body, 'fees.platformFee.bpsRate');
  const rates = [total, integrator, platform].map(rateOf);
  const [totalRate, integratorRate, platformRate] = rates;
  if (!totalRate || !integratorRate || !platformRate) {
    if (isByPerson) return [];
    const sentence =
      'The response does not give all three fee rates as numbers, so Causeway can’t check their sum.';
    return [{ field, sent: null, received: total, sentence }];
  }
  const sum = integratorRate.plus(platformRate);
  if (totalRate.eq(sum)) return [];
  return [
    {
      field,
      sent: null,
      received: total,
      sentence: `The total is ${total} bps, but integrator fee ${integrator} bps and platform fee ${platform} bps make ${sum.toFixed()} bps.`,
    },
  ];
}
