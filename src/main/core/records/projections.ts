/** What lists show, search and sort by, worked out from a record alone. The one place that does so. */
import type { JsonObject } from '../../../contract/scalars.ts';
import type {
  BankAccountColumns,
  CustomerColumns,
  KnownRecord,
  VirtualAccountColumns,
} from './types.ts';

/** A customer's columns but for the count of virtual accounts, which is not in its record. */
export type CustomerProjection = Omit<CustomerColumns, 'virtualAccounts'>;
/** A virtual account's columns but for the customer's name, which is in the customer's record. */
export type VirtualAccountProjection = Omit<VirtualAccountColumns, 'customerName'>;
/** A bank account's columns but for the customer's name, with the account's own. */
export type BankAccountProjection = Omit<BankAccountColumns, 'customerName'> & {
  readonly accountName: string | null;
};

/** The value at a path of a body of any shape; undefined where the path does not lead. */
function at(body: JsonObject, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as JsonObject)[key]
        : undefined,
    body,
  );
}

/** A number where the interface has a string is the text that a person reads. */
function textAt(body: JsonObject, ...path: readonly string[]): string | null {
  const value = at(body, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** First and last name as a person writes them; null when neither is there. */
function fullName(body: JsonObject): string | null {
  const names = ['firstName', 'lastName'].map((key) => textAt(body, 'personalInformation', key));
  const known = names.filter((name) => name !== null);
  return known.length === 0 ? null : known.join(' ');
}

/** `ownName`: the desk's own, which stands where no first or last name is known. */
export function projectCustomer(
  { body, entered }: KnownRecord,
  ownName: string | null = null,
): CustomerProjection {
  const email = textAt(body, 'email') ?? textAt(entered, 'email');
  const given = fullName(body) ?? fullName(entered);
  const name = given ?? ownName ?? email;
  const confirmed = fullName(body) !== null || textAt(body, 'email') !== null;
  const profiles = profilesOf(body);
  return {
    type: textAt(body, 'type') ?? textAt(entered, 'type'),
    name,
    isOwnName: given === null && ownName !== null,
    email,
    isUnconfirmed: name !== null && !confirmed,
    profiles: profiles.map(({ name: profile, status }) => ({ name: profile, status })),
    requiredCriteria: new Set(profiles.flatMap((profile) => profile.required)).size,
  };
}

/** Verification profiles as far as they have the shape of Interface 2.1. */
function profilesOf(body: JsonObject) {
  const profiles = at(body, 'verificationProfiles');
  if (!Array.isArray(profiles)) return [];
  return profiles.flatMap((profile: unknown) => {
    if (typeof profile !== 'object' || profile === null) return [];
    const name = textAt(profile as JsonObject, 'name');
    const status = textAt(profile as JsonObject, 'status');
    if (name === null && status === null) return [];
    const required = at(profile as JsonObject, 'criteria', 'required');
    return [
      {
        name: name ?? '',
        status: status ?? '',
        required: Array.isArray(required)
          ? required.filter((criterion): criterion is string => typeof criterion === 'string')
          : [],
      },
    ];
  });
}

export function projectVirtualAccount({ body, entered }: KnownRecord): VirtualAccountProjection {
  const active = at(body, 'active');
  return {
    customerId: textAt(entered, 'customerId') ?? textAt(body, 'customerId'),
    sourceCurrency:
      textAt(body, 'depositInstructions', 'currency') ?? textAt(entered, 'sourceCurrency'),
    destinationCurrency:
      textAt(body, 'destination', 'currency') ?? textAt(entered, 'destinationCurrency'),
    network: textAt(body, 'destination', 'network') ?? textAt(entered, 'network'),
    walletAddress: textAt(body, 'destination', 'walletAddress') ?? textAt(entered, 'walletAddress'),
    totalBpsRate: textAt(body, 'fees', 'totalBpsRate'),
    active: typeof active === 'boolean' ? active : null,
    created: textAt(body, 'created'),
  };
}

export const projectBankAccount = ({ body }: KnownRecord): BankAccountProjection => ({
  status: textAt(body, 'status'),
  bankName: textAt(body, 'bankName'),
  accountHolderName: textAt(body, 'accountHolderName'),
  accountName: textAt(body, 'accountName'),
  customerId: textAt(body, 'customer'),
  currency: textAt(body, 'currency'),
  accountNumber: textAt(body, 'accountDetails', 'accountNumber'),
});

/** The account number that a payment names, for search. */
export const depositNumber = ({ body }: KnownRecord): string | null =>
  textAt(body, 'depositInstructions', 'bankAccountNumber');
