/** The lines of one part, with what each was matched with and why. */
import { useState } from 'react';
import type { MatchedPayout, ReconcileLine, Reconciliation } from '../../../bridge/reconcile.ts';
import { lineStateWords } from '../../../bridge/reconcile-words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { Sums } from './sums.tsx';
import { reconcileTexts, stateTones } from './texts.ts';
import { type LinesPart, lineMoney, statesOf, summaryOf, sumsOf, whyOf } from './words.ts';

const texts = reconcileTexts.one;
const { columns: headers } = texts;

/** A day as the file has it, a moment as all moments. */
export const DateOf = ({ date }: { date: string }) =>
  date.length > 10 ? <ShortMoment at={date} /> : <time dateTime={date}>{date}</time>;

export const payoutName = ({ customerName, id }: MatchedPayout) => (
  <NameOrId name={customerName} id={id} />
);

const columns: readonly Column<ReconcileLine>[] = [
  {
    key: 'amount',
    header: headers.amount,
    track: 'minmax(140px, 0.7fr)',
    align: 'end',
    render: (line) => {
      const money = lineMoney(line);
      return money === null ? (
        <span className="dimmed">{texts.noAmount}</span>
      ) : (
        <span className={classes['amount']} title={money}>
          {money}
        </span>
      );
    },
  },
  {
    key: 'date',
    header: headers.date,
    track: '128px',
    from: 560,
    isPlain: true,
    render: ({ booked }) => (booked === null ? '' : <DateOf date={booked} />),
  },
  {
    key: 'text',
    header: headers.text,
    track: 'minmax(120px, 1.6fr)',
    render: (line) => <span title={summaryOf(line)}>{summaryOf(line)}</span>,
  },
  {
    key: 'state',
    header: headers.state,
    track: '150px',
    from: 700,
    render: ({ state }) => (
      <StatusMark tone={stateTones[state]}>{lineStateWords[state]}</StatusMark>
    ),
  },
  {
    key: 'payout',
    header: headers.payout,
    track: 'minmax(110px, 1fr)',
    from: 880,
    render: ({ payout }) =>
      payout === null ? null : (
        <span
          title={`${payout.id} ${asSeen(formatMoney({ ...payout, amount: payout.amount ?? '' }))}`}
        >
          {payoutName(payout)}
        </span>
      ),
  },
  {
    key: 'why',
    header: headers.why,
    track: 'minmax(150px, 1.4fr)',
    from: 1040,
    render: (line) => <span title={whyOf(line)}>{whyOf(line)}</span>,
  },
];

/** No payout stands in those. */
const withoutPayout = columns.filter(({ key }) => key !== 'payout');
const columnsOf: Readonly<Record<LinesPart, typeof columns>> = {
  matched: columns,
  decided: columns,
  all: columns,
  ambiguous: withoutPayout,
  unmatched: withoutPayout,
  rest: withoutPayout,
};

export interface LinesPartProps {
  one: Reconciliation;
  part: LinesPart;
  row: number | null;
}

export function LinesPartView({ one, part, row }: LinesPartProps) {
  const { queries } = useBridge();
  const [search, setSearch] = useState('');
  const states = [...statesOf[part]];
  const paged = usePagedRows((offset) =>
    queries.reconcile.lines.queryOptions({
      input: { id: one.id, states, search, offset, limit: pageSize },
    }),
  );
  return (
    <>
      <ListToolbar
        searchLabel={texts.search}
        search={search}
        onSearch={setSearch}
        filters={null}
        facts={undefined}
      />
      <ListFailure title={texts.failed} query={paged} />
      {paged.first === undefined && paged.error === null && <SkeletonTable />}
      {paged.first !== undefined && (
        <DataTable
          label={texts.linesLabel}
          columns={columnsOf[part]}
          rows={paged}
          idOf={(line) => String(line.row)}
          hrefOf={(line) => reconcilePaths.line(one.id, part, line.row)}
          selectedId={row === null ? null : String(row)}
          listKey={`${part} ${search}`}
          empty={<EmptyState title={texts.noLines} body={texts.noLinesBody} />}
        />
      )}
      <Sums sums={sumsOf(one, part)} count={texts.sum} />
    </>
  );
}
