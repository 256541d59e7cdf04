/** All payouts that events tell of, with their totals, and the chosen one beside them. */
import { Button } from '@mantine/core';
import { lazy } from 'react';
import { useLocation } from 'wouter';
import type { ListPayoutsOutput, PayoutRow, PayoutSort } from '../../../bridge/payouts.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { outcomeSide, type PayoutOutcome } from '../../../contract/payout-outcomes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ListFile } from '../../components/list-file.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { recordPage } from '../../components/record-list/record-page.ts';
import { SplitView } from '../../components/split-view.tsx';
import type { Column } from '../../components/table/columns.ts';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { useCustomerName } from '../timeline/filters/customer-menu.tsx';
import { FilterChips } from '../timeline/filters/filter-chips.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { PayoutFilters } from './payout-filters.tsx';
import { Amount, PayoutState } from './payout-parts.tsx';
import { PayoutTotalsLine } from './payout-totals.tsx';
import { flagsOf, notPaidOf, partyOf } from './payout-words.ts';
import classes from './payouts.module.css';
import { activeFilters, viewOfOutcome } from './payouts-view.ts';
import { payoutTexts as texts } from './texts.ts';
import { type PayoutsAddress, usePayoutsView } from './use-payouts-view.ts';

const { columns: headers } = texts;

const payoutColumns: readonly Column<PayoutRow, PayoutSort>[] = [
  {
    key: 'amountIn',
    header: headers.amountIn,
    sort: 'amountIn',
    align: 'end',
    track: 'minmax(132px, 0.6fr)',
    render: (row) => <Amount of={row.in} />,
  },
  {
    key: 'amountOut',
    header: headers.amountOut,
    sort: 'amountOut',
    align: 'end',
    // Whole from a hundred million on, with six decimals: it ends with its currency.
    track: 'minmax(176px, 0.6fr)',
    from: 658,
    render: (row) => <Amount of={row.out} not={notPaidOf(row)} />,
  },
  {
    key: 'fee',
    header: headers.fee,
    sort: 'feeAmount',
    align: 'end',
    track: 'minmax(130px, 0.5fr)',
    from: 1108,
    render: (row) => <Amount of={row.fee} />,
  },
  {
    key: 'customer',
    header: headers.customer,
    sort: 'customerName',
    track: 'minmax(108px, 1.6fr)',
    from: 480,
    render: (row) => (
      <span title={row.customerId ?? undefined} className={partyOf(row) === null ? 'dimmed' : ''}>
        {partyOf(row) ?? stateTexts.unknownValue}
      </span>
    ),
  },
  {
    key: 'state',
    header: headers.state,
    sort: 'state',
    track: 'minmax(146px, 1fr)',
    isPlain: true,
    render: (row) => <PayoutState of={row} />,
  },
  {
    key: 'flags',
    header: headers.flags,
    track: 'minmax(144px, 0.9fr)',
    from: 962,
    isPlain: true,
    render: (row) => <Flags of={row} />,
  },
  {
    key: 'network',
    header: headers.network,
    sort: 'network',
    track: '88px',
    from: 1212,
    isPlain: true,
    render: (row) => asSeen(row.network ?? ''),
  },
  {
    key: 'reference',
    header: headers.reference,
    track: 'minmax(96px, 0.6fr)',
    from: 1352,
    render: (row) => asSeen(row.reference ?? ''),
  },
  {
    key: 'created',
    header: headers.created,
    sort: 'created',
    track: '128px',
    from: 1492,
    render: (row) => (row.created === null ? '' : <ShortMoment at={row.created} />),
  },
  {
    key: 'updated',
    header: headers.updated,
    sort: 'updated',
    track: '128px',
    from: 802,
    render: (row) => (row.updated === null ? '' : <ShortMoment at={row.updated} />),
  },
];

function Flags({ of }: { of: PayoutRow }) {
  return (
    <span className={classes['flags']}>
      {flagsOf(of).map(({ key, text, hint }) => (
        <span key={key} title={hint}>
          {text}
        </span>
      ))}
    </span>
  );
}

const PayoutDetailPanel = lazy(async () => ({
  default: (await import('./payout-detail-panel.tsx')).PayoutDetailPanel,
}));

export function PayoutsScreen({ selectedId }: { selectedId: string | null }) {
  const address = usePayoutsView(selectedId);
  return (
    <OfMoment>
      <SplitView
        list={<PayoutsList selectedId={selectedId} address={address} />}
        selected={selectedId}
        detail={(id) => <PayoutDetailPanel id={id} address={address} />}
      />
    </OfMoment>
  );
}

interface PayoutsListProps {
  selectedId: string | null;
  address: PayoutsAddress;
}

function PayoutsList({ selectedId, address }: PayoutsListProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [, navigate] = useLocation();
  const { view, change, reset } = address;
  const paged = usePagedRows((offset) =>
    queries.payouts.list.queryOptions({ input: recordPage(view, knownAt, offset) }),
  );
  const { first } = paged;
  const customerName = useCustomerName(view.customerId, knownAt);
  return (
    <>
      <PageHeader title={texts.title} count={first?.known ?? null} />
      <RecordList
        list={{ view, paged, change, reset }}
        texts={texts}
        filters={
          <>
            <PayoutFilters address={address} first={first} customerName={customerName} />
            <ListFile listed={{ list: 'payouts', query: { ...view, knownAt } }} />
          </>
        }
        empty={{
          title: texts.empty.title,
          body: texts.empty.body,
          action: <Button onClick={() => navigate(webhookPaths.root)}>{texts.empty.action}</Button>,
        }}
        columns={payoutColumns}
        hrefOf={(row) => address.hrefOf(row.id)}
        selectedId={selectedId}
      >
        <FilterChips active={activeFilters(view, customerName)} change={change} clear={reset} />
        {first !== undefined && <UnderFilters first={first} address={address} />}
      </RecordList>
    </>
  );
}

function UnderFilters({ first, address }: { first: ListPayoutsOutput; address: PayoutsAddress }) {
  const { progress, unassigned, outcomes, states, total } = first;
  const showWithout = (outcome: PayoutOutcome): void =>
    address.change({ without: outcomeSide[outcome], ...viewOfOutcome(outcome, states) });
  return (
    <>
      {progress !== null && (
        <p className={classes['progress']} role="status">
          {texts.progress(groupedCount(progress.done), groupedCount(progress.total))}
        </p>
      )}
      {unassigned > 0 && <p className={classes['progress']}>{texts.unassigned(unassigned)}</p>}
      {total > 0 && <PayoutTotalsLine outcomes={outcomes} onWithout={showWithout} />}
    </>
  );
}
