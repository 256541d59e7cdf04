/** Addresses of the bulk runs and their drafts. */
export const bulkPaths = {
  root: '/bulk',
  /** What is to be created is chosen there. */
  new: '/bulk/new',
  newCustomers: '/bulk/new/customers',
  newVirtualAccounts: '/bulk/new/virtual-accounts',
  draft: (id: string, step: 'columns' | 'check' | 'review') => `/bulk/drafts/${id}/${step}`,
  /** Rows of one standing, in the step that shows them. */
  draftRows: (id: string, standing: string) => `/bulk/drafts/${id}/check/${standing}`,
  run: (id: string) => `/bulk/runs/${id}`,
  runRows: (id: string, state: string) => `/bulk/runs/${id}/${state}`,
} as const;
