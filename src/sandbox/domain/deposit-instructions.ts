/** Bank details to pay into (Interface 2.4). Made up, with correct check digits. */
import type { CreateCustomerRequest } from '../../contract/customer.ts';
import type { DepositInstructions } from '../../contract/virtual-account.ts';
import type { Random } from '../../platform/random.ts';

const digits = (random: Random, length: number): string =>
  Array.from(random.bytes(length), (byte) => byte % 10).join('');

/** US routing number: eight digits and the ABA check digit (weights 3, 7, 1). */
export function routingNumber(firstEight: string): string {
  const weights = [3, 7, 1];
  const sum = [...firstEight].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  );
  return `${firstEight}${(10 - (sum % 10)) % 10}`;
}

/** IBAN: country, two check digits (ISO 7064 mod 97-10), the country's own account number. */
export function iban(country: string, account: string): string {
  const numeric = [...`${account}${country}00`]
    .map((character) => Number.parseInt(character, 36).toString())
    .join('');
  const check = 98n - (BigInt(numeric) % 97n);
  return `${country}${check.toString().padStart(2, '0')}${account}`;
}

function beneficiaryOf(entered: CreateCustomerRequest, customerId: string) {
  const { firstName, lastName } = entered.personalInformation ?? {};
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  // No input names a business (Interface 2.1), and a bank asks for a name: one is made up from the id.
  const mark = customerId.slice(-6).toUpperCase();
  const madeUp =
    entered.type === 'business' ? `Sandbox Business ${mark}` : `Sandbox Person ${mark}`;
  const address = Object.values(entered.address ?? {}).filter((line) => (line ?? '').trim() !== '');
  return {
    bankBeneficiaryName: name.trim() === '' ? madeUp : name.trim(),
    bankBeneficiaryAddress:
      address.length === 0 ? '100 Sandbox Street, Wilmington, DE 19801, US' : address.join(', '),
  };
}

/** Where to pay in. For EUR: IBAN in bankAccountNumber, BIC in bankRoutingNumber (decisions 26). */
export function depositInstructions(
  currency: 'USD' | 'EUR',
  customer: { readonly id: string; readonly entered: CreateCustomerRequest },
  random: Random,
): DepositInstructions {
  const beneficiary = beneficiaryOf(customer.entered, customer.id);
  if (currency === 'EUR') {
    return {
      currency,
      bankName: 'Causeway Sandbox Bank AG',
      bankAccountNumber: iban('DE', `50010517${digits(random, 10)}`),
      bankRoutingNumber: 'CWSBDEFFXXX',
      ...beneficiary,
    };
  }
  return {
    currency,
    bankName: 'Causeway Sandbox Bank',
    bankAccountNumber: `9${digits(random, 11)}`,
    bankRoutingNumber: routingNumber('10100001'),
    ...beneficiary,
  };
}
