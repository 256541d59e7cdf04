/** Sample data: people of long ago and addresses of the EIP-55 test vectors, so that nobody takes it for real. */
import type { CreateCustomerInput } from '../../../contract/customer.ts';
import type { Kyc, PayoutState, Terms } from '../../../contract/transitions.ts';
import type { CreateVirtualAccountInput } from '../../../contract/virtual-account.ts';

export interface SampleCustomer {
  readonly input: CreateCustomerInput;
  readonly ownName: string;
  readonly kyc: readonly Exclude<Kyc, 'none'>[];
  /** The last step is outside the usual order. */
  readonly isForced?: true;
  /** The message of the last step. */
  readonly message?: string;
  readonly terms: readonly Exclude<Terms, 'none'>[];
}

const person = (firstName: string, lastName: string) => ({
  ownName: '',
  input: {
    type: 'individual' as const,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    personalInformation: { firstName, lastName },
  },
});

const business = (ownName: string, email: string) => ({
  ownName,
  input: { type: 'business' as const, email },
});

const approved = { kyc: ['pending', 'successful'], terms: ['successful'] } as const;

/** The first three have accounts. */
export const sampleCustomers: readonly SampleCustomer[] = [
  { ...person('Ada', 'Byron'), ...approved },
  { ...person('Grace', 'Hopper'), ...approved },
  { ...business('Northwind Trading', 'treasury@northwind.example'), ...approved },
  { ...person('Alan', 'Turing'), kyc: ['pending'], terms: ['successful'] },
  {
    ...person('Hedy', 'Lamarr'),
    kyc: ['pending', 'rejected'],
    message: 'The photo of the identity document is blurred.',
    terms: ['successful'],
  },
  {
    ...person('Katherine', 'Johnson'),
    kyc: ['pending', 'additionalReviewRequired'],
    terms: ['pending'],
  },
  {
    // Rejected once nothing is asked for any more: it waits on us.
    ...person('Emmy', 'Noether'),
    kyc: ['pending', 'successful', 'rejected'],
    isForced: true,
    message: 'The identity document has expired.',
    terms: ['successful'],
  },
  { ...person('Mary', 'Somerville'), kyc: [], terms: ['successful'] },
  { ...business('Harbour Books', 'office@harbour.example'), kyc: [], terms: [] },
];

/** The customer whose response is lost. */
export const sampleLost = person('Sofia', 'Kovalevskaya').input;

/** A file of customers, its headings first. */
export const sampleBulkRows: readonly (readonly string[])[] = [
  ['type', 'email', 'firstName', 'lastName'],
  ['individual', 'maria.agnesi@example.com', 'Maria', 'Agnesi'],
  ['individual', 'sophie.germain@example.com', 'Sophie', 'Germain'],
  ['individual', 'emilie.chatelet@example.com', 'Émilie', 'du Châtelet'],
  ['individual', 'caroline.herschel@example.com', 'Caroline', 'Herschel'],
];

export interface SampleAccount {
  /** Place in the list of customers. */
  readonly of: number;
  readonly input: Omit<CreateVirtualAccountInput, 'customerId'>;
  /** The sandbox reads another spelling of the fee than is sent, so its response has none. */
  readonly hasMismatch?: true;
}

const account = (
  of: number,
  [sourceCurrency, destinationCurrency, network]: readonly [
    CreateVirtualAccountInput['sourceCurrency'],
    CreateVirtualAccountInput['destinationCurrency'],
    string,
  ],
  [walletAddress, integratorBpsFee]: readonly [string, string],
): SampleAccount => ({
  of,
  input: { sourceCurrency, destinationCurrency, network, walletAddress, integratorBpsFee },
});

export const sampleAccounts: readonly SampleAccount[] = [
  account(0, ['USD', 'USDC', 'ethereum'], ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '40']),
  account(0, ['EUR', 'USDC', 'polygon'], ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '35']),
  account(1, ['USD', 'USDC', 'base'], ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', '25']),
  account(2, ['USD', 'USDT', 'ethereum'], ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', '30']),
  {
    ...account(
      2,
      ['EUR', 'USDC', 'ethereum'],
      ['0x27b1fdb04752bbc536007a920d24acb045561c26', '30'],
    ),
    hasMismatch: true,
  },
];

export interface SampleDeposit {
  /** Place in the list of accounts. */
  readonly to: number;
  readonly amount: string;
  /** How long ago, in minutes. */
  readonly ago: number;
  readonly until: PayoutState;
  /** What the payer wrote. */
  readonly reference: string;
}

const minutesOf = { d: 24 * 60, h: 60, m: 1 } as const;

const deposit = (
  to: number,
  amount: string,
  [length, unit]: readonly [number, keyof typeof minutesOf],
  until: PayoutState = 'successful',
): Omit<SampleDeposit, 'reference'> => ({ to, amount, ago: length * minutesOf[unit], until });

/** Oldest first. */
export const sampleDeposits: readonly SampleDeposit[] = [
  deposit(0, '12500.75', [34, 'd']),
  deposit(2, '4200.00', [33, 'd']),
  deposit(3, '58000.00', [30, 'd']),
  deposit(1, '7350.20', [27, 'd']),
  deposit(0, '980.00', [26, 'd'], 'refunded'),
  deposit(3, '61250.50', [23, 'd']),
  deposit(2, '3900.00', [20, 'd']),
  deposit(0, '15000.00', [19, 'd']),
  deposit(3, '49800.00', [16, 'd']),
  deposit(1, '6120.00', [13, 'd']),
  deposit(2, '4450.00', [12, 'd'], 'cancelled'),
  deposit(3, '53310.10', [9, 'd']),
  deposit(0, '11780.00', [6, 'd']),
  deposit(1, '8040.60', [4, 'd']),
  deposit(3, '27500.00', [2, 'd'], 'failed'),
  deposit(2, '1250.00', [26, 'h'], 'processing'),
  deposit(0, '18250.00', [5, 'h']),
  deposit(1, '2300.00', [90, 'm'], 'funded'),
  deposit(3, '64100.00', [40, 'm'], 'pending'),
  deposit(2, '875.00', [12, 'm'], 'created'),
].map((one, place) => ({ ...one, reference: `INV-${1041 + place}` }));
