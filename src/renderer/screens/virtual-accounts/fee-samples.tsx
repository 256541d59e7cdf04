/** What remains of sample amounts after a fee, exact. */
import { StatusMark } from '../../components/status-mark.tsx';
import { virtualAccountTexts } from '../../texts/virtual-accounts.ts';
import { samplesAfter } from './samples.ts';
import own from './virtual-accounts.module.css';

const texts = virtualAccountTexts.review;

export function FeeSamples({ fee }: { fee: string }) {
  const samples = samplesAfter(fee);
  if (samples === null) return <StatusMark tone="red">{texts.overWhole}</StatusMark>;
  return (
    <div className={own['samples']}>
      {samples.map(({ amount, left }) => (
        <span key={amount}>{texts.sample(amount, left)}</span>
      ))}
    </div>
  );
}
