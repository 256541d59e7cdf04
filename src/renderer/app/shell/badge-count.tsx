/** The number of a badge of the rail: whole where there is room, and `99+` over an icon. */
import { groupedCount } from '../../format/words.ts';
import classes from './rail.module.css';

export function BadgeCount({ count }: { count: number }) {
  if (count <= MOST_OVER_AN_ICON) return <span aria-hidden>{groupedCount(count)}</span>;
  return (
    <span aria-hidden>
      <span className={classes['wholeCount']}>{groupedCount(count)}</span>
      <span className={classes['shortCount']}>{MOST_OVER_AN_ICON}+</span>
    </span>
  );
}

const MOST_OVER_AN_ICON = 99;
