export const virtualAccountPaths = {
  root: '/virtual-accounts',
  new: '/virtual-accounts/new',
  one: (id: string) => `/virtual-accounts/${id}`,
} as const;
