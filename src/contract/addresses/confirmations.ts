/**
 * What a person has to confirm before a wallet gets a virtual account. Each key names exactly what was
 * confirmed: another address, network, fee or look-alike is another key, and asks again.
 */
import { basisPointsPattern } from '../patterns.ts';
import { checkAddress } from './check-address.ts';

/** Over this a fee is unusual, and asks again: 500 bps are 5 %. */
const usualMost = 500n;
/** From here on the fee takes the whole deposit. */
const whole = 10_000n;

const rateOf = (fee: string): bigint | null => (basisPointsPattern.test(fee) ? BigInt(fee) : null);

/** Over 500 bps; `fee` in basis points, digits alone. */
export const isUnusualFee = (fee: string): boolean => (rateOf(fee) ?? 0n) > usualMost;

/** 10,000 bps and more: the fee takes the whole deposit. */
export const takesAll = (fee: string): boolean => (rateOf(fee) ?? 0n) >= whole;

export type ConfirmationKind = 'compared' | 'off-curve' | 'unchecked' | 'look-alike' | 'fee';

export interface NeededConfirmation {
  readonly kind: ConfirmationKind;
  readonly key: string;
}

export interface ToConfirm {
  readonly network: string;
  readonly walletAddress: string;
  /** Basis points; absent for none. */
  readonly integratorBpsFee?: string | undefined;
}

const kindOfVerdict: Readonly<Record<string, ConfirmationKind>> = {
  'no-checksum': 'compared',
  'off-curve': 'off-curve',
  unchecked: 'unchecked',
};

/** An unusable address needs no confirmation. `lookAlikes` are numbers of known addresses. */
export function neededConfirmations(
  { network, walletAddress, integratorBpsFee: fee = '0' }: ToConfirm,
  lookAlikes: readonly number[],
): NeededConfirmation[] {
  const address = `${network}:${walletAddress}`;
  const needed: NeededConfirmation[] = [];
  const kind = kindOfVerdict[checkAddress(network, walletAddress).kind];
  if (kind !== undefined) needed.push({ kind, key: `${kind}:${address}` });
  if (lookAlikes.length > 0) {
    const known = lookAlikes.toSorted((one, other) => one - other).join(',');
    needed.push({ kind: 'look-alike', key: `look-alike:${address}:${known}` });
  }
  if (isUnusualFee(fee)) needed.push({ kind: 'fee', key: `fee:${fee}` });
  return needed;
}
