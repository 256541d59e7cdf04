/** What is the matter and what to do, most urgent first. */
import type { Advice } from '../../../bridge/webhooks.ts';
import { Notice } from '../../components/notice.tsx';
import type { Tone } from '../../components/status-mark.tsx';
import { deliveryTexts } from './deliveries/texts.ts';
import classes from './webhooks.module.css';

const tones: Record<Advice['tone'], Tone> = { info: 'blue', warning: 'amber', problem: 'red' };

export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null;
  return (
    <div className={classes['advice']}>
      {advice.map((item) => (
        <AdviceNotice key={item.code} advice={item} />
      ))}
    </div>
  );
}

/** `isGood`: nothing is the matter. */
export function AdviceNotice(props: { advice: Advice; isGood?: boolean }) {
  const { advice, isGood = false } = props;
  return (
    <Notice tone={isGood ? 'green' : tones[advice.tone]}>
      <p>{advice.sentence}</p>
      {advice.whatToDo !== null && (
        <p>
          <strong>{deliveryTexts.detail.whatToDo}:</strong> {advice.whatToDo}
        </p>
      )}
    </Notice>
  );
}
