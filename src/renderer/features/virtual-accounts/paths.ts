export const virtualAccountPaths = {
  root: '/virtual-accounts',
  new: '/virtual-accounts/new',
  /** Those that came to be from a moment on and before another one. */
  made: (from: string, to: string) => `/virtual-accounts?${new URLSearchParams({ from, to })}`,
  one: (id: string) => `/virtual-accounts/${id}`,
} as const;
