/** Says which amounts were not found, or contradict each other, and offers to choose their field. */
import { Button } from '@mantine/core';
import type { PayoutDetail } from '../../../bridge/payouts.ts';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import { Notice } from '../../components/notice.tsx';
import classes from './payouts.module.css';
import { payoutDetailTexts as texts } from './texts.ts';

/** Without these a payout is in no total. What else was not found stands where it would be. */
const needed: readonly PayoutNotion[] = ['amountIn', 'currencyIn', 'amountOut', 'currencyOut'];

const namesOf = (notions: readonly PayoutNotion[]): string =>
  notions.map((notion) => texts.notions[notion].toLowerCase()).join(', ');

export interface NotFoundNoticeProps {
  payout: PayoutDetail;
  /** null while the window looks back. */
  onChoose: ((notion: PayoutNotion) => void) | null;
}

export function NotFoundNotice({ payout, onChoose }: NotFoundNoticeProps) {
  const { ambiguous } = payout;
  const missing = needed.filter((notion) => payout.notFound.includes(notion));
  const [first] = [...missing, ...ambiguous];
  if (first === undefined) return null;
  return (
    <div className={classes['notice']}>
      <Notice
        tone="amber"
        title={texts.missing.title}
        actions={
          onChoose !== null && (
            <Button variant="default" onClick={() => onChoose(first)}>
              {texts.choose.open}
            </Button>
          )
        }
      >
        {missing.length > 0 && <p>{texts.missing.body(namesOf(missing))}</p>}
        {ambiguous.length > 0 && <p>{texts.missing.ambiguous(namesOf(ambiguous))}</p>}
        <p>{texts.missing.excluded}</p>
      </Notice>
    </div>
  );
}
