/** All known customers, with the chosen one beside them. */
import { Group } from '@mantine/core';
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
import { sentenceCase } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { createListView } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';
import { importPaths } from '../imports/paths.ts';
import { importTexts } from '../imports/texts.ts';
import { customerColumns } from './customer-columns.tsx';
import { CustomersParts } from './customers-parts.tsx';
import { firstView } from './first-view.ts';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

const useCustomersView = visitStore(() => createListView(firstView));

const CustomerDetailPanel = lazy(async () => ({
  default: (await import('./customer-detail-panel.tsx')).CustomerDetailPanel,
}));

export function CustomersScreen({ selectedId }: { selectedId: string | null }) {
  const detail = selectedId === null ? null : <CustomerDetailPanel id={selectedId} />;
  return (
    <OfMoment>
      <SplitView list={<CustomersList selectedId={selectedId} />} detail={detail} />
    </OfMoment>
  );
}

function CustomersList({ selectedId }: { selectedId: string | null }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const list = useRecordList(useCustomersView(), (input) =>
    queries.customers.list.queryOptions({ input }),
  );
  const { view, change } = list;
  const { first } = list.paged;

  return (
    <>
      <PageHeader
        title={customerTexts.title}
        count={first?.known ?? null}
        action={<WaysIn create={customerTexts.create} />}
      />
      <CustomersParts current={customerPaths.root} />
      <RecordList
        list={list}
        texts={customerTexts}
        filters={
          <>
            <Filter
              label={customerTexts.filterType}
              value={view.type}
              values={(first?.types ?? []).map(asChoice)}
              onChange={(type) => change({ type })}
            />
            <Filter
              label={customerTexts.filterStatus}
              value={view.profileStatus}
              values={(first?.profileStatuses ?? []).map(asChoice)}
              onChange={(profileStatus) => change({ profileStatus })}
            />
            <LabelFilter
              value={view.label}
              labels={first?.labels ?? []}
              onChange={(label) => change({ label })}
            />
            <ListFile listed={{ list: 'customers', query: { ...view, knownAt } }} />
          </>
        }
        empty={{
          title: customerTexts.empty.title,
          body: customerTexts.empty.body,
          action: <WaysIn create={customerTexts.empty.action} />,
        }}
        columns={customerColumns}
        hrefOf={(row) => customerPaths.one(row.id)}
        selectedId={selectedId}
      />
    </>
  );
}

/** Customers come from an import, or are created here. */
function WaysIn({ create }: { create: string }) {
  return (
    <Group gap="xs">
      <CreateButton variant="default" href={importPaths.into('customers')}>
        {importTexts.open}
      </CreateButton>
      <CreateButton href={customerPaths.new}>{create}</CreateButton>
    </Group>
  );
}

const asChoice = (value: string) => ({ value, label: sentenceCase(value) });
