/** Where a bank account is not as it has to be: whose it is, and that its numbers are masked (Interface 2.5). */
import type { BankAccountMismatch } from '../../../bridge/bank-accounts.ts';
import { wholeNumbers } from '../../../contract/masked-numbers.ts';
import type { JsonObject } from '../../../contract/scalars.ts';

/** `foundUnder`: the customer under whom the service gave it last; null where it was never asked. */
export function mismatchesFrom(body: JsonObject, foundUnder: string | null): BankAccountMismatch[] {
  const other = otherCustomer(body, foundUnder);
  const unmasked = wholeNumbers(body).map(({ field }) => words[field] ?? field);
  return [
    ...(other === null ? [] : [{ code: 'customer' as const, sentence: other }]),
    ...(unmasked.length === 0
      ? []
      : [{ code: 'unmasked' as const, sentence: sentenceOf(unmasked) }]),
  ];
}

/** What is wrong with an answer that names another customer than was asked; null where nothing is. */
export function otherCustomer(body: JsonObject, asked: string | null): string | null {
  const { customer } = body;
  if (asked === null || customer === undefined || customer === null || customer === asked) {
    return null;
  }
  const named = typeof customer === 'string' ? customer : JSON.stringify(customer);
  return `The lookup named ${asked}, but the service reports that this bank account belongs to ${named}.`;
}

const words: Readonly<Record<string, string>> = {
  'accountDetails.accountNumber': 'account number',
  'accountDetails.routingNumber': 'routing number',
};

const sentenceOf = (unmasked: readonly string[]): string =>
  `The service did not mask the ${unmasked.join(', ')}. Causeway masks it until you show it.`;
