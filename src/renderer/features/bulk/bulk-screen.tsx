/** Many creates from one file: the runs, a new one, and each step on the way. */

import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import bulk from './bulk.module.css';
import { DraftScreen } from './draft/draft-screen.tsx';
import { DraftList } from './list/draft-list.tsx';
import { runColumns } from './list/run-columns.tsx';
import { bulkPaths } from './paths.ts';
import { placeOf } from './places.ts';
import { RunScreen } from './run/run-screen.tsx';
import { StartScreen } from './start/start-screen.tsx';
import { bulkTexts } from './texts.ts';

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
      {paged.error !== null && (
        <div className={bulk['notices']}>
          <ReadFailure title={bulkTexts.failed} error={paged.error} onReadAgain={paged.readAgain} />
        </div>
      )}
      <DraftList />
      {paged.first === undefined && paged.error === null && <SkeletonTable />}
      {paged.first !== undefined && paged.total === 0 && (
        <EmptyState
          title={texts.empty.title}
          body={texts.empty.body}
          action={<CreateButton href={bulkPaths.new}>{texts.empty.action}</CreateButton>}
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
