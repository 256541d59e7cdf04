/** Whether two values of a virtual account's field mean the same, though they are written otherwise (decisions 27). */
import { isSameAddress, isSameCurrency, isSameNetwork, isSameRate } from './same-value.ts';

/** `path`: JSON Pointer within a virtual account (Interface 2.4). */
export function isSameField(path: string, was: unknown, is: unknown): boolean {
  if (typeof was !== 'string' || typeof is !== 'string') return false;
  switch (path) {
    case '/destination/walletAddress':
      return isSameAddress(was, is);
    case '/destination/network':
      return isSameNetwork(was, is);
    case '/destination/currency':
    case '/depositInstructions/currency':
      return isSameCurrency(was, is);
    case '/fees/totalBpsRate':
    case '/fees/integratorFee/bpsRate':
    case '/fees/platformFee/bpsRate':
      return isSameRate(was, is);
    default:
      return false;
  }
}
