/** Addresses of the bank accounts. */
export const bankAccountPaths = {
  root: '/bank-accounts',
  lookUp: '/bank-accounts/look-up',
  one: (id: string) => `/bank-accounts/${id}`,
} as const;
