/** Words of the bank accounts screens. */
export const bankAccountTexts = {
  title: 'Bank accounts',
  /** Over the page of one whose bank is not known. */
  one: 'Bank account',
  listLabel: 'Bank accounts',
  search: 'Search bank, holder, customer or id',
  filterCustomer: 'Customer',
  filterStatus: 'Status',
  lookUp: 'Look up bank account',
  blocked: 'You are looking at what was known earlier. Go back to now to ask the service.',
  failed: 'The bank accounts could not be read',
  noun: { one: 'bank account', many: 'bank accounts' },
  columns: {
    holder: 'Holder',
    bank: 'Bank',
    number: 'Number',
    currency: 'Currency',
    customer: 'Customer',
    status: 'Status',
    checked: 'Last checked',
  },
  missing: 'Not found',
  departures: {
    customer: 'Another customer’s',
    customerTitle: 'The response names another customer',
    customerToDo:
      'Don’t pay to this account. Ask the service whose it is, then look it up under that customer.',
    unmasked: 'Number not masked',
    unmaskedTitle: 'The service did not mask a number',
  },
  neverChecked: 'Not asked yet',
  empty: {
    title: 'No bank accounts yet',
    body: 'The service gives a bank account only by its id and its customer; it has no list to fetch. Those that you look up here, and those that a webhook tells of, are kept here.',
  },

  fields: {
    status: 'Status',
    bankName: 'Bank name',
    accountHolderName: 'Account holder',
    accountName: 'Account name',
    customer: 'Customer',
    currency: 'Currency',
    'accountDetails.accountNumber': 'Account number',
    'accountDetails.routingNumber': 'Routing number',
    'accountDetails.accountType': 'Account type',
  },

  form: {
    title: 'Look up bank account',
    back: 'Bank accounts',
    lead: 'Asks the service for one bank account and keeps what it says. Nothing is changed there.',
    customer: 'Customer',
    customerHelp: 'Choose a customer, or paste a customer id.',
    bankAccountId: 'Bank account ID',
    bankAccountHelp: 'Begins with bankAccount_, as an event or the service’s dashboard gives it.',
    customerProblem: 'choose a customer, or paste an id: customer_ and then letters and digits',
    bankAccountProblem: 'needs bankAccount_ and then letters and digits',
    action: 'Look up',
    notFound: 'The service does not find this bank account',
  },

  detail: {
    known: 'What is known',
    maskedLead: 'The service masks the numbers: only their last digits are known here.',
    unmaskedLead: 'The service did not mask every number. Causeway does, until you ask for it.',
    asked: 'Asking the service',
    lastChecked: 'Last checked',
    never: 'not asked yet: a webhook told of it',
    under: 'Asked under customer',
    refresh: 'Refresh',
    noCustomer:
      'No customer is known of it, so it can’t be asked for again. Look it up with its customer.',
    missingTitle: 'The service does not find it any more',
    missing: (when: string) =>
      `Since ${when} the service says that there is no such bank account for this customer. What was known before is kept.`,
    failedTitle: (when: string) => `The service was asked ${when}, and gave no usable answer`,
    same: 'Asked just now: everything is as it was known.',
    changed: (count: number) =>
      count === 1
        ? 'Asked just now: 1 field has changed.'
        : `Asked just now: ${count} fields have changed.`,
    history: 'History of changes',
    historyLead: 'Newest first: what each answer changed in what was known before it.',
    first: 'Known for the first time',
    changedFields: (count: number) => (count === 1 ? '1 field changed' : `${count} fields changed`),
    confirmed: (count: number, when: string) =>
      count === 1
        ? `told again without a change, ${when}`
        : `told again ${count} times without a change, last ${when}`,
    moreHistory: (shown: string, all: string) => `The newest ${shown} of ${all} changes.`,
  },

  refresh: {
    action: 'Refresh all',
    title: 'Asking the service for every known bank account',
    progress: 'Bank accounts asked for',
    done: (done: string, total: string) => `${done} of ${total}`,
    changed: (count: string) => `${count} changed`,
    missing: (count: string) => `${count} not found`,
    failed: (count: string) => `${count} not answered`,
    withoutCustomer: (count: string) => `${count} can’t be asked for: no customer is known of them`,
    waits: (when: string) => `The service asked to slow down. Goes on ${when}.`,
    states: {
      running: 'Refreshing…',
      done: 'All have been asked for',
      cancelled: 'Cancelled; what came until then is kept',
      stopped: 'Stopped',
    },
    cancel: 'Cancel',
    hide: 'Hide',
    problems: (count: number) =>
      count === 1 ? 'Show the one that failed' : `Show the ${count} that failed`,
    seeChanges: 'See the changes to sign off',
  },

  ofCustomer: {
    title: 'Bank accounts',
    none: 'None is known. Look one up by its id.',
    all: (count: string) => `All ${count} bank accounts`,
  },
} as const;
