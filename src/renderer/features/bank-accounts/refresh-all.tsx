/** Asks for every known bank account: starts the round, shows how far it is, cancels it. */
import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefreshView } from '../../../bridge/bank-accounts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useSeconds } from '../../components/use-now.ts';
import { exactAge } from '../../format/exact-age.ts';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { changePaths } from '../changes/paths.ts';
import classes from './bank-accounts.module.css';
import { CheckWords } from './check-words.tsx';
import { bankAccountPaths } from './paths.ts';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.refresh;

function useRound(): RefreshView | null {
  const { queries } = useBridge();
  return useQuery(queries.bankAccounts.refreshState.queryOptions()).data ?? null;
}

export function RefreshAllButton() {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const round = useRound();
  const start = useMutation({
    mutationFn: () => bridge.bankAccounts.refreshAll({ profileId, knownAt }),
    onSettled: (_done, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queries.bankAccounts.refreshState.key() }),
  });
  return (
    <>
      {start.error !== null && (
        <StatusMark tone="red">
          <span role="alert">{toFailure(start.error).sentence}</span>
        </StatusMark>
      )}
      <Button
        variant="default"
        loading={start.isPending}
        disabled={round?.state === 'running'}
        onClick={() => start.mutate()}
      >
        {texts.action}
      </Button>
    </>
  );
}

const tones: Readonly<Record<RefreshView['state'], Tone>> = {
  running: 'blue',
  done: 'green',
  cancelled: 'grey',
  stopped: 'red',
};

export function RefreshAllState() {
  const round = useRound();
  const [hidden, setHidden] = useState<string | null>(null);
  if (round === null || (round.state !== 'running' && hidden === round.startedAt)) return null;
  const isClean = round.missing + round.failed + round.changed === 0;
  const tone = round.state === 'done' && !isClean ? 'amber' : tones[round.state];
  return (
    <div className={classes['round']}>
      <Notice
        tone={tone}
        role="status"
        title={round.state === 'running' ? texts.title : texts.states[round.state]}
        actions={
          round.state === 'running' ? (
            <CancelButton />
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => setHidden(round.startedAt)}>
              {texts.hide}
            </Button>
          )
        }
      >
        {round.sentence !== null && <p>{round.sentence}</p>}
        {round.state === 'running' && (
          <Progress
            aria-label={texts.progress}
            value={round.total === 0 ? 100 : (round.done / round.total) * 100}
          />
        )}
        <p>{inWords(round)}</p>
        {round.waitsUntil !== null && <Waits until={round.waitsUntil} />}
        {round.changed > 0 && (
          <PageLink href={changePaths.root} underline="always">
            {texts.seeChanges}
          </PageLink>
        )}
        <Problems round={round} />
      </Notice>
    </div>
  );
}

function inWords(round: RefreshView): string {
  const parts = [texts.done(groupedCount(round.done), groupedCount(round.total))];
  if (round.changed > 0) parts.push(texts.changed(groupedCount(round.changed)));
  if (round.missing > 0) parts.push(texts.missing(groupedCount(round.missing)));
  if (round.failed > 0) parts.push(texts.failed(groupedCount(round.failed)));
  if (round.withoutCustomer > 0) {
    parts.push(texts.withoutCustomer(groupedCount(round.withoutCustomer)));
  }
  return parts.join(' · ');
}

function Waits({ until }: { until: string }) {
  const now = useSeconds();
  return <p>{texts.waits(exactAge(until, now))}</p>;
}

function CancelButton() {
  const { bridge } = useBridge();
  const cancel = useMutation({ mutationFn: () => bridge.bankAccounts.cancelRefresh() });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {texts.cancel}
      </Button>
      <Failed error={cancel.error} />
    </>
  );
}

function Problems({ round }: { round: RefreshView }) {
  const { problems } = round;
  if (problems.length === 0) return null;
  return (
    <details>
      <summary>{texts.problems(problems.length)}</summary>
      <ul className={classes['problems']}>
        {problems.map(({ id, check }) => (
          <li key={id}>
            <PageLink href={bankAccountPaths.one(id)} className="mono">
              {id}
            </PageLink>{' '}
            {check.sentence}
            <CheckWords check={check} />
          </li>
        ))}
      </ul>
    </details>
  );
}
