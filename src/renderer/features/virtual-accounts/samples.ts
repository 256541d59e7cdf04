/** Sample amounts for the review: what is left after the integrator fee, exact. */
import Big from 'big.js';
import { afterFee, formatAmount } from '../../format/rates.ts';

const amounts = ['100', '10000'] as const;

export interface Sample {
  amount: string;
  left: string;
}

/** null: the fee takes the whole or more, or is no number. */
export function samplesAfter(bps: string): Sample[] | null {
  const samples: Sample[] = [];
  for (const amount of amounts) {
    const left = afterFee(amount, bps);
    if (left === null) return null;
    samples.push({ amount: formatAmount(new Big(amount)), left: formatAmount(left) });
  }
  return samples;
}
