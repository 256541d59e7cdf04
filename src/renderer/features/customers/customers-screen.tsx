/** All known customers, with the chosen one beside them. */
import { Group } from '@mantine/core';
import { lazy } from 'react';
import type { CustomerRow, ListCustomersInput } from '../../../bridge/customers.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { fieldColumns } from '../../components/fields.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { Filter } from '../../components/list-toolbar.tsx';
import { MadeFilter } from '../../components/made-filter.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RecordList } from '../../components/record-list/record-list.tsx';
import { useRecordList } from '../../components/record-list/use-record-list.ts';
import { ServiceStatus } from '../../components/service-status.tsx';
import { SplitView } from '../../components/split-view.tsx';
import type { Column } from '../../components/table/columns.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { statusWords } from '../../format/status-tone.ts';
import { formatVerificationProfile, sentenceCase } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { createListView } from '../../stores/list-view.ts';
import { visitStore } from '../../stores/made-once.ts';
import { importPaths } from '../imports/paths.ts';
import { importTexts } from '../imports/texts.ts';
import { SampleData } from '../sandbox/sample-data.tsx';
import classes from './customers.module.css';
import { CustomersParts } from './customers-parts.tsx';
import { firstView } from './first-view.ts';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

/** What the list shows of a customer. */
type Sort = NonNullable<ListCustomersInput['sort']>;

const { column } = fieldColumns('customer');

const customerColumns: readonly Column<CustomerRow, Sort>[] = [
  {
    key: 'name',
    header: customerTexts.columns.name,
    sort: 'name',
    track: 'minmax(140px, 2fr)',
    render: (row) => (
      <>
        <CustomerName row={row} />
        <RowMarks row={row} />
      </>
    ),
  },
  column('email', { track: 'minmax(140px, 2fr)', from: 820 }),
  column('type', { track: '88px', from: 670 }),
  {
    key: 'verification',
    header: customerTexts.columns.verification,
    track: 'minmax(208px, 1.4fr)',
    render: (row) => (
      <ChangeMark kind="customer" id={row.id} otherwise={<VerificationStatuses row={row} />} />
    ),
  },
  {
    key: 'required',
    header: customerTexts.columns.required,
    track: '84px',
    from: 1010,
    align: 'end',
    isPlain: true,
    render: (row) => <StillNeeded row={row} />,
  },
  {
    key: 'accounts',
    header: customerTexts.columns.accounts,
    track: '72px',
    from: 910,
    align: 'end',
    isPlain: true,
    render: (row) => groupedCount(row.virtualAccounts),
  },
  {
    key: 'learned',
    header: customerTexts.columns.learned,
    sort: 'firstLearnedAt',
    track: '128px',
    from: 570,
    render: (row) => <ShortMoment at={row.firstLearnedAt} />,
  },
];

/** How many criteria are still needed; nothing where no verification profile is known. */
function StillNeeded({ row }: { row: CustomerRow }) {
  if (row.profiles.length === 0) return null;
  return row.requiredCriteria === 0 ? (
    <span className="dimmed">{customerTexts.nothingRequired}</span>
  ) : (
    row.requiredCriteria
  );
}

function CustomerName({ row }: { row: CustomerRow }) {
  if (row.name === null) return <span className="mono">{shortId(row.id)}</span>;
  if (row.isOwnName) {
    return (
      <>
        <span title={customerTexts.ownNameHint}>{asSeen(row.name)}</span>
        <span className="visually-hidden"> {customerTexts.ownName}</span>
      </>
    );
  }
  if (!row.isUnconfirmed) return <span title={row.id}>{asSeen(row.name)}</span>;
  return (
    <>
      <span title={customerTexts.unconfirmedHint}>{asSeen(row.name)}</span>
      <span className="visually-hidden"> {customerTexts.unconfirmed}</span>
    </>
  );
}

/** Each different status once; the profiles' names on hover. */
function VerificationStatuses({ row }: { row: CustomerRow }) {
  const statuses = [...new Set(row.profiles.map((profile) => profile.status))];
  const names = row.profiles
    .map(({ name, status }) => `${formatVerificationProfile(name)}: ${status}`)
    .join('\n');
  return (
    <span className={classes['statuses']} title={names}>
      {statuses.map((status) => (
        <ServiceStatus key={status} status={status} />
      ))}
    </span>
  );
}

const useCustomersView = visitStore(() => createListView(firstView));

const CustomerDetailPanel = lazy(async () => ({
  default: (await import('./customer-detail-panel.tsx')).CustomerDetailPanel,
}));

export function CustomersScreen({ selectedId }: { selectedId: string | null }) {
  return (
    <OfMoment>
      <SplitView
        list={<CustomersList selectedId={selectedId} />}
        selected={selectedId}
        detail={(id) => <CustomerDetailPanel id={id} />}
      />
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
              values={(first?.types ?? []).map((value) => ({ value, label: sentenceCase(value) }))}
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
            <MadeFilter {...list} path={customerPaths.root} />
            <ListFile listed={{ list: 'customers', query: { ...view, knownAt } }} />
          </>
        }
        empty={{
          title: customerTexts.empty.title,
          body: customerTexts.empty.body,
          action: (
            <>
              <WaysIn create={customerTexts.empty.action} />
              <SampleData />
            </>
          ),
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

const asChoice = (value: string) => ({ value, label: statusWords(value) });
