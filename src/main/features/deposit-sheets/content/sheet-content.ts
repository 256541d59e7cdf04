/**
 * From a virtual account to what its sheet says, or to the reasons why it gets none. A sheet goes to a
 * customer who pays by it, so nothing doubtful is ever printed, and there is no way round: what stands
 * against an account is cleared up first (docs/decisions.md).
 */
import type { VirtualAccountDetail } from '../../../../bridge/virtual-accounts.ts';
import { cameAsNumberWords } from '../../../../contract/exact-json.ts';
import { depositFields, fieldsOf } from '../../../../contract/fields.ts';
import { isJsonObject } from '../../../../contract/scalars.ts';
import { type Leaf, leavesOf, valueAt } from '../../../core/creates/values.ts';
import type { InstructionLine, SheetContent } from '../types.ts';
import { inGroups, isBic, isIban } from './numbers.ts';

export type SheetCheck =
  | { readonly content: SheetContent; readonly reasons?: undefined }
  /** Sentences, at least one. */
  | { readonly content?: undefined; readonly reasons: readonly string[] };

const labels: ReadonlyMap<string, string> = new Map(
  fieldsOf('virtualAccount').map(({ name, label }) => [name, label]),
);
const labelOf = (field: string): string => labels.get(`depositInstructions.${field}`) ?? field;

/** `concerns` are sentences of whoever else watches the account, such as a change nobody signed off. */
export function checkAccount(
  account: VirtualAccountDetail,
  concerns: readonly string[] = [],
): SheetCheck {
  const { sourceCurrency, destinationCurrency, network, walletAddress } = account;
  const missing = missingOf(account);
  const noText = noTextIn(account);
  const reasons = [
    ...(account.mismatches.length > 0 && account.clearance === null
      ? [
          'The response does not match the request. Ask the service to explain the mismatch, then sign it off.',
        ]
      : []),
    ...(account.active === false ? ['The account is not active.'] : []),
    ...(account.active === null
      ? ['The service has not confirmed that the account is active.']
      : []),
    ...(missing.length > 0 ? [`The service has not provided: ${missing.join(', ')}.`] : []),
    ...(isCustomerId(account)
      ? [
          'The service gives the customer ID as the beneficiary name, which no bank knows. Ask the service for the name.',
        ]
      : []),
    ...(noText.length > 0
      ? [
          `The service did not send these values as text, so digits may have been lost: ${noText.join(', ')}. Ask the service for the values.`,
        ]
      : []),
    ...concerns,
  ];
  // What is null is among the missing; asked again for the types alone.
  const isWhole =
    sourceCurrency !== null &&
    destinationCurrency !== null &&
    network !== null &&
    walletAddress !== null;
  if (reasons.length > 0 || !isWhole) return { reasons };
  return {
    content: {
      accountId: account.id,
      customerId: account.customerId,
      customerName: account.customerName,
      instructions: account.depositInstructions.map((line) => lineOf(line, sourceCurrency)),
      sourceCurrency,
      destinationCurrency,
      network,
      walletAddress,
      otherDestination: otherDestination(account),
      knownAt: account.lastLearnedAt,
    },
  };
}

/**
 * Instructions and parts of the destination that did not come as text. A number of JSON loses its
 * leading zeros, and beyond 2^53 its last digits; nobody can tell afterwards.
 */
function noTextIn({ asReceived, learned }: VirtualAccountDetail): string[] {
  const told = learned.flatMap(({ deviations }) => deviations);
  const leaves = (value: unknown, path: string): string[] => {
    if (isJsonObject(value)) {
      return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
    }
    return value === undefined || value === null || typeof value === 'string' ? [] : [path];
  };
  const paths = ['depositInstructions', 'destination'].flatMap((part) => [
    ...leaves(valueAt(asReceived, part), part),
    ...told.flatMap((words) =>
      words.startsWith(`${part}.`) ? (asNumber.exec(words)?.[1] ?? []) : [],
    ),
  ]);
  return [...new Set(paths)].map((path) => labels.get(path) ?? path);
}

/** The network may need it beside the address, such as a memo. */
function otherDestination({ asReceived }: VirtualAccountDetail): Leaf[] {
  const destination = valueAt(asReceived, 'destination');
  return isJsonObject(destination)
    ? leavesOf(destination, 'destination').filter(({ field }) => !labels.has(field))
    : [];
}

/** Their digits are kept as text, so their type does not tell. */
const asNumber = new RegExp(`^(.*): ${cameAsNumberWords}$`);

/**
 * Whether a customer ID stands as beneficiary: the API gives a business no name, so its ID may stand in place of one.
 */
function isCustomerId({ depositInstructions, customerId }: VirtualAccountDetail): boolean {
  const name = depositInstructions.find(({ field }) => field === 'bankBeneficiaryName')?.value;
  return name !== undefined && (name.trim() === customerId || /^\s*customer_\S+\s*$/.test(name));
}

function missingOf(account: VirtualAccountDetail): string[] {
  const given = new Map(account.depositInstructions.map(({ field, value }) => [field, value]));
  const isMissing = (value: string | null | undefined) => (value ?? '').trim() === '';
  return [
    ...depositFields
      .filter(({ key, uses }) => uses.includes('sheet') && isMissing(given.get(key)))
      .map(({ label }) => label.toLowerCase()),
    ...(isMissing(account.destinationCurrency) ? ['destination currency'] : []),
    ...(isMissing(account.network) ? ['network'] : []),
    ...(isMissing(account.walletAddress) ? ['wallet address'] : []),
  ];
}

/** IBAN and BIC are named where they are what they look like (decisions 26), not by the currency alone. */
function lineOf(
  { field, value }: { readonly field: string; readonly value: string },
  currency: string,
): InstructionLine {
  const label = labelOf(field);
  const isNumber = depositFields.some(({ key, kind }) => key === field && kind === 'number');
  const isEuro = currency.toUpperCase() === 'EUR';
  if (field === 'bankAccountNumber' && isIban(value)) {
    const iban = value.replaceAll(/\s/g, '');
    return { field, label: `${label} (IBAN)`, value, shown: inGroups(iban), isNumber: true };
  }
  if (field === 'bankRoutingNumber' && isEuro && isBic(value)) {
    return { field, label: `${label} (BIC)`, value, shown: value, isNumber: true };
  }
  if (field === 'bankAccountNumber') {
    return { field, label, value, shown: inGroups(value), isNumber: true };
  }
  return { field, label, value, shown: value, isNumber };
}
