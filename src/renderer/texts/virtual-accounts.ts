/** Words of the virtual accounts screens. */
export const virtualAccountTexts = {
  title: 'Virtual accounts',
  listLabel: 'Virtual accounts',
  search: 'Search customer, wallet or id',
  filterCurrency: 'Currency',
  filterNetwork: 'Network',
  filterCustomer: 'Customer',
  create: 'New virtual account',
  failed: 'The virtual accounts could not be read',
  noun: { one: 'virtual account', many: 'virtual accounts' },
  columns: {
    customer: 'Customer',
    pair: 'In → out',
    network: 'Network',
    wallet: 'Wallet',
    fee: 'Fee',
    created: 'Created',
    standing: 'Standing',
  },
  standing: { active: 'Active', inactive: 'Inactive', unknown: 'Not known', mismatch: 'Differs' },
  empty: {
    title: 'No virtual accounts yet',
    body: 'A virtual account gives a customer bank details to pay into; what arrives becomes a stablecoin in a wallet. Those that you create here are listed here: the service has no list to fetch.',
    action: 'Create the first virtual account',
    noCustomer: 'It belongs to a customer, and there is none yet: create one first.',
    createCustomer: 'Create a customer first',
  },

  detail: {
    nothing: 'nothing',
    deposit: 'Deposit instructions',
    depositLead: 'What the customer needs to pay in.',
    ibanHint: 'For EUR the account number holds the IBAN and the routing number the BIC.',
    copyAll: 'Copy all',
    noInstructions: 'The service has given no deposit instructions.',
    destination: 'Destination',
    fees: 'Fees',
    remains: 'Left after fees',
    total: 'Total',
    integrator: 'Integrator',
    platform: 'Platform',
    times: 'Times',
    created: 'Created',
    updated: 'Updated',
    customer: 'Customer',
    customerHint: 'entered here; the answer does not name the customer',
    active: 'Active',
  },

  depositFields: {
    currency: 'Currency',
    bankName: 'Bank name',
    bankAccountNumber: 'Account number',
    bankRoutingNumber: 'Routing number',
    bankBeneficiaryName: 'Beneficiary name',
    bankBeneficiaryAddress: 'Beneficiary address',
  },

  fields: {
    customerId: 'Customer',
    sourceCurrency: 'Source currency',
    destinationCurrency: 'Destination currency',
    network: 'Network',
    walletAddress: 'Wallet address',
    integratorBpsFee: 'Integrator fee (bps)',
  },

  form: {
    title: 'New virtual account',
    back: 'Back to virtual accounts',
    money: 'Money',
    wallet: 'Wallet',
    lead: 'Bank details for one customer. What is paid in is converted and sent to the wallet. A virtual account can’t be changed or deleted here afterwards.',
    customerHelp: 'Type a name, an email or an id',
    noCustomer: 'No known customer fits.',
    moreCustomers: (count: string) => `${count} more fit. Type on to find them.`,
    networkHelp: 'Lowercase name of the wallet’s network, for example ethereum',
    feeHelp: 'Optional. Digits only, 100 bps are 1 %. Left empty, it is 0.',
    largeFee: (rate: string) =>
      `${rate}: a large part of every deposit. The review asks for it again.`,
    zeroFee: '0 bps: nothing is kept for you. The platform’s own fee is taken all the same.',
    confirmNetwork: (name: string) =>
      `“${name}” is not a network known here. I am sure that the wallet is on it.`,
    unknownNetwork:
      'The interface does not list the networks. A wrong one can lose the money that is sent.',
    pairWarning: (currency: string, network: string) =>
      `${currency} on ${network} is not known to be served. The service may refuse it.`,
  },

  verification: {
    incomplete: (count: string) => `Verification incomplete: ${count} still needed`,
    decides: 'The service decides whether it takes a virtual account all the same.',
  },

  review: {
    title: 'Review',
    becomes: 'What the customer pays in becomes',
    customer: 'For',
    pays: 'Paid in',
    receives: 'Paid out',
    on: (currency: string, network: string) => `${currency} on ${network}`,
    address: 'To this address',
    fee: 'Integrator fee',
    sample: (amount: string, left: string, currency: string | null) =>
      currency === null ? `${amount} → ${left}` : `${amount} ${currency} → ${left} ${currency}`,
    beforeConversion: (currency: string | null) =>
      currency === null
        ? 'Before conversion. The exchange rate is not included.'
        : `Before conversion to ${currency}. The exchange rate is not included.`,
    unusualFee: 'unusual, over 5 %',
    zeroFee: 'Nothing is kept for you.',
    samples: 'Left after the fee',
    sampleHint:
      'After the integrator fee alone. The service adds its platform fee, which only its answer tells.',
    overWhole: 'The fees take more than the whole deposit.',
    irrevocable: 'Nothing can call this back once money is sent.',
    action: 'Create virtual account',
  },

  problems: {
    customer: 'choose a customer, or paste an id that begins with customer_',
    network: 'needs a lowercase name, for example ethereum',
    confirmNetwork: 'confirm the network, or choose one of those suggested',
    address: 'is needed: the wallet that receives the money',
    fee: 'must be digits only, for example 40',
    wholeFee: 'takes the whole deposit: nothing would reach the wallet. 10,000 bps are 100 %',
  },
} as const;
