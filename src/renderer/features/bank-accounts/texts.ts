/** Texts of the bank accounts screens. */
export const bankAccountTexts = {
  title: 'Bank accounts',
  /** Over the page of one whose bank is not known. */
  one: 'Bank account',
  listLabel: 'Bank accounts',
  search: 'Search bank, holder, customer or ID',
  filterStatus: 'Status',
  lookUp: 'Look up bank account',
  blocked: 'You are viewing earlier data. Return to now to look up a bank account.',
  failed: 'The bank accounts can’t be read',
  noun: { one: 'bank account', many: 'bank accounts' },
  columns: {
    customer: 'Customer',
    checked: 'Last looked up',
  },
  missing: 'Not found',
  mismatches: {
    customer: 'Another customer’s',
    customerTitle: 'The response names another customer',
    customerToDo:
      'Don’t pay to this account. Ask the service which customer it belongs to, then look it up under that customer.',
    unmasked: 'Number not masked',
    unmaskedTitle: 'The service did not mask a number',
  },
  neverChecked: 'Not looked up yet',
  empty: {
    title: 'No bank accounts yet',
    body: 'Causeway reads a bank account by its ID and customer; it can’t fetch a list from the service. Bank accounts that you look up, and those that a webhook reports, are listed here.',
  },

  form: {
    title: 'Look up bank account',
    back: 'Bank accounts',
    lead: 'Looks up one bank account at the service and stores the response. Nothing changes at the service.',
    customer: 'Customer',
    customerHelp: 'Select a customer, or paste a customer ID.',
    bankAccountId: 'Bank account ID',
    bankAccountHelp: 'Starts with bankAccount_. It is in an event, or ask the service’s support.',
    customerProblem: 'Select a customer, or paste an ID: customer_ followed by letters and digits.',
    bankAccountProblem: 'Enter a bank account ID: bankAccount_ followed by letters and digits.',
    action: 'Look up',
    notFound: 'Bank account not found at the service',
  },

  detail: {
    known: 'Record',
    maskedLead: 'The service masks the numbers: Causeway knows only their last digits.',
    unmaskedLead: 'The service did not mask every number. Causeway masks them until you show them.',
    asked: 'Lookups',
    lastChecked: 'Last looked up',
    never: 'Not looked up yet; reported by a webhook',
    under: 'Looked up under customer',
    refresh: 'Refresh',
    noCustomer:
      'Its customer is not known, so Causeway can’t refresh it. Look it up with its customer.',
    missingTitle: 'No longer found at the service',
    missing: (when: string) =>
      `Since ${when}, the service reports no such bank account for this customer. Earlier data is kept.`,
    failedTitle: (when: string) => `The lookup ${when} got no usable response`,
    same: 'Looked up just now: nothing has changed.',
    changed: (count: number) =>
      count === 1
        ? 'Looked up just now: 1 field has changed.'
        : `Looked up just now: ${count} fields have changed.`,
    history: 'Change history',
    historyLead: 'Newest first: what each response changed in the record.',
    first: 'First recorded',
    changedFields: (count: number) => (count === 1 ? '1 field changed' : `${count} fields changed`),
    confirmed: (count: number, when: string) =>
      count === 1
        ? `reported again without a change, ${when}`
        : `reported again ${count} times without a change, last ${when}`,
    moreHistory: (shown: string, all: string) => `Showing the newest ${shown} of ${all} changes.`,
  },

  refresh: {
    action: 'Refresh all',
    title: 'Looking up every known bank account',
    progress: 'Bank accounts looked up',
    done: (done: string, total: string) => `${done} of ${total}`,
    changed: (count: string) => `${count} changed`,
    missing: (count: string) => `${count} not found`,
    failed: (count: string) => `${count} without a usable response`,
    withoutCustomer: (count: string) => `${count} can’t be looked up: their customer is not known`,
    waits: (when: string) => `The service asked to slow down. Resumes ${when}.`,
    states: {
      running: 'Refreshing…',
      done: 'All looked up',
      cancelled: 'Cancelled; responses received until then are stored',
      stopped: 'Stopped',
    },
    cancel: 'Cancel',
    hide: 'Hide',
    problems: (count: number) =>
      count === 1 ? 'Show the one that failed' : `Show the ${count} that failed`,
    seeChanges: 'Show changes to sign off',
  },

  ofCustomer: {
    title: 'Bank accounts',
    none: 'None known to Causeway. Look one up by its ID.',
    all: (count: string) => `All ${count} bank accounts`,
  },
} as const;
