/** Whether two values of a virtual account's field mean the same, though they are written otherwise (decisions 27). */
import { isSameAddress, isSameCurrency, isSameNetwork, isSameRate } from './same-value.ts';
import { textOf } from './values.ts';

/** `path`: JSON Pointer within a virtual account (Interface 2.4). */
export function isSameField(path: string, was: unknown, is: unknown): boolean {
  const [one, other] = [textOf(was), textOf(is)];
  return one !== null && other !== null && isSameTexts(path, one, other);
}

function isSameTexts(path: string, was: string, is: string): boolean {
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
