/** Many creates from one file: the runs, a new one, and each step on the way. */
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BulkDraft, BulkRun } from '../../../bridge/bulk.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { headingsOf } from '../../components/list-body.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { DiscardButton } from './draft/discard-button.tsx';
import { DraftScreen } from './draft/draft-screen.tsx';
import classes from './list/list.module.css';
import { bulkPaths } from './paths.ts';
import { placeOf } from './places.ts';
import { RunScreen } from './run/run-screen.tsx';
import { sentOf } from './run/run-shares.ts';
import { toneOfRun } from './run/run-tones.ts';
import { bulkRunTexts, openWords } from './run-texts.ts';
import { StartScreen } from './start/start-screen.tsx';
import { bulkTexts, rowsIn } from './texts.ts';

/** What the list shows of a run. */
const { columns: headers } = bulkTexts.list;

/** The newest run first, always. */
const runColumns: readonly Column<BulkRun>[] = [
  {
    key: 'file',
    header: headers.file,
    track: 'minmax(120px, 2fr)',
    render: (run) => <span title={run.fileName}>{run.fileName}</span>,
  },
  {
    key: 'kind',
    header: headers.kind,
    track: '120px',
    from: 640,
    isPlain: true,
    render: (run) => bulkTexts.kinds[run.kind],
  },
  {
    key: 'rows',
    header: headers.rows,
    track: '130px',
    from: 460,
    align: 'end',
    isPlain: true,
    render: (run) =>
      bulkRunTexts.progress.of(groupedCount(sentOf(run.counts)), groupedCount(run.total)),
  },
  {
    key: 'state',
    header: headers.state,
    track: '120px',
    render: (run) => (
      <StatusMark tone={toneOfRun(run)}>{bulkRunTexts.states[run.state]}</StatusMark>
    ),
  },
  {
    key: 'open',
    header: headers.open,
    track: 'minmax(190px, 1.2fr)',
    from: 944,
    isPlain: true,
    render: (run) => openWords(run),
  },
  {
    key: 'started',
    header: headers.started,
    track: '136px',
    from: 738,
    render: (run) => <ShortMoment at={run.createdAt} />,
  },
];

/** All runs of the profile, the newest first, and files that wait to be checked or started. */
const texts = bulkTexts.list;

function RunList() {
  const { queries } = useBridge();
  const paged = usePagedRows((offset) =>
    queries.bulk.runs.list.queryOptions({ input: { offset, limit: pageSize } }),
  );
  return (
    <>
      <PageHeader
        title={bulkTexts.title}
        count={paged.first?.total ?? null}
        action={<CreateButton href={bulkPaths.new}>{bulkTexts.create}</CreateButton>}
      />
      <ListFailure title={bulkTexts.failed} query={paged} />
      <DraftList />
      {paged.first === undefined && paged.error === null && <SkeletonTable />}
      {paged.first !== undefined && paged.total === 0 && (
        <EmptyState
          title={texts.empty.title}
          body={texts.empty.body}
          action={<CreateButton href={bulkPaths.new}>{texts.empty.action}</CreateButton>}
          headings={headingsOf(runColumns)}
        />
      )}
      {paged.total > 0 && (
        <DataTable
          label={texts.label}
          columns={runColumns}
          rows={paged}
          idOf={(run) => run.id}
          hrefOf={(run) => bulkPaths.run(run.id)}
          listKey="runs"
        />
      )}
    </>
  );
}

/** `rest` is what follows `/bulk/` in the address. */
export function BulkScreen({ rest }: { rest: string }) {
  const place = placeOf(rest);
  switch (place.part) {
    case 'runs':
      return <RunList />;
    case 'new':
      return <StartScreen kind={place.kind} />;
    case 'draft':
      return <DraftScreen key={place.id} id={place.id} step={place.step} rows={place.rows} />;
    case 'run':
      return <RunScreen key={place.id} id={place.id} rows={place.rows} />;
  }
}

/** Files that were read and not started: each to go on with, or to discard. */
function DraftList() {
  const { queries } = useBridge();
  const drafts = useQuery(queries.bulk.drafts.list.queryOptions());
  if (drafts.data === undefined || drafts.data.length === 0) return null;
  return (
    <section className={classes['drafts']} aria-labelledby="bulk-drafts">
      <Title order={2} id="bulk-drafts">
        {texts.drafts}
      </Title>
      <p className={classes['hint']}>{texts.draftHint}</p>
      <ul className={classes['list']}>
        {drafts.data.map((draft) => (
          <li key={draft.id}>
            <span className={classes['words']}>
              <strong>{draft.fileName}</strong> <span className="dimmed">{stateOf(draft)}</span>
            </span>
            <span className={classes['buttons']}>
              <Button
                component={Link}
                variant="default"
                href={bulkPaths.draft(draft.id, 'columns')}
                aria-label={texts.openFile(draft.fileName)}
              >
                {texts.openDraft}
              </Button>
              <DiscardButton draft={draft} isInList />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ kind, status, total }: BulkDraft): string {
  const rows =
    status === 'reading'
      ? texts.reading
      : status === 'unreadable'
        ? texts.unreadable
        : rowsIn(total);
  return texts.draft(bulkTexts.kinds[kind], rows);
}
