/** Reconciliations: all of them, a new one, and each with its lines. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Reconciliation } from '../../../bridge/reconcile.ts';
import { maxStatementBytes, maxStatementLines } from '../../../bridge/reconcile-limits.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { BackLink } from '../../components/back-link.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { headingsOf } from '../../components/list-body.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { heldRows } from '../../components/table/windowed-rows.ts';
import { FileDrop } from '../../components/upload/file-drop.tsx';
import { useUpload } from '../../components/upload/use-upload.ts';
import { formatBytes } from '../../format/bytes.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { DraftScreen } from './draft-screen.tsx';
import { OneScreen } from './one-screen.tsx';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { reconcileTexts } from './texts.ts';
import { countIn } from './words.ts';

const startTexts = reconcileTexts.start;
const endings = ['.csv', '.tsv', '.txt', '.xml', '.sta', '.mt940', '.940', '.camt'];

function problemOf({ name, size }: { name: string; size: number }): string | null {
  if (size === 0) return startTexts.empty(name);
  if (size <= maxStatementBytes) return null;
  return startTexts.large(name, formatBytes(size), formatBytes(maxStatementBytes));
}

/** The first step: the file. */
function StartScreen() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
  const used = useUpload({
    upload: bridge.reconcile.upload,
    about: { profileId },
    problemOf,
    onDraft(draft) {
      client.setQueryData(queries.reconcile.draft.queryKey({ input: { id: draft.id } }), draft);
      navigate(reconcilePaths.draft(draft.id));
    },
  });
  return (
    <>
      <PageHeader
        title={startTexts.title}
        back={<BackLink href={reconcilePaths.root} label={reconcileTexts.back} />}
      />
      <div className={classes['page']}>
        <Section title={startTexts.file} lead={startTexts.lead}>
          <FileDrop
            {...used}
            words={startTexts.drop}
            limits={startTexts.limits(
              formatBytes(maxStatementBytes),
              groupedCount(maxStatementLines),
            )}
            endings={endings}
            failed={startTexts.refused}
          />
        </Section>
      </div>
    </>
  );
}

export interface ReconcileScreenProps {
  place: string | null;
  id: string | null;
  part: string | null;
  row: string | null;
}

export function ReconcileScreen({ place, id, part, row }: ReconcileScreenProps) {
  if (place === 'new') return <StartScreen />;
  if (place === 'draft' && id !== null) return <DraftScreen key={id} id={id} />;
  if (place === 'one' && id !== null) {
    return <OneScreen key={id} id={id} part={part} row={row === null ? null : Number(row)} />;
  }
  return <ReconciliationList />;
}

const texts = reconcileTexts.list;
const { columns: headers } = texts;

const toDecide = (one: Reconciliation): number =>
  countIn(one, 'matched') + countIn(one, 'ambiguous') + countIn(one, 'unmatched');

export function StatusOf({ one }: { one: Reconciliation }) {
  const { status } = reconcileTexts;
  if (one.status === 'interrupted') return <StatusMark tone="red">{status.interrupted}</StatusMark>;
  if (one.status !== 'ready') return <StatusMark tone="blue">{status[one.status]}</StatusMark>;
  return toDecide(one) === 0 ? (
    <StatusMark tone="green">{status.done}</StatusMark>
  ) : (
    <StatusMark tone="amber">{status.ready}</StatusMark>
  );
}

const columns: readonly Column<Reconciliation>[] = [
  {
    key: 'file',
    header: headers.file,
    track: 'minmax(140px, 2fr)',
    render: (one) => <span title={asSeen(one.fileName)}>{asSeen(one.fileName)}</span>,
  },
  {
    key: 'kind',
    header: headers.kind,
    track: '130px',
    from: 1040,
    isPlain: true,
    render: (one) => reconcileTexts.kinds[one.kind],
  },
  {
    key: 'period',
    header: headers.period,
    track: '184px',
    from: 680,
    isPlain: true,
    render: ({ firstDay, lastDay }) =>
      firstDay === null || lastDay === null ? '' : texts.days(firstDay, lastDay),
  },
  {
    key: 'lines',
    header: headers.lines,
    track: '72px',
    align: 'end',
    from: 780,
    isPlain: true,
    render: (one) => groupedCount(one.lines),
  },
  {
    key: 'open',
    header: headers.open,
    track: '96px',
    align: 'end',
    isPlain: true,
    render: (one) => groupedCount(toDecide(one)),
  },
  {
    key: 'decided',
    header: headers.confirmed,
    track: '96px',
    align: 'end',
    from: 890,
    isPlain: true,
    render: (one) => groupedCount(countIn(one, 'decided')),
  },
  {
    key: 'status',
    header: headers.status,
    track: '150px',
    isPlain: true,
    render: (one) => <StatusOf one={one} />,
  },
  {
    key: 'created',
    header: headers.created,
    track: '136px',
    from: 1190,
    render: (one) => <ShortMoment at={one.createdAt} />,
  },
];

function ReconciliationList() {
  const { queries } = useBridge();
  const list = useQuery(queries.reconcile.list.queryOptions());
  const all = list.data;
  const create = <CreateButton href={reconcilePaths.new}>{reconcileTexts.create}</CreateButton>;
  return (
    <>
      <PageHeader title={reconcileTexts.title} count={all?.length ?? null} action={create} />
      <ListFailure title={reconcileTexts.failed} query={list} />
      {all === undefined && list.error === null && <SkeletonTable />}
      {all?.length === 0 && (
        <EmptyState {...texts.empty} action={create} headings={headingsOf(columns)} />
      )}
      {all !== undefined && all.length > 0 && (
        <DataTable
          label={texts.label}
          columns={columns}
          rows={heldRows(all)}
          idOf={({ id }) => id}
          hrefOf={({ id }) => reconcilePaths.one(id)}
          listKey="reconciliations"
        />
      )}
    </>
  );
}
