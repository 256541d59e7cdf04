/** Texts of the virtual accounts screens. */
import type { AddressFamily } from '../../../contract/addresses/families.ts';

/** What an address of a family looks like. */
const addressForms: Record<AddressFamily, string> = {
  evm: '0x and 40 hex digits',
  solana: '32 to 44 characters in base58',
  tron: '34 characters that start with T',
  stellar: '56 characters that start with G',
};

export const virtualAccountTexts = {
  title: 'Virtual accounts',
  listLabel: 'Virtual accounts',
  search: 'Search customer, wallet or ID',
  filterCurrency: 'Currency',
  filterNetwork: 'Network',
  create: 'New virtual account',
  failed: 'The virtual accounts can’t be read',
  noun: { one: 'virtual account', many: 'virtual accounts' },
  columns: {
    customer: 'Customer',
    pair: 'In → out',
    standing: 'Status',
  },
  standing: { active: 'Active', inactive: 'Inactive', unknown: 'Not known', mismatch: 'Mismatch' },
  empty: {
    title: 'No virtual accounts yet',
    body: 'A virtual account gives a customer bank details to pay into. Deposits become a stablecoin in a wallet. Accounts that you create or import are listed here: Causeway can’t fetch a list from the service.',
    action: 'Create first virtual account',
    noCustomer: 'A virtual account belongs to a customer. Create a customer first.',
    createCustomer: 'Create customer',
  },

  detail: {
    nothing: 'Nothing',
    deposit: 'Deposit instructions',
    depositLead: 'The bank details the customer pays into.',
    ibanHint:
      'For EUR, the account number may be an IBAN and the routing number a BIC. A deposit sheet says so where they have that form.',
    copyAll: 'Copy all',
    noInstructions: 'The service has provided no deposit instructions.',
    destination: 'Destination',
    fees: 'Fees',
    remains: 'Left after fees',
    times: 'Times',
    customer: 'Customer',
    customerHint: 'from the request; the response does not name the customer',
    active: 'Active',
  },

  form: {
    title: 'New virtual account',
    back: 'Back to virtual accounts',
    money: 'Money',
    wallet: 'Wallet',
    lead: 'Bank details for one customer. The service converts deposits and sends them to the wallet. Causeway can’t change or delete a virtual account.',
    summary: 'Summary',
    notEntered: 'Not entered yet',
    unreadable: 'Can’t be read',
    sourceHelp: 'The currency that the customer pays in.',
    destinationHelp: 'The stablecoin that reaches the wallet.',
    networkHelp: 'Causeway checks the wallet address by the network’s rules.',
    networkOf: (name: string, family: AddressFamily) => `${name}: ${addressForms[family]}`,
    otherNetwork: 'Name of the network',
    otherNetworkHelp: 'In lowercase, as the service names it',
    noNetwork: 'Select a network',
    feeHelp: 'Optional. Digits only; 100 bps are 1 %. Empty means 0.',
    largeFee: (rate: string) =>
      `${rate} is a large part of every deposit. The review asks you to confirm it.`,
    zeroFee: '0 bps: you receive no fee. The platform fee still applies.',
    confirmNetwork: (name: string) =>
      `“${name}” is not a network known to Causeway. I am sure that the wallet is on it.`,
    unknownNetwork:
      'The API specification does not list the networks. Money sent on the wrong network can be lost.',
    pairWarning: (currency: string, network: string) =>
      `Causeway does not know whether the service supports ${currency} on ${network}. The service may refuse it.`,
  },

  verification: {
    incomplete: (count: string) => `Verification incomplete: ${count} still needed`,
    decides: 'The service decides whether it accepts a virtual account now.',
  },

  review: {
    title: 'Review',
    becomes: 'Deposits become',
    customer: 'For',
    pays: 'Paid in',
    receives: 'Paid out',
    on: (currency: string, network: string) => `${currency} on ${network}`,
    address: 'To this wallet address',
    fee: 'Integrator fee',
    sample: (amount: string, left: string, currency: string | null) =>
      currency === null ? `${amount} → ${left}` : `${amount} ${currency} → ${left} ${currency}`,
    beforeConversion: (currency: string | null) =>
      currency === null
        ? 'Before conversion. The exchange rate is not included.'
        : `Before conversion to ${currency}. The exchange rate is not included.`,
    unusualFee: 'unusual, over 5 %',
    zeroFee: 'You receive no fee.',
    samples: 'Left after the integrator fee',
    sampleHint:
      'The service also takes its platform fee, so less is paid out. Its response states the rate.',
    overWhole: 'The fees exceed the whole deposit.',
    irrevocable: 'Money sent to the wallet can’t be recovered.',
    action: 'Create virtual account',
  },

  problems: {
    customer: 'Select a customer, or paste an ID that starts with customer_.',
    noNetwork: 'Select a network.',
    network: 'Enter the network’s name in lowercase, for example ethereum.',
    confirmNetwork: 'Confirm the network, or select a suggested one.',
    address: 'Enter the wallet address that receives the money.',
    fee: 'Enter digits only, for example 40.',
    wholeFee:
      'Enter less than 10,000 bps: 10,000 bps are 100 %, so nothing would reach the wallet.',
  },
} as const;
