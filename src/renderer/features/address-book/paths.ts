export const addressBookPaths = {
  root: '/virtual-accounts/address-book',
  new: '/virtual-accounts/address-book/new',
  one: (id: number) => `/virtual-accounts/address-book/${id}`,
} as const;
