/** A verdict, and the sum of many. */
import type { VerdictCounts } from '../../../bridge/webhooks.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { groupedCount } from '../../format/words.ts';
import { deliveryTexts } from './deliveries/texts.ts';
import { webhookTexts } from './texts.ts';
import { summaryOf, toneOfVerdict, type VerdictKind } from './verdicts.ts';
import classes from './webhooks.module.css';

export function VerdictMark({ kind }: { kind: VerdictKind }) {
  return (
    <span title={deliveryTexts.verdictHints[kind]}>
      <StatusMark tone={toneOfVerdict(kind)}>{deliveryTexts.verdicts[kind]}</StatusMark>
    </span>
  );
}

/** `isRow`: in a row of a list, which has one line. */
export function VerdictSummary(props: { counts: VerdictCounts; isRow?: boolean }) {
  const { counts, isRow = false } = props;
  const { genuine, notProved, waiting } = summaryOf(counts);
  const texts = webhookTexts.verdicts;
  if (genuine + notProved + waiting === 0) return <span className="dimmed">{texts.none}</span>;
  return (
    <span className={classes['marks']} data-row={isRow}>
      {notProved > 0 && (
        <StatusMark tone="red">{texts.notProved(groupedCount(notProved))}</StatusMark>
      )}
      {waiting > 0 && <StatusMark tone="blue">{texts.waiting(groupedCount(waiting))}</StatusMark>}
      {genuine > 0 && (
        <StatusMark tone="green">
          {groupedCount(genuine)}
          <span className={isRow ? 'visually-hidden' : undefined}> {texts.genuine}</span>
        </StatusMark>
      )}
    </span>
  );
}
