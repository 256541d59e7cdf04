/** What is the matter and what to do, most urgent first. */
import type { ReactNode } from 'react';
import type { Advice } from '../../../bridge/webhooks.ts';
import { Notice } from '../../components/notice.tsx';
import type { Tone } from '../../components/status-mark.tsx';
import { deliveryTexts } from './deliveries/texts.ts';
import classes from './webhooks.module.css';

const tones: Record<Advice['tone'], Tone> = { info: 'blue', warning: 'amber', problem: 'red' };

interface AdviceListProps {
  advice: readonly Advice[];
  /** Stands beside the advice about rejected requests: the way to them. */
  rejected: ReactNode;
}

export function AdviceList({ advice, rejected }: AdviceListProps) {
  if (advice.length === 0) return null;
  return (
    <div className={classes['advice']}>
      {advice.map((item) => (
        <AdviceNotice
          key={item.code}
          advice={item}
          actions={item.code === 'not-signed' && rejected}
        />
      ))}
    </div>
  );
}

/** `isGood`: nothing is the matter. */
export function AdviceNotice(props: { advice: Advice; isGood?: boolean; actions?: ReactNode }) {
  const { advice, isGood = false, actions } = props;
  return (
    <Notice tone={isGood ? 'green' : tones[advice.tone]} actions={actions}>
      <p>{advice.sentence}</p>
      {advice.whatToDo !== null && (
        <p>
          <strong>{deliveryTexts.detail.whatToDo}:</strong> {advice.whatToDo}
        </p>
      )}
    </Notice>
  );
}
