/** Fees: basis points as strings (Interface 2.4), money exact (big.js), never floating point. */
import Big from 'big.js';

/** Interface 2.4: total = integrator + platform (4.2). The integrator's rate stays as sent. */
export const feesOf = (integratorBps: string, platformBps: string) => ({
  totalBpsRate: Big(integratorBps).plus(platformBps).toFixed(),
  integratorFee: { bpsRate: integratorBps },
  platformFee: { bpsRate: platformBps },
});

export interface Conversion {
  /** Deducted from the deposit, in its currency. */
  readonly fee: string;
  /** The amount paid out, in the stablecoin. Zero when the fee takes it all. */
  readonly amount: string;
}

/** Decimals of USDC and USDT on the networks served. */
const STABLECOIN_DECIMALS = 6;

/**
 * The amount paid out: deposit less fee, times rate. The fee is rounded up and the result down at the
 * stablecoin's sixth decimal, so that it never exceeds the deposit.
 */
export function convert(amount: string, totalBps: string, rate: string): Conversion {
  const paid = Big(amount);
  const fee = round(paid.times(totalBps).div(10_000), Big.roundUp);
  const left = paid.minus(fee);
  const arrives = left.lt(0) ? Big(0) : left.times(rate);
  return {
    fee: fee.toFixed(),
    amount: round(arrives, Big.roundDown).toFixed(),
  };
}

const round = (value: Big, mode: 0 | 1 | 2 | 3): Big => value.round(STABLECOIN_DECIMALS, mode);
