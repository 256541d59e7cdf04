/** One run: how far it is, why it stands still, what became of its rows, and its result. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkRowState, BulkRun } from '../../../../bridge/bulk.ts';
import { longInstant } from '../../../../bridge/instants.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { AskDialog } from '../../../components/ask-dialog.tsx';
import { BackLink } from '../../../components/back-link.tsx';
import { DetailStates } from '../../../components/detail-states.tsx';
import { FileButtons } from '../../../components/exports/file-buttons.tsx';
import { Failed } from '../../../components/failure-notice.tsx';
import { LongMoment } from '../../../components/moment.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { formatSeconds } from '../../../format/durations.ts';
import { useKnownAt } from '../../../stores/known-at.ts';
import { customerPaths } from '../../customers/paths.ts';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { bulkRunTexts } from '../run-texts.ts';
import { bulkTexts, rowsIn, things } from '../texts.ts';
import { useBlocked } from '../use-blocked.ts';
import classes from './run.module.css';
import { RunNotices } from './run-notices.tsx';
import { RunRows } from './run-rows.tsx';
import { formatFeeRate, sentOf, sharesOf } from './run-shares.ts';
import { toneOfRun } from './run-tones.ts';

/** The file with what became of every row, and the way to what was created. */
const texts = bulkRunTexts.result;
const progressTexts = bulkRunTexts.progress;

function RunResult({ run }: { run: BulkRun }) {
  const isOver = run.state === 'done' || run.state === 'stopped';
  const list = run.kind === 'customer' ? customerPaths.root : virtualAccountPaths.root;
  return (
    <section className={bulk['over']} aria-label={texts.title}>
      <RunFile
        what="result"
        runId={run.id}
        action={texts.download}
        lead={isOver ? texts.lead : texts.soFar}
      />
      {isOver && run.neverSent > 0 && (
        <RunFile what="unsent" runId={run.id} action={texts.unsent} lead={texts.unsentHint} />
      )}
      {run.counts.created > 0 && (
        <PageLink href={list} underline="always">
          {texts.seeCreated[run.kind]}
        </PageLink>
      )}
    </section>
  );
}

interface RunFileProps {
  what: 'result' | 'unsent';
  runId: string;
  action: string;
  lead: string;
}

function RunFile({ what, runId, action, lead }: RunFileProps) {
  const { bridge } = useBridge();
  return (
    <div>
      <FileButtons
        action={action}
        formats={['csv', 'xlsx']}
        make={(format) => bridge.bulk.file({ subject: { what, runId }, format })}
      />
      <p className={bulk['lead']}>{lead}</p>
    </div>
  );
}

export interface RunScreenProps {
  id: string;
  /** State whose rows are shown; null: all. */
  rows: BulkRowState | null;
}

export function RunScreen({ id, rows }: RunScreenProps) {
  const { queries } = useBridge();
  const run = useQuery(queries.bulk.runs.get.queryOptions({ input: { id } }));
  const [error, setError] = useState<Error | null>(null);
  return (
    <>
      <PageHeader
        title={run.data?.fileName ?? bulkTexts.title}
        back={<BackLink href={bulkPaths.root} label={bulkTexts.back} />}
        action={run.data !== undefined && <RunActions run={run.data} onError={setError} />}
      />
      <DetailStates query={run}>
        {(view) => (
          <>
            <Subtitle run={view} />
            <div className={bulk['fill']}>
              {error !== null && (
                <div className={bulk['notices']}>
                  <Failed title={bulkRunTexts.actions.failed} error={error} />
                </div>
              )}
              <RunProgress run={view} />
              <RunNotices run={view} />
              <RunResult run={view} />
              <RunRows run={view} rows={rows} />
            </div>
          </>
        )}
      </DetailStates>
    </>
  );
}

function Subtitle({ run }: { run: BulkRun }) {
  return (
    <div className={bulk['subtitle']}>
      <span role="status">
        <StatusMark tone={toneOfRun(run)}>{bulkRunTexts.states[run.state]}</StatusMark>
      </span>
      <span>{things(run.kind, run.total)}</span>
      <span>
        {bulkRunTexts.facts.started} <LongMoment at={run.createdAt} />
      </span>
      {run.endedAt !== null && (
        <span>
          {bulkRunTexts.facts.ended} <LongMoment at={run.endedAt} />
        </span>
      )}
    </div>
  );
}

/** The bar of a run, its rate, the time that is left, and what the service asked of it. */
function RunProgress({ run }: { run: BulkRun }) {
  const sent = sentOf(run.counts);
  const words = progressTexts.of(groupedCount(sent), groupedCount(run.total));
  return (
    <div className={classes['progress']}>
      <div
        className={classes['bar']}
        role="progressbar"
        aria-label={progressTexts.label}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={sent}
        aria-valuetext={words}
      >
        {sharesOf(run).map(({ state, percent }) => (
          <span key={state} data-state={state} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <div className={classes['numbers']}>
        <strong>{words}</strong>
        {run.perSecond !== null && <span>{progressTexts.rate(formatFeeRate(run.perSecond))}</span>}
        {run.secondsLeft !== null && (
          <span>{progressTexts.left(formatSeconds(run.secondsLeft))}</span>
        )}
      </div>
      <Pace run={run} />
    </div>
  );
}

function Pace({ run }: { run: BulkRun }) {
  const lines = [
    run.state === 'running' && run.waitsUntil !== null
      ? progressTexts.waits(longInstant(run.waitsUntil))
      : null,
    run.state !== 'running' || run.pacedTo === null
      ? null
      : progressTexts.paced(formatFeeRate(run.pacedTo)),
    run.attemptsAgain === 0 ? null : progressTexts.again(run.attemptsAgain),
    run.state === 'running' ? progressTexts.survives : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <div className={classes['pace']}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

interface RunActionsProps {
  run: BulkRun;
  /** Why the run could not be changed; null as soon as it is tried again. */
  onError: (error: Error | null) => void;
}

/** Pause, go on, stop: what a person may do with a run as it stands. */
function RunActions({ run, onError }: RunActionsProps) {
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
  // Rows under way end first; until then nothing else stands under the pointer.
  const isPausing = state === 'running' && pause.isSuccess;
  const { reset } = pause;
  useEffect(() => {
    if (state !== 'running') reset();
  }, [state, reset]);
  if (state === 'done' || state === 'stopped') return null;
  return (
    <Group gap={8}>
      {state === 'running' ? (
        <Button
          key="pause"
          variant="default"
          loading={pause.isPending}
          disabled={isPausing}
          onClick={() => pause.mutate()}
        >
          {isPausing ? bulkRunTexts.actions.pausing : bulkRunTexts.actions.pause}
        </Button>
      ) : (
        <Button
          key="goOn"
          loading={goOn.isPending}
          disabled={blocked !== null}
          title={blocked ?? undefined}
          onClick={() => goOn.mutate()}
        >
          {bulkRunTexts.actions.goOn}
        </Button>
      )}
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {bulkRunTexts.actions.stop}
      </Button>
      <AskDialog
        isOpen={isAsking}
        title={bulkRunTexts.stop.title}
        action={bulkRunTexts.stop.action}
        isBusy={stop.isPending}
        error={stop.error}
        onBack={() => setIsAsking(false)}
        onGoOn={() => stop.mutate()}
      >
        <p>{bulkRunTexts.stop.body(rowsIn(counts.waiting))}</p>
      </AskDialog>
    </Group>
  );
}
