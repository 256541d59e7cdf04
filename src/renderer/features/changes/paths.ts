export const changePaths = {
  root: '/changes',
  signedOff: '/changes/signed-off',
} as const;
