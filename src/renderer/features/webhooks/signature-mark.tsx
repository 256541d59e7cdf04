/** A verdict, and the sum of many. */
import type { SignatureCheckCounts } from '../../../bridge/webhooks.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { deliveryTexts } from './deliveries/texts.ts';
import { type SignatureCheckKind, summaryOf, toneOfSignatureCheck } from './signature-checks.ts';
import { webhookTexts } from './texts.ts';
import classes from './webhooks.module.css';

export function SignatureMark({ kind }: { kind: SignatureCheckKind }) {
  return (
    <span title={deliveryTexts.verdictHints[kind]}>
      <StatusMark tone={toneOfSignatureCheck(kind)}>{deliveryTexts.verdicts[kind]}</StatusMark>
    </span>
  );
}

interface SumProps {
  tone: Tone;
  count: number;
  words: (count: string) => string;
}

/** A row without room for the words shows the number. */
function Sum({ tone, count, words }: SumProps) {
  return (
    <StatusMark tone={tone}>
      <span className={classes['words']}>{words(groupedCount(count))}</span>
      <span className={classes['count']} aria-hidden>
        {groupedCount(count)}
      </span>
    </StatusMark>
  );
}

/** `isRow`: in a row of a list, which has one line. */
export function SignatureSummary(props: { counts: SignatureCheckCounts; isRow?: boolean }) {
  const { counts, isRow = false } = props;
  const { genuine, notProved, waiting } = summaryOf(counts);
  const texts = webhookTexts.verdicts;
  if (genuine + notProved + waiting === 0) return <span className="dimmed">{texts.none}</span>;
  return (
    <span className={classes['marks']} data-row={isRow}>
      {notProved > 0 && <Sum tone="red" count={notProved} words={texts.notProved} />}
      {waiting > 0 && <Sum tone="blue" count={waiting} words={texts.waiting} />}
      {genuine > 0 && (
        <StatusMark tone="green">
          {groupedCount(genuine)}
          <span className={isRow ? 'visually-hidden' : undefined}> {texts.genuine}</span>
        </StatusMark>
      )}
    </span>
  );
}
