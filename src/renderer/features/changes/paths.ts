/** Addresses of the changes. */
export const changePaths = {
  root: '/changes',
  signedOff: '/changes/signed-off',
} as const;
