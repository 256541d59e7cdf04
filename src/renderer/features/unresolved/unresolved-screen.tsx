/** Requests whose outcome is unknown (decisions 30), those that a person settled, and the chosen one. */
import { lazy } from 'react';
import type { UnresolvedRow } from '../../../bridge/unresolved.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { headingsOf, PlainList } from '../../components/list-body.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { type PagedRows, usePagedRows } from '../../components/table/use-paged-rows.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { stateTexts } from '../../texts/states.ts';
import { ColleagueRequests } from './colleague-requests.tsx';
import { unresolvedPaths } from './paths.ts';
import { type Part, parts, placeOf } from './places.ts';
import { aboutSent } from './sent.ts';
import { operationLabel, unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';
import { useColleaguesOpen } from './use-colleagues-open.ts';

/** What the list shows of a request. */
const { columns: headers } = unresolvedTexts;

/** The newest first, always. */
const columns: readonly Column<UnresolvedRow>[] = [
  {
    key: 'what',
    header: headers.what,
    track: 'minmax(150px, 1fr)',
    isPlain: true,
    render: (row) => <span title={row.key}>{operationLabel(row.operation)}</span>,
  },
  {
    key: 'about',
    header: headers.about,
    track: 'minmax(100px, 1.6fr)',
    render: (row) => {
      const about = aboutSent(row, row.customerName) ?? stateTexts.unknownValue;
      return <span title={about}>{about}</span>;
    },
  },
  {
    key: 'bulkRow',
    header: headers.bulkRow,
    track: 'minmax(100px, 1fr)',
    from: 700,
    render: ({ bulkRow }) => {
      if (bulkRow === null) return null;
      const text = unresolvedTexts.bulkRow(bulkRow.fileName, bulkRow.row);
      return <span title={text}>{asSeen(text)}</span>;
    },
  },
  {
    key: 'sent',
    header: headers.sent,
    track: '120px',
    from: 450,
    render: (row) => <ShortMoment at={row.journalledAt} />,
  },
];

const fitting: Column<UnresolvedRow> = {
  key: 'proposals',
  header: headers.proposals,
  track: '100px',
  from: 566,
  render: (row) =>
    row.proposals === 0 ? (
      <span className="dimmed">{unresolvedTexts.noPossibleMatches}</span>
    ) : (
      <StatusMark tone="blue">{unresolvedTexts.proposals(row.proposals)}</StatusMark>
    ),
};

/** An alarm, so it is there however narrow the list is. */
const against: Column<UnresolvedRow> = {
  key: 'against',
  header: headers.against,
  track: '100px',
  render: (row) =>
    row.proposals === 0 ? (
      <span className="dimmed">{unresolvedTexts.noneAgainst}</span>
    ) : (
      <StatusMark tone="red">{unresolvedTexts.proposals(row.proposals)}</StatusMark>
    ),
};

const columnsOf: Readonly<Record<Part, readonly Column<UnresolvedRow>[]>> = {
  unknown: [...columns, fitting],
  exists: columns,
  absent: [...columns, against],
};

const RequestPanel = lazy(async () => ({
  default: (await import('./request-panel.tsx')).RequestPanel,
}));

export interface UnresolvedScreenProps {
  first: string | null;
  second: string | null;
}

export function UnresolvedScreen({ first, second }: UnresolvedScreenProps) {
  const { part, key } = placeOf(first, second);
  return (
    <SplitView
      list={<RequestList part={part} selected={key} />}
      selected={key}
      detail={(intentKey) => <RequestPanel intentKey={intentKey} part={part} />}
    />
  );
}

function RequestList({ part, selected }: { part: Part; selected: string | null }) {
  const { queries } = useBridge();
  const own = useConnection()?.unknownIntents ?? 0;
  const others = useColleaguesOpen();
  const paged = usePagedRows((offset) =>
    queries.unresolved.list.queryOptions({ input: { state: part, offset, limit: pageSize } }),
  );
  const links = parts.map((one) => ({
    name: unresolvedTexts.parts[one],
    href: unresolvedPaths.part(one),
    note: one === 'unknown' && own + others > 0 ? groupedCount(own + others) : undefined,
  }));
  return (
    <>
      <PageHeader title={unresolvedTexts.title} />
      <PartLinks
        label={unresolvedTexts.parts.label}
        parts={links}
        current={unresolvedPaths.part(part)}
      />
      {part === 'unknown' && paged.total > 0 && (
        <p className={classes['lead']}>{unresolvedTexts.lead}</p>
      )}
      <Requests part={part} selected={selected} paged={paged} others={others} />
      {part === 'unknown' && <ColleagueRequests />}
    </>
  );
}

interface RequestsProps {
  part: Part;
  selected: string | null;
  paged: PagedRows<{ rows: UnresolvedRow[]; total: number }>;
  /** Requests of other computers without an outcome. */
  others: number;
}

function Requests({ part, selected, paged, others }: RequestsProps) {
  return (
    <PlainList
      paged={paged}
      failed={unresolvedTexts.failed}
      empty={
        <EmptyState
          {...unresolvedTexts.none[part === 'unknown' && others > 0 ? 'unknownHere' : part]}
          headings={headingsOf(columnsOf[part])}
        />
      }
    >
      <DataTable
        label={unresolvedTexts.listLabel}
        columns={columnsOf[part]}
        rows={paged}
        idOf={(row) => row.key}
        hrefOf={(row) => unresolvedPaths.request(row.key, part)}
        selectedId={selected}
        listKey={part}
      />
    </PlainList>
  );
}
