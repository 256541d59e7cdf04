/** What can be done with all that is stored: judge it again, derive the records anew. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { RebuildButton } from '../../../components/rebuild-button.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useNow } from '../../../components/use-now.ts';
import { toFailure } from '../../../format/failures.ts';
import { shortInstant } from '../../../format/instants.ts';
import { groupedCount } from '../../../format/words.ts';
import classes from '../webhooks.module.css';
import { deliveryTexts as texts } from './texts.ts';

export function InboxActions() {
  const { queries } = useBridge();
  const now = useNow();
  const judge = useMutation(queries.deliveries.checkAgain.mutationOptions());
  const rebuild = useMutation(queries.deliveries.rebuild.mutationOptions());
  const progress = useQuery(queries.deliveries.rebuildProgress.queryOptions());
  const running = progress.data?.isRunning === true ? progress.data : null;
  const finishedAt = progress.data?.finishedAt ?? null;
  return (
    <div className={classes['inbox']}>
      <span className="dimmed" role="status">
        {judge.error !== null ? (
          <StatusMark tone="red">{toFailure(judge.error).sentence}</StatusMark>
        ) : running !== null ? (
          texts.rebuilding(groupedCount(running.done), groupedCount(running.total))
        ) : judge.data !== undefined ? (
          texts.judged(judge.data.changed)
        ) : (
          rebuild.isSuccess && finishedAt !== null && texts.rebuilt(shortInstant(finishedAt, now))
        )}
      </span>
      <Button variant="default" loading={judge.isPending} onClick={() => judge.mutate({})}>
        {texts.checkAgain}
      </Button>
      <RebuildButton
        texts={texts.rebuild}
        isStarting={rebuild.isPending}
        isRunning={running !== null}
        error={rebuild.error}
        onRebuild={(then) => rebuild.mutate({}, then)}
        onCancel={rebuild.reset}
      />
    </div>
  );
}
