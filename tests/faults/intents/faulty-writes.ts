/** What the writes of a proof ask for: each its own wallet, so that two accounts of one are seen. */
import { keyOf } from './journal.ts';

/** Key of a write, and of the one that sends it again. */
export const keyOfWrite = (number: number, again: 0 | 1 = 0): string => keyOf(number * 2 + again);

/** On a network whose addresses carry no checksum in their letters when they are small. */
export const walletOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

/** `customerId`: of one that exists at the service. */
export const inputOf = (number: number, customerId: string) => ({
  customerId: customerId as never,
  sourceCurrency: 'USD' as const,
  destinationCurrency: 'USDC' as const,
  network: 'ethereum',
  walletAddress: walletOf(number),
});
