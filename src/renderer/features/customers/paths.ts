export const customerPaths = {
  root: '/customers',
  new: '/customers/new',
  one: (id: string) => `/customers/${id}`,
} as const;
