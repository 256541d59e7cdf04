export const customerPaths = {
  root: '/customers',
  new: '/customers/new',
  /** Those that came to be from a moment on and before another one. */
  made: (from: string, to: string) => `/customers?${new URLSearchParams({ from, to })}`,
  one: (id: string) => `/customers/${id}`,
} as const;
