/** One reconciliation: its parts with their totals, the lines of one part, and the chosen line. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CertainMatches, Reconciliation } from '../../../bridge/reconcile.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type Part, PartLinks } from '../../components/part-links.tsx';
import { ListFailure, ReadFailure } from '../../components/read-failure.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { LinePanel } from './line-panel.tsx';
import { LinesPartView, payoutName } from './lines-part.tsx';
import { reconcilePaths } from './paths.ts';
import { PayoutsPart } from './payouts-part.tsx';
import classes from './reconcile.module.css';
import { Balances, Sums } from './sums.tsx';
import { reconcileTexts } from './texts.ts';
import { countIn, firstPart, type LinesPart, lineMoney, parts, summaryOf } from './words.ts';

const texts = reconcileTexts.one;

export interface OneScreenProps {
  id: string;
  part: string | null;
  row: number | null;
}

const isUnderWay = (status: Reconciliation['status'] | undefined): boolean =>
  status === 'reading' || status === 'matching';

export function OneScreen({ id, part, row }: OneScreenProps) {
  const { queries } = useBridge();
  const one = useQuery({
    ...queries.reconcile.get.queryOptions({ input: { id } }),
    // A notice tells of whatever begins; how far it is, none does.
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 500 : false),
  });
  if (one.data === undefined) {
    return (
      <>
        <PageHeader
          title={reconcileTexts.title}
          back={<BackLink href={reconcilePaths.root} label={reconcileTexts.back} />}
        />
        <ListFailure title={texts.failed} query={one} />
        {one.error === null && <SkeletonTable />}
      </>
    );
  }
  return <One one={one.data} part={part} row={row} />;
}

function One({ one, part, row }: { one: Reconciliation; part: string | null; row: number | null }) {
  const { queries } = useBridge();
  const payouts = useQuery(
    queries.reconcile.payouts.queryOptions({ input: { id: one.id, offset: 0, limit: pageSize } }),
  );
  const shown = parts.find((known) => known === part) ?? firstPart(one);
  const isOfPayouts = part === 'payouts';
  return (
    <SplitView
      list={
        <>
          <Head one={one} />
          <PartLinks
            label={texts.label}
            current={reconcilePaths.part(one.id, isOfPayouts ? 'payouts' : shown)}
            parts={partLinks(one, payouts.data?.total)}
          />
          {isOfPayouts ? (
            <PayoutsPart one={one} />
          ) : (
            <LinesPartView one={one} part={shown} row={row} />
          )}
        </>
      }
      selected={isOfPayouts ? null : row}
      detail={(opened) => <LinePanel one={one} part={shown} row={opened} />}
    />
  );
}

function partLinks(one: Reconciliation, payoutCount: number | undefined): Part[] {
  const link = (part: LinesPart): Part => ({
    name: texts.parts[part],
    href: reconcilePaths.part(one.id, part),
    note: groupedCount(countIn(one, part)),
  });
  const shown = parts.filter((part) => part !== 'rest' || countIn(one, part) > 0);
  const [all, ...others] = shown.toReversed();
  const payouts: Part = {
    name: texts.parts.payouts,
    href: reconcilePaths.part(one.id, 'payouts'),
    ...(payoutCount !== undefined && { note: groupedCount(payoutCount) }),
  };
  return [...others.toReversed().map(link), payouts, ...(all === undefined ? [] : [link(all)])];
}

function Head({ one }: { one: Reconciliation }) {
  const { bridge } = useBridge();
  const { id, status, firstDay, lastDay } = one;
  return (
    <>
      <PageHeader
        title={asSeen(one.fileName)}
        back={<BackLink href={reconcilePaths.root} label={reconcileTexts.back} />}
        action={<Actions one={one} />}
      />
      <div className={classes['facts']}>
        <span>
          {reconcileTexts.kinds[one.kind]} · {reconcileTexts.formats[one.format]}
          {firstDay !== null && lastDay !== null && <> · {texts.period(firstDay, lastDay)}</>}
        </span>
        <FileButtons
          action={texts.export}
          formats={['csv']}
          make={() => bridge.reconcile.exportCsv({ id })}
        />
      </div>
      <div className={classes['notices']}>
        {(status === 'reading' || status === 'matching') && (
          <Notice tone="blue" role="status">
            {texts.working[status]}
          </Notice>
        )}
        {status === 'interrupted' && <Notice tone="red">{texts.interrupted}</Notice>}
        {status === 'ready' && one.isOutdated && <Notice tone="amber">{texts.outdated}</Notice>}
        {one.notes.map((note) => (
          <Notice key={note} tone="grey">
            {asSeen(note)}
          </Notice>
        ))}
        <Balances balances={one.balances} />
      </div>
    </>
  );
}

/** What is confirmed together: the first lines with their payouts, and how many more there are. */
function FirstCertain({ certain: { count, totals, first } }: { certain: CertainMatches }) {
  const more = count - first.length;
  return (
    <>
      <p>{texts.confirmBody(groupedCount(count))}</p>
      <Sums sums={totals} count={texts.sum} />
      <ul className={classes['certain']} aria-label={texts.confirmLines}>
        {first.map((line) => (
          <li key={line.row}>
            {lineMoney(line) ?? texts.noAmount} · {summaryOf(line)}
            {line.payout !== null && <> → {payoutName(line.payout)}</>}
          </li>
        ))}
        {more > 0 && <li className="dimmed">{texts.confirmMore(groupedCount(more))}</li>}
      </ul>
    </>
  );
}

/** What is done to the whole. */
function Actions({ one }: { one: Reconciliation }) {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const goOn = useGoOn();
  const [asked, setAsked] = useState<'confirm' | 'remove' | null>(null);
  const of = { id: one.id, profileId, knownAt };
  const close = () => setAsked(null);
  const shown = useQuery({
    ...queries.reconcile.certain.queryOptions({ input: { id: one.id } }),
    enabled: asked === 'confirm',
  });
  const confirm = useMutation({
    mutationFn: ({ digest }: CertainMatches) =>
      bridge.reconcile.confirm({ ...of, rows: { digest } }),
    onSuccess: close,
  });
  const remove = useMutation({
    mutationFn: () => bridge.reconcile.remove(of),
    onSuccess: () => goOn(reconcilePaths.root),
  });
  const again = useMutation({ mutationFn: () => bridge.reconcile.matchAgain(of) });
  const certain = one.states.find(({ state }) => state === 'certain')?.count ?? 0;
  const isBusy = isUnderWay(one.status);
  const isReady = one.status === 'ready' && knownAt === null;
  return (
    <Group gap={8} align="stretch" justify="flex-end">
      {countIn(one, 'decided') === 0 && (
        <Button
          variant="subtle"
          color="gray"
          disabled={isBusy || knownAt !== null}
          onClick={() => setAsked('remove')}
        >
          {texts.remove}
        </Button>
      )}
      <Button
        variant="default"
        title={texts.againHint}
        disabled={isBusy || knownAt !== null}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        {texts.again}
      </Button>
      {certain > 0 && (
        <Button disabled={!isReady || one.isOutdated} onClick={() => setAsked('confirm')}>
          {texts.confirmCertain(groupedCount(certain))}
        </Button>
      )}
      <Failed error={again.error} />
      {confirm.data !== undefined && confirm.data.confirmed < confirm.variables.count && (
        <Notice tone="grey" role="status">
          {texts.confirmedFewer(
            groupedCount(confirm.data.confirmed),
            groupedCount(confirm.variables.count),
          )}
        </Notice>
      )}
      <AskDialog
        isOpen={asked === 'confirm'}
        title={texts.confirmTitle}
        action={texts.confirmAction}
        isBusy={confirm.isPending}
        isBlocked={shown.data === undefined}
        error={confirm.error}
        onBack={close}
        onGoOn={() => shown.data !== undefined && confirm.mutate(shown.data)}
      >
        <ReadFailure title={texts.failed} query={shown} />
        {shown.data !== undefined && <FirstCertain certain={shown.data} />}
      </AskDialog>
      <AskDialog
        isOpen={asked === 'remove'}
        title={texts.removeTitle}
        action={texts.removeAction}
        isBusy={remove.isPending}
        error={remove.error}
        onBack={close}
        onGoOn={() => remove.mutate()}
      >
        <p>{texts.removeBody}</p>
      </AskDialog>
    </Group>
  );
}
