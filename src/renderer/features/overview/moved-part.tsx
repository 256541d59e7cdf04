/** What moved in a period. */
import { partFile } from '../../components/part-file.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import type { MovedProps } from './moved.tsx';
import { MovedHead } from './moved-head.tsx';
import classes from './overview.module.css';

/** Comes behind the first frame. */
export const movedFile = partFile(async () => (await import('./moved.tsx')).Moved);

export function MovedPart(props: MovedProps) {
  const before = (
    <>
      <MovedHead />
      <SkeletonTable />
    </>
  );
  return (
    <section className={classes['part']} aria-labelledby="what-moved">
      <movedFile.Part {...props} before={before} />
    </section>
  );
}
