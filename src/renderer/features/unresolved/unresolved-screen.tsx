/** Requests whose outcome is unknown (decisions 30), those that a person settled, and the chosen one. */
import { IconCircleCheck } from '@tabler/icons-react';
import { lazy } from 'react';
import type { UnresolvedRow } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { type PagedRows, usePagedRows } from '../../components/table/use-paged-rows.ts';
import { groupedCount } from '../../format/words.ts';
import { unresolvedPaths } from './paths.ts';
import { type Part, parts, placeOf } from './places.ts';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';
import { columnsOf } from './unresolved-columns.tsx';

const RequestPanel = lazy(async () => ({
  default: (await import('./request-panel.tsx')).RequestPanel,
}));

export interface UnresolvedScreenProps {
  first: string | null;
  second: string | null;
}

export function UnresolvedScreen({ first, second }: UnresolvedScreenProps) {
  const { part, key } = placeOf(first, second);
  const detail = key === null ? null : <RequestPanel key={key} intentKey={key} part={part} />;
  return <SplitView list={<RequestList part={part} selected={key} />} detail={detail} />;
}

function RequestList({ part, selected }: { part: Part; selected: string | null }) {
  const { queries } = useBridge();
  const unknown = useConnection()?.unknownIntents;
  const paged = usePagedRows((offset) =>
    queries.unresolved.list.queryOptions({ input: { state: part, offset, limit: pageSize } }),
  );
  const links = parts.map((one) => ({
    name: unresolvedTexts.parts[one],
    href: unresolvedPaths.part(one),
    note: one === 'unknown' && unknown ? groupedCount(unknown) : undefined,
  }));
  return (
    <>
      <PageHeader title={unresolvedTexts.title} />
      <PartLinks
        label={unresolvedTexts.parts.label}
        parts={links}
        current={unresolvedPaths.part(part)}
      />
      {part === 'unknown' && <p className={classes['lead']}>{unresolvedTexts.lead}</p>}
      <Requests part={part} selected={selected} paged={paged} />
    </>
  );
}

interface RequestsProps {
  part: Part;
  selected: string | null;
  paged: PagedRows<{ rows: UnresolvedRow[]; total: number }>;
}

function Requests({ part, selected, paged }: RequestsProps) {
  const { first, error } = paged;
  const failure =
    error === null ? null : (
      <ReadFailure title={unresolvedTexts.failed} error={error} onReadAgain={paged.readAgain} />
    );
  if (first === undefined) return failure ?? <SkeletonTable />;
  return (
    <>
      {failure}
      {paged.total === 0 ? (
        <EmptyState
          {...unresolvedTexts.none[part]}
          icon={<IconCircleCheck size={28} stroke={1.4} />}
        />
      ) : (
        <DataTable
          label={unresolvedTexts.listLabel}
          columns={columnsOf(part)}
          rows={paged}
          idOf={(row) => row.key}
          hrefOf={(row) => unresolvedPaths.request(row.key, part)}
          selectedId={selected}
          listKey={part}
        />
      )}
    </>
  );
}
