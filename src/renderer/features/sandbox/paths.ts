export const sandboxPaths = {
  root: '/sandbox',
  section: (
    section:
      | 'start'
      | 'customers'
      | 'bank-accounts'
      | 'deposits'
      | 'events'
      | 'faults'
      | 'switches',
  ) => `/sandbox/${section}`,
} as const;
