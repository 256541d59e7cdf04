/** All known virtual accounts, with the chosen one beside them. */
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type {
  ListVirtualAccountsInput,
  VirtualAccountRow,
} from '../../../bridge/virtual-accounts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { CustomerFilter } from '../../components/customers/customer-filter.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { MadeFilter } from '../../components/made-filter.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { SplitView } from '../../components/split-view.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { formatPair } from '../../format/amounts.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { customerPaths } from '../customers/paths.ts';
import {
  ChosenCount,
  choosingColumn,
  sheetChoices,
  useChoosing,
} from '../deposit-sheets/choosing.tsx';
import { SheetsButton } from '../deposit-sheets/sheets-button.tsx';
import { importPaths } from '../imports/paths.ts';
import { importTexts } from '../imports/texts.ts';
import { useVirtualAccountsView } from './list-view.ts';
import { VirtualAccountParts } from './parts.tsx';
import { virtualAccountPaths } from './paths.ts';
import { virtualAccountTexts } from './texts.ts';

/** What the list shows of a virtual account. */
type Sort = NonNullable<ListVirtualAccountsInput['sort']>;

const { columns: headers, standing } = virtualAccountTexts;
const { column } = fieldColumns('virtualAccount');

const virtualAccountColumns: readonly Column<VirtualAccountRow, Sort>[] = [
  {
    key: 'customer',
    header: headers.customer,
    sort: 'customerName',
    track: 'minmax(120px, 2fr)',
    render: (row) => (
      <>
        <span title={row.id}>
          <NameOrId name={row.customerName} id={row.customerId ?? row.id} />
        </span>
        <RowMarks row={row} />
      </>
    ),
  },
  {
    key: 'pair',
    header: headers.pair,
    track: '104px',
    from: 430,
    isPlain: true,
    render: (row) => formatPair(row, stateTexts.unknownValue),
  },
  column('network', { track: '80px', from: 644 }),
  column('walletAddress', { track: 'minmax(124px, 1fr)', from: 830 }),
  column('totalBpsRate', { track: '72px', from: 920, align: 'end' }),
  column('created', { track: '128px', from: 548 }),
  {
    key: 'standing',
    header: headers.standing,
    track: '100px',
    isPlain: true,
    render: (row) => <Standing row={row} />,
  },
];

function Standing({ row }: { row: VirtualAccountRow }) {
  if (row.hasMismatch) return <StatusMark tone="red">{standing.mismatch}</StatusMark>;
  return <ChangeMark kind="virtualAccount" id={row.id} otherwise={<Active row={row} />} />;
}

function Active({ row }: { row: VirtualAccountRow }) {
  if (row.active === null) return <StatusMark tone="grey">{standing.unknown}</StatusMark>;
  return row.active ? (
    <StatusMark tone="green">{standing.active}</StatusMark>
  ) : (
    <StatusMark tone="grey">{standing.inactive}</StatusMark>
  );
}

const VirtualAccountDetailPanel = lazy(async () => ({
  default: (await import('./virtual-account-detail-panel.tsx')).VirtualAccountDetailPanel,
}));

export function VirtualAccountsScreen({ selectedId }: { selectedId: string | null }) {
  return (
    <OfMoment>
      <SplitView
        list={<VirtualAccountsList selectedId={selectedId} />}
        selected={selectedId}
        detail={(id) => <VirtualAccountDetailPanel id={id} />}
      />
    </OfMoment>
  );
}

/** The one next step: without a customer there is nothing that an account could belong to. */
function FirstStep() {
  const { queries } = useBridge();
  const customers = useQuery(queries.customers.list.queryOptions({ input: { limit: 1 } }));
  const texts = virtualAccountTexts.empty;
  if (customers.data?.known !== 0) {
    return <CreateButton href={virtualAccountPaths.new}>{texts.action}</CreateButton>;
  }
  return (
    <>
      <p>{texts.noCustomer}</p>
      <CreateButton href={customerPaths.new}>{texts.createCustomer}</CreateButton>
    </>
  );
}

const asChoice = (value: string) => ({ value, label: value });

function VirtualAccountsList({ selectedId }: { selectedId: string | null }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const list = useRecordList(useVirtualAccountsView(), (input) =>
    queries.virtualAccounts.list.queryOptions({ input }),
  );
  const { view, change } = list;
  const { first } = list.paged;
  const choosing = useChoosing();

  return (
    <>
      <PageHeader
        title={virtualAccountTexts.title}
        count={first?.known ?? null}
        action={
          <Group gap="xs">
            {first !== undefined && first.total > 0 && (
              <SheetsButton
                choices={sheetChoices(choosing.chosen, view, first.total)}
                accountId={null}
              />
            )}
            <CreateButton variant="default" href={importPaths.into('virtual-accounts')}>
              {importTexts.open}
            </CreateButton>
            <CreateButton href={virtualAccountPaths.new}>{virtualAccountTexts.create}</CreateButton>
          </Group>
        }
      />
      <VirtualAccountParts current={virtualAccountPaths.root} />
      <RecordList
        list={list}
        texts={virtualAccountTexts}
        filters={
          <>
            <Filter
              label={virtualAccountTexts.filterCurrency}
              value={view.currency}
              values={(first?.currencies ?? []).map(asChoice)}
              onChange={(currency) => change({ currency })}
            />
            <Filter
              label={virtualAccountTexts.filterNetwork}
              value={view.network}
              values={(first?.networks ?? []).map(asChoice)}
              onChange={(network) => change({ network })}
            />
            <CustomerFilter
              value={view.customerId}
              isOffered={(row) => row.virtualAccounts > 0}
              onChange={(customerId) => change({ customerId })}
            />
            <LabelFilter
              value={view.label}
              labels={first?.labels ?? []}
              onChange={(label) => change({ label })}
            />
            <MadeFilter {...list} path={virtualAccountPaths.root} />
            <ListFile listed={{ list: 'virtual-accounts', query: { ...view, knownAt } }} />
            <ChosenCount {...choosing} />
          </>
        }
        empty={{
          title: virtualAccountTexts.empty.title,
          body: virtualAccountTexts.empty.body,
          action: <FirstStep />,
        }}
        columns={[choosingColumn(choosing), ...virtualAccountColumns]}
        hrefOf={(row) => virtualAccountPaths.one(row.id)}
        selectedId={selectedId}
      />
    </>
  );
}
