export const bankAccountPaths = {
  root: '/bank-accounts',
  lookUp: '/bank-accounts/look-up',
  one: (id: string) => `/bank-accounts/${id}`,
} as const;
