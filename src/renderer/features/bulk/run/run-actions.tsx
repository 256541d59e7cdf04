/** Pause, go on, stop: what a person may do with a run as it stands. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkRun } from '../../../../bridge/bulk.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { useKnownAt } from '../../../stores/known-at.ts';
import bulk from '../bulk.module.css';
import { bulkRunTexts } from '../run-texts.ts';
import { rowsIn } from '../texts.ts';
import { useBlocked } from '../use-blocked.ts';

const texts = bulkRunTexts;

export interface RunActionsProps {
  run: BulkRun;
  /** Why the run could not be changed; null as soon as it is tried again. */
  onError: (error: Error | null) => void;
}

export function RunActions({ run, onError }: RunActionsProps) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const { knownAt } = useKnownAt();
  const blocked = useBlocked();
  const [isAsking, setIsAsking] = useState(false);
  const onSuccess = (changed: BulkRun): void => {
    client.setQueryData(queries.bulk.runs.get.queryKey({ input: { id: run.id } }), changed);
    setIsAsking(false);
  };
  const { state, counts } = run;
  const one = { id: run.id, profileId: useProfileId() };
  const told = { onMutate: () => onError(null), onError, onSuccess };
  const pause = useMutation({ mutationFn: () => bridge.bulk.runs.pause(one), ...told });
  const goOn = useMutation({
    mutationFn: () => bridge.bulk.runs.goOn({ ...one, knownAt }),
    ...told,
  });
  const stop = useMutation({ mutationFn: () => bridge.bulk.runs.stop(one), onSuccess });
  if (state === 'done' || state === 'stopped') return null;
  return (
    <div className={bulk['actions']}>
      {state === 'running' ? (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          {texts.actions.pause}
        </Button>
      ) : (
        <Button
          loading={goOn.isPending}
          disabled={blocked !== null}
          title={blocked ?? undefined}
          onClick={() => goOn.mutate()}
        >
          {texts.actions.goOn}
        </Button>
      )}
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.actions.stop}
      </Button>
      <AskDialog
        isOpen={isAsking}
        title={texts.stop.title}
        action={texts.stop.action}
        isBusy={stop.isPending}
        error={stop.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => stop.mutate()}
      >
        <p>{texts.stop.body(rowsIn(counts.waiting))}</p>
      </AskDialog>
    </div>
  );
}
