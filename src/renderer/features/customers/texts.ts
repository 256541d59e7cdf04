/** Texts of the customers screens. */
export const customerTexts = {
  title: 'Customers',
  /** Beside a name that the desk gave. */
  ownName: 'display name',
  ownNameHint: 'Your display name for this customer. The service has reported no name.',
  /** Over the page of one customer: until it is read, and where it has no name. */
  one: 'Customer',
  unnamed: 'Customer without a name',
  listLabel: 'Customers',
  search: 'Search name, email or ID',
  filterType: 'Type',
  filterStatus: 'Status',
  create: 'New customer',
  noun: { one: 'customer', many: 'customers' },
  columns: {
    name: 'Name',
    verification: 'Verification',
    required: 'Still needed',
    accounts: 'Accounts',
    learned: 'First recorded',
  },
  outcome: {
    created: 'The service created the customer.',
    failed: 'The customer was not created, or the outcome is unknown. Your entries are kept.',
  },
  empty: {
    title: 'No customers yet',
    body: 'Create a customer, or import those created elsewhere: Causeway can’t fetch a list from the service. Customers also appear when a verified webhook reports one.',
    action: 'Create first customer',
  },
  failed: 'The customers can’t be read',
  unconfirmed: 'unconfirmed',
  unconfirmedHint: 'Entered in Causeway. The service has not reported it.',
  nothingRequired: 'Nothing',
  types: { individual: 'Individual', business: 'Business' },

  detail: {
    verification: 'Verification',
    verificationLead: 'What the service still needs to complete each verification profile.',
    rawName: 'The service’s name for this verification profile',
    noProfiles: 'The service has reported no verification profiles.',
    nothingListed: 'The service lists nothing for this verification profile.',
    groups: {
      required: 'Still needed',
      errors: 'Problems',
      pending: 'In review',
      complete: 'Complete',
    },
    known: 'Record',
    knownLead:
      'Marked fields were entered when the customer was created. The service does not return them, so they are unconfirmed.',
    noFields: 'Only the type is known.',
    businessHint: 'The API specification names no business fields.',
    unconfirmedMark: 'unconfirmed',
    accounts: 'Virtual accounts',
    noAccounts:
      'None yet. A virtual account gives this customer bank details to pay into. Select New virtual account.',
    allAccounts: (count: string) => `Show all ${count}`,
    newAccount: 'New virtual account',
  },

  erasure: {
    title: 'Personal data',
    lead: 'Erases what names this person from everything stored here. IDs, states, amounts and times stay.',
    erase: 'Erase personal data…',
    erased: 'Personal data erased',
    at: 'Personal data was erased',
    atBy: (name: string) => `${name} erased the personal data`,
    because: (reason: string) => `Reason: ${reason}`,
    since: 'What the service reports since then is stored without personal data.',
    record: 'Record personal data again…',
  },

  form: {
    title: 'New customer',
    back: 'Back to customers',
    action: 'Create customer',
    contact: 'Contact',
    address: 'Address',
    person: 'Person',
    business: 'Business',
    businessHint:
      'The API specification names no business fields beyond contact and address, so Causeway sends none.',
    ownName: 'Display name',
    ownNameHelp: 'Stored only in Causeway. Appears in lists, search and deposit sheets.',
    typeHelp: 'Required.',
    verificationHelp: 'Verification may need it.',
    phoneHelp: 'With country code, for example +14155550123',
    countryHelp: 'The service gets the code, for example US.',
    otherCountry: 'Country code',
    noCountry: 'Not given',
    taxTypeHelp: 'For example SSN or EIN',
    lead: 'The service requires a type. Causeway also requires an email, a phone or a name, to tell customers apart. Whether the service requires other fields is not known. Verification may need them; the response lists what is still needed. Causeway can’t change or delete a customer.',
    personHint: 'Verification may need first and last name.',
    addressHint: 'Verification may need an address.',
    phoneCleaned: 'Causeway removed spaces, brackets and dashes.',
  },

  problems: {
    email: 'Enter an email address with an @ and a domain, for example ada@example.com.',
    phone: 'Enter a + and the country code, then digits, for example +14155550123.',
    type: 'Select individual or business.',
    nobody: {
      individual: 'Enter an email, a phone or a name, so that you can tell who this customer is.',
      business: 'Enter an email or a phone, so that you can tell who this customer is.',
    },
  },
} as const;
