/** How far the timeline follows what arrived, where it is behind or stopped. */
import { Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { IndexingView } from '../../../../bridge/timeline.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { Notice } from '../../../components/notice.tsx';
import { ListFailure } from '../../../components/read-failure.tsx';
import { RebuildButton } from '../../../components/rebuild-button.tsx';
import { timelineTexts } from '../texts.ts';
import classes from '../timeline.module.css';

const texts = timelineTexts.indexing;

/** A few deliveries behind is how it always is while deliveries arrive. */
const behind = 500;

export function IndexingLine() {
  const { queries } = useBridge();
  const query = useQuery(queries.timeline.indexing.queryOptions());
  const indexing = query.data;
  const rebuild = useMutation(queries.timeline.rebuild.mutationOptions());
  if (indexing === undefined) return <ListFailure title={texts.unread} query={query} />;
  if (indexing.problem === null) return <IndexingProgress indexing={indexing} />;
  return (
    <div className={classes['over']}>
      <Notice
        tone="amber"
        role="status"
        title={texts.problem}
        actions={
          <RebuildButton
            texts={texts.rebuild}
            isStarting={rebuild.isPending}
            error={rebuild.error}
            onRebuild={(then) => rebuild.mutate({}, then)}
            onCancel={rebuild.reset}
          />
        }
      >
        <p>{indexing.problem}</p>
      </Notice>
    </div>
  );
}

export function IndexingProgress({ indexing }: { indexing: IndexingView }) {
  const { indexed, total, isRebuilding } = indexing;
  if (!isRebuilding && total - indexed < behind) return null;
  const words = texts.progress(groupedCount(indexed), groupedCount(total));
  return (
    <div className={classes['indexing']} role="status">
      <strong>{texts.title}</strong>
      <span>{words}</span>
      <Progress
        className={classes['bar'] ?? ''}
        value={total === 0 ? 100 : (indexed / total) * 100}
        aria-label={words}
      />
    </div>
  );
}
