/** What remains of sample amounts after a fee, exact. */
import { allSeen } from '../../components/outside-text.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { samplesAfter } from './samples.ts';
import { virtualAccountTexts } from './texts.ts';
import own from './virtual-accounts.module.css';

const texts = virtualAccountTexts.review;

interface FeeSamplesProps {
  /** Basis points. */
  readonly fee: string;
  /** Of the deposit, from which the fee is taken. null where nothing says it. */
  readonly source: string | null;
  /** What the rest is converted to. */
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
