/** All known bank accounts, with the chosen one beside them (Interface 2.5). */
import { lazy } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { SplitView } from '../../components/split-view.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { CustomerFilter } from '../virtual-accounts/virtual-account-filters.tsx';
import { bankAccountColumns } from './bank-account-columns.tsx';
import { useBankAccountsView } from './bank-account-stores.ts';
import classes from './bank-accounts.module.css';
import { LookupScreen } from './lookup-screen.tsx';
import { bankAccountPaths } from './paths.ts';
import { RefreshAllButton, RefreshAllState } from './refresh-all.tsx';
import { bankAccountTexts as texts } from './texts.ts';

const BankAccountDetailPanel = lazy(async () => ({
  default: (await import('./bank-account-detail-panel.tsx')).BankAccountDetailPanel,
}));

export function BankAccountsScreen({ selectedId }: { selectedId: string | null }) {
  if (selectedId === 'look-up') return <LookupScreen />;
  const detail =
    selectedId === null ? null : <BankAccountDetailPanel key={selectedId} id={selectedId} />;
  return (
    <OfMoment>
      <SplitView list={<BankAccountsList selectedId={selectedId} />} detail={detail} />
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
              values={(first?.statuses ?? []).map((value) => ({ value, label: value }))}
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
