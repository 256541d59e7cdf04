/** What a row says beside its name: by hand, and the first of its labels. The rest is on hover. */
import { annotationTexts as texts } from '../../texts/annotations.ts';
import classes from './annotations.module.css';

export interface RowMarksProps {
  row: { labels: readonly string[]; reference: string | null; isRecordUnconfirmed: boolean };
}

export function RowMarks({ row: { labels, reference, isRecordUnconfirmed } }: RowMarksProps) {
  const [first, ...others] = labels;
  if (first === undefined && !isRecordUnconfirmed) return null;
  return (
    <span className={classes['marks']} title={texts.rowMarks(labels.join(', '), reference)}>
      {isRecordUnconfirmed && (
        <span className={classes['mark']} title={texts.byHandHint}>
          {texts.byHand}
        </span>
      )}
      {first !== undefined && <span className={classes['mark']}>{first}</span>}
      {others.length > 0 && (
        <span className={classes['mark']}>
          {texts.more(others.length)}
          <span className="visually-hidden"> {others.join(', ')}</span>
        </span>
      )}
    </span>
  );
}
