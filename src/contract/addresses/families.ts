/** Which networks share one form of address. The API specification has no rules: these are the chains' (decisions 13). */
import { canonicalNetwork, knownNetworks } from '../currencies.ts';

/** Networks of one family accept the same addresses. */
export const addressFamilies = ['evm', 'solana', 'tron', 'stellar'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

const familyByNetwork: Readonly<Record<string, AddressFamily>> = {
  ethereum: 'evm',
  base: 'evm',
  polygon: 'evm',
  arbitrum: 'evm',
  avalanche: 'evm',
  solana: 'solana',
  tron: 'tron',
  stellar: 'stellar',
};

/** null for a network whose addresses can't be checked here. `sol` is `solana` (decisions 27). */
export function familyOf(network: string): AddressFamily | null {
  const name = canonicalNetwork(network.trim());
  return Object.hasOwn(familyByNetwork, name) ? (familyByNetwork[name] ?? null) : null;
}

/** Names of the networks of a family, each once. */
export const networksOf = (family: AddressFamily): readonly string[] =>
  knownNetworks.filter((network) => familyByNetwork[network] === family);
