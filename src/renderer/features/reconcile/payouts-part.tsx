/** Payouts created on the days of the file that none of its lines is matched with. */
import type { MatchedPayout, Reconciliation } from '../../../bridge/reconcile.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { ListFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { toneOfState } from '../../format/status-tone.ts';
import { formatState } from '../../format/words.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { Amount } from '../payouts/payout-parts.tsx';
import { payoutName } from './lines-part.tsx';
import classes from './reconcile.module.css';
import { Sums } from './sums.tsx';
import { reconcileTexts } from './texts.ts';

const texts = reconcileTexts.one;
const { columns: headers } = texts;

const columns: readonly Column<MatchedPayout>[] = [
  {
    key: 'amount',
    header: headers.amount,
    track: 'minmax(140px, 0.8fr)',
    align: 'end',
    render: (payout) => <Amount of={payout} />,
  },
  {
    key: 'customer',
    header: headers.customer,
    track: 'minmax(120px, 1.4fr)',
    render: payoutName,
  },
  {
    key: 'state',
    header: headers.state,
    track: 'minmax(110px, 0.8fr)',
    from: 480,
    isPlain: true,
    render: ({ state }) =>
      state !== '' && <StatusMark tone={toneOfState(state)}>{formatState(state)}</StatusMark>,
  },
  {
    key: 'reference',
    header: headers.reference,
    track: 'minmax(100px, 1fr)',
    from: 760,
    render: ({ reference }) => asSeen(reference ?? ''),
  },
  {
    key: 'created',
    header: headers.created,
    track: '136px',
    from: 560,
    render: ({ created }) => (created === null ? '' : <ShortMoment at={created} />),
  },
];

export function PayoutsPart({ one }: { one: Reconciliation }) {
  const { queries } = useBridge();
  const paged = usePagedRows((offset) =>
    queries.reconcile.payouts.queryOptions({ input: { id: one.id, offset, limit: pageSize } }),
  );
  const { first } = paged;
  return (
    <>
      <ListFailure title={texts.failed} query={paged} />
      {first === undefined && paged.error === null && <SkeletonTable />}
      {first !== undefined && (
        <>
          {first.currencies.length > 0 && (
            <p className={classes['facts']}>
              {asSeen(texts.compared(first.currencies.join(', ')))}
            </p>
          )}
          {first.gapFrom !== null && (
            <p className={classes['facts']}>{texts.gapFrom(first.gapFrom)}</p>
          )}
          <DataTable
            label={texts.payoutsLabel}
            columns={columns}
            rows={paged}
            idOf={({ id }) => id}
            hrefOf={({ id }) => payoutPaths.one(id)}
            listKey="payouts"
            empty={<EmptyState title={texts.noPayouts} body={texts.noPayoutsBody} />}
          />
          <Sums sums={first.totals} count={texts.payoutSum} withoutAmount={first.withoutAmount} />
        </>
      )}
    </>
  );
}
