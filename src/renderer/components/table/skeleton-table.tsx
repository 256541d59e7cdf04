/** The shape of a list before its first page came, or of a detail; seen only after 200 ms. */
import { stateTexts } from '../../texts/states.ts';
import classes from './skeleton.module.css';

interface SkeletonTableProps {
  /** Rows of it. */
  count?: number;
  /** Names and values, as a detail begins. */
  isFacts?: boolean;
}

export function SkeletonTable({ count = 12, isFacts = false }: SkeletonTableProps) {
  const rows = Array.from({ length: count }, (_, index) => index);
  return (
    <div className={classes['late']} role="status" data-facts={isFacts}>
      <span className="visually-hidden">{stateTexts.loading}</span>
      {rows.map((row) => (
        <div key={row} className={classes['row']}>
          <span className={classes['bone']} data-width={(row * 7) % 3} />
          <span className={classes['bone']} data-width={(row * 5) % 3} />
          {!isFacts && <span className={classes['bone']} data-width={(row * 3) % 3} />}
        </div>
      ))}
    </div>
  );
}
