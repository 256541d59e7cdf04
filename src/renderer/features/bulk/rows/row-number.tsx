/** A row as the spreadsheet numbers it. */
import { groupedCount } from '../../../../bridge/words.ts';
import classes from './rows.module.css';

export function RowNumber({ row }: { row: number }) {
  return <span className={classes['number']}>{groupedCount(row)}</span>;
}
