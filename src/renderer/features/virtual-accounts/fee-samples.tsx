/** What remains of sample amounts after a fee, exact. */
import Big from 'big.js';
import { allSeen } from '../../components/outside-text.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { afterFee, formatAmount } from '../../format/rates.ts';
import { virtualAccountTexts } from './texts.ts';
import own from './virtual-accounts.module.css';

/** Sample amounts for the review: what is left after the integrator fee, exact. */
const amounts = ['100', '10000'] as const;

interface Sample {
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

const texts = virtualAccountTexts.review;

interface FeeSamplesProps {
  /** Basis points. */
  readonly fee: string;
  /** Currency of the deposit, from which the fee is taken; null where nothing says it. */
  readonly source: string | null;
  /** Currency that the rest is converted to. */
  readonly destination: string | null;
}

export function FeeSamples({ fee, source, destination }: FeeSamplesProps) {
  const samples = samplesAfter(fee);
  if (samples === null) return <StatusMark tone="red">{texts.overWhole}</StatusMark>;
  return (
    <>
      <div className={own['samples']}>
        {samples.map(({ amount, left }) => (
          <span key={amount}>{allSeen(texts.sample(amount, left, source))}</span>
        ))}
      </div>
      <p className="dimmed">{allSeen(texts.beforeConversion(destination))}</p>
    </>
  );
}
