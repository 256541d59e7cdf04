/** Currencies and networks, without zod (Interface 1, 4.2). */

/** Deposit currencies (Interface 4.2). */
export const sourceCurrencies = ['USD', 'EUR'] as const;
export type SourceCurrency = (typeof sourceCurrencies)[number];

/** Payout stablecoins (Interface 4.2). */
export const destinationCurrencies = ['USDC', 'USDT'] as const;
export type DestinationCurrency = (typeof destinationCurrencies)[number];

/**
 * Networks known by name. The API specification leaves the list to a separate guide, so this is an
 * assumption (decisions 13); `sol` and `solana` are the same network (decisions 27).
 */
export const knownNetworks = [
  'ethereum',
  'base',
  'polygon',
  'arbitrum',
  'avalanche',
  'sol',
  'solana',
  'tron',
  'stellar',
] as const;
export type KnownNetwork = (typeof knownNetworks)[number];

export const isKnownNetwork = (name: string): name is KnownNetwork =>
  (knownNetworks as readonly string[]).includes(name);

/** One name for networks that have two. */
export const canonicalNetwork = (name: string): string => {
  const lower = name.toLowerCase();
  return lower === 'sol' ? 'solana' : lower;
};

/** Whether the pair is known to be served (decisions 14): USDT on ethereum and tron, USDC everywhere but tron. */
export const isPairServed = (currency: DestinationCurrency, network: KnownNetwork): boolean =>
  currency === 'USDT' ? network === 'ethereum' || network === 'tron' : network !== 'tron';
