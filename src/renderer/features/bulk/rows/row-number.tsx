/** A row as the spreadsheet numbers it; where no heading is above it, with the word. */
import { groupedCount } from '../../../../bridge/words.ts';
import { bulkTexts } from '../texts.ts';
import classes from './rows.module.css';

export function RowNumber({ row }: { row: number }) {
  return (
    <span className={classes['number']}>
      <span className={classes['numberOf']}>{bulkTexts.check.row} </span>
      {groupedCount(row)}
    </span>
  );
}
