export const changePaths = {
  root: '/changes',
  /** The open ones, at this one. */
  one: (id: string) => `/changes/${id}`,
  signedOff: '/changes/signed-off',
} as const;
