/** All known bank accounts, with the chosen one beside them (Interface 2.5). */
import { lazy } from 'react';
import type { BankAccountRow, ListBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { CustomerFilter } from '../../components/customers/customer-filter.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { ServiceStatus } from '../../components/service-status.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import type { Column } from '../../components/table/columns.ts';
import { statusWords } from '../../format/status-tone.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { useBankAccountsView } from './bank-account-stores.ts';
import classes from './bank-accounts.module.css';
import { LookupScreen } from './lookup-screen.tsx';
import { MismatchMark } from './mismatches.tsx';
import { bankAccountPaths } from './paths.ts';
import { RefreshAllButton, RefreshAllState } from './refresh-all.tsx';
import { bankAccountTexts, bankAccountTexts as texts } from './texts.ts';

/** What the list shows of a bank account. */
type Sort = NonNullable<ListBankAccountsInput['sort']>;

const { columns: headers } = bankAccountTexts;
const { head, column } = fieldColumns('bankAccount');

const bankAccountColumns: readonly Column<BankAccountRow, Sort>[] = [
  {
    ...head('accountHolderName'),
    track: 'minmax(120px, 2fr)',
    render: (row) => (
      <>
        <span title={row.id}>
          <NameOrId name={row.accountHolderName} id={row.id} />
        </span>
        <RowMarks row={row} />
      </>
    ),
  },
  column('bankName', { track: 'minmax(110px, 2fr)', from: 570 }),
  column('accountNumber', { track: '112px', from: 444 }),
  // As it came: lowercase (Interface 2.5).
  column('currency', { track: '76px', from: 932 }),
  {
    key: 'customer',
    header: headers.customer,
    sort: 'customerName',
    track: 'minmax(110px, 1.4fr)',
    from: 700,
    render: (row) => (
      <span title={row.customerId ?? undefined}>
        <NameOrId name={row.customerName} id={row.customerId ?? ''} />
      </span>
    ),
  },
  {
    ...head('status'),
    track: 'minmax(132px, 1fr)',
    isPlain: true,
    render: (row) => <Standing row={row} />,
  },
  {
    key: 'checked',
    header: headers.checked,
    sort: 'lastLearnedAt',
    track: '128px',
    from: 840,
    render: (row) =>
      row.lastCheckedAt === null ? (
        <span className="dimmed">{bankAccountTexts.neverChecked}</span>
      ) : (
        <ShortMoment at={row.lastCheckedAt} />
      ),
  },
];

/** What needs a person first; else the status in the service's own word. */
function Standing({ row }: { row: BankAccountRow }) {
  if (row.missingSince !== null) {
    return <StatusMark tone="red">{bankAccountTexts.missing}</StatusMark>;
  }
  if (row.mismatches.length > 0) return <MismatchMark mismatches={row.mismatches} />;
  const status = row.status ?? stateTexts.unknownValue;
  return (
    <ChangeMark kind="bankAccount" id={row.id} otherwise={<ServiceStatus status={status} />} />
  );
}

const BankAccountDetailPanel = lazy(async () => ({
  default: (await import('./bank-account-detail-panel.tsx')).BankAccountDetailPanel,
}));

export function BankAccountsScreen({ selectedId }: { selectedId: string | null }) {
  if (selectedId === 'look-up') return <LookupScreen />;
  return (
    <OfMoment>
      <SplitView
        list={<BankAccountsList selectedId={selectedId} />}
        selected={selectedId}
        detail={(id) => <BankAccountDetailPanel id={id} />}
      />
    </OfMoment>
  );
}

function LookUpButton() {
  return (
    <CreateButton href={bankAccountPaths.lookUp} blocked={texts.blocked}>
      {texts.lookUp}
    </CreateButton>
  );
}

function BankAccountsList({ selectedId }: { selectedId: string | null }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const list = useRecordList(useBankAccountsView(), (input) =>
    queries.bankAccounts.list.queryOptions({ input }),
  );
  const { view, change } = list;
  const { first } = list.paged;
  const hasSome = first !== undefined && first.known > 0;

  return (
    <>
      <PageHeader
        title={texts.title}
        count={first?.known ?? null}
        action={
          <span className={classes['actions']}>
            {hasSome && knownAt === null && <RefreshAllButton />}
            <LookUpButton />
          </span>
        }
      />
      <RecordList
        list={list}
        texts={texts}
        filters={
          <>
            <CustomerFilter
              value={view.customerId}
              onChange={(customerId) => change({ customerId })}
            />
            <Filter
              label={texts.filterStatus}
              value={view.status}
              values={(first?.statuses ?? []).map((value) => ({
                value,
                label: statusWords(value),
              }))}
              onChange={(status) => change({ status })}
            />
            <LabelFilter
              value={view.label}
              labels={first?.labels ?? []}
              onChange={(label) => change({ label })}
            />
            <ListFile listed={{ list: 'bank-accounts', query: { ...view, knownAt } }} />
          </>
        }
        empty={{ ...texts.empty, action: <LookUpButton /> }}
        columns={bankAccountColumns}
        hrefOf={(row) => bankAccountPaths.one(row.id)}
        selectedId={selectedId}
      >
        {knownAt === null && <RefreshAllState />}
      </RecordList>
    </>
  );
}
