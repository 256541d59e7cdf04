/**
 * The switch for tests whose public side lies on this computer: with `CAUSEWAY_ALLOW_PRIVATE_TUNNELS=1`
 * loopback, private ranges and local names count as public tunnel addresses. The page says that it is on.
 */
export const allowsPrivateTunnels = (environment: Readonly<NodeJS.ProcessEnv>): boolean =>
  environment['CAUSEWAY_ALLOW_PRIVATE_TUNNELS'] === '1';
