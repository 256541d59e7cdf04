/** Whether an address is this place or one below it. */
export const isWithin = (location: string, place: string): boolean =>
  location === place || location.startsWith(`${place}/`);

/** Addresses of the screens, in the page's fragment. */
export const paths = {
  customers: '/customers',
  newCustomer: '/customers/new',
  /** Customers by whom they wait on, and one of its groups. */
  onboarding: '/customers/onboarding',
  onboardingOf: (group: string) => `/customers/onboarding/${group}`,
  customer: (id: string) => `/customers/${id}`,
  virtualAccounts: '/virtual-accounts',
  newVirtualAccount: '/virtual-accounts/new',
  virtualAccount: (id: string) => `/virtual-accounts/${id}`,
  addressBook: '/virtual-accounts/address-book',
  newAddressLabel: '/virtual-accounts/address-book/new',
  addressBookEntry: (id: number) => `/virtual-accounts/address-book/${id}`,
  bankAccounts: '/bank-accounts',
  lookUpBankAccount: '/bank-accounts/look-up',
  bankAccount: (id: string) => `/bank-accounts/${id}`,
  changes: '/changes',
  changesSignedOff: '/changes/signed-off',
  bulk: '/bulk',
  /** What is to be created is chosen there. */
  newBulk: '/bulk/new',
  newBulkCustomers: '/bulk/new/customers',
  newBulkVirtualAccounts: '/bulk/new/virtual-accounts',
  bulkDraft: (id: string, step: 'columns' | 'check' | 'review') => `/bulk/drafts/${id}/${step}`,
  /** Rows of one standing, in the step that shows them. */
  bulkDraftRows: (id: string, standing: string) => `/bulk/drafts/${id}/check/${standing}`,
  bulkRun: (id: string) => `/bulk/runs/${id}`,
  bulkRunRows: (id: string, state: string) => `/bulk/runs/${id}/${state}`,
  /** Adds what exists already, begun from one of the lists. */
  imports: '/imports',
  importInto: (list: 'customers' | 'virtual-accounts' | 'webhooks') => `/imports/${list}`,
  webhooks: '/webhooks',
  newWebhook: '/webhooks/new',
  existingWebhook: '/webhooks/existing',
  webhook: (id: string) => `/webhooks/${id}`,
  deliveries: '/webhooks/deliveries',
  delivery: (arrival: number) => `/webhooks/deliveries/${arrival}`,
  tunnels: '/webhooks/tunnels',
  forwarding: '/webhooks/forwarding',
  timeline: '/timeline',
  /** Ids of events come from outside and may hold anything. */
  timelineEvent: (id: string) => `/timeline/${encodeURIComponent(id)}`,
  /** All events of one customer. */
  timelineOf: (customerId: string) => `/timeline?customer=${encodeURIComponent(customerId)}`,
  unresolved: '/unresolved',
  /** Those whose outcome is unknown, or those that a person settled as this. */
  unresolvedPart: (part: 'unknown' | 'exists' | 'absent') =>
    part === 'unknown' ? '/unresolved' : `/unresolved/${part}`,
  unresolvedRequest: (key: string, part: 'unknown' | 'exists' | 'absent') =>
    part === 'unknown' ? `/unresolved/${key}` : `/unresolved/${part}/${key}`,
  settings: '/settings',
  settingsSection: (section: 'profiles' | 'appearance' | 'company' | 'audit' | 'about') =>
    `/settings/${section}`,
} as const;
