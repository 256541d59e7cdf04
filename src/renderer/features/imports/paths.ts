/** Addresses of the import, which is begun from one of the lists. */
export const importPaths = {
  root: '/imports',
  into: (list: 'customers' | 'virtual-accounts' | 'webhooks') => `/imports/${list}`,
} as const;
