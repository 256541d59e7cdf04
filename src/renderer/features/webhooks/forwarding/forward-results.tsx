/** What came of each delivery at each address, newest first. */
import { useState } from 'react';
import type { ForwardTargetView, ForwardView } from '../../../../bridge/forwarding.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Filter } from '../../../components/list-toolbar.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { Section } from '../../../components/section.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { pageSize } from '../../../components/table/paging.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../../components/table/use-paged-rows.ts';
import { webhookPaths } from '../paths.ts';
import classes from '../webhooks.module.css';
import { forwardColumns } from './forward-columns.tsx';
import { forwardingTexts } from './texts.ts';

const texts = forwardingTexts.results;

const states: readonly ForwardView['state'][] = ['waiting', 'delivered', 'failed'];

export function ForwardResults({ targets }: { targets: readonly ForwardTargetView[] }) {
  const { queries } = useBridge();
  const [targetId, setTargetId] = useState<string | null>(null);
  const [state, setState] = useState<ForwardView['state'] | null>(null);
  const paged = usePagedRows((offset) =>
    queries.forwarding.list.queryOptions({ input: { targetId, state, offset, limit: pageSize } }),
  );
  const isFiltered = targetId !== null || state !== null;
  return (
    <Section title={texts.title}>
      <search className={classes['filters']}>
        <Filter
          label={texts.filterTarget}
          value={targetId}
          values={targets.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTargetId}
        />
        <Filter
          label={texts.filterState}
          value={state}
          values={states.map((value) => ({ value, label: texts.states[value] }))}
          onChange={(value) => setState(states.find((known) => known === value) ?? null)}
        />
      </search>
      <ReadFailure error={paged.error} onReadAgain={paged.readAgain} />
      {paged.first === undefined && paged.error === null && <SkeletonTable />}
      {paged.first !== undefined &&
        paged.total === 0 &&
        (isFiltered ? (
          <EmptyState title={texts.noMatch} body={texts.noMatchBody} level={3} />
        ) : (
          <p className={`${classes['prose']} dimmed`}>{texts.empty}</p>
        ))}
      {paged.total > 0 && (
        <div className={classes['results']}>
          <DataTable
            label={texts.label}
            columns={forwardColumns}
            rows={paged}
            idOf={(row) => row.id}
            hrefOf={(row) => webhookPaths.delivery(row.arrival)}
            listKey={`${targetId} ${state}`}
          />
        </div>
      )}
    </Section>
  );
}
