/** All known bank accounts, with the chosen one beside them (Interface 2.5). */

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import type { BankAccountRow, ListBankAccountsInput } from '../../../bridge/bank-accounts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { LabelFilter } from '../../components/annotations/label-filter.tsx';
import { RowMarks } from '../../components/annotations/row-marks.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { CustomerFilter } from '../../components/customers/customer-filter.tsx';
import { CustomerPicker } from '../../components/customers/customer-picker.tsx';
import formClasses from '../../components/draft/form.module.css';
import { FailureNotice } from '../../components/failure-notice.tsx';
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
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { toFailure } from '../../format/failures.ts';
import { statusWords } from '../../format/status-tone.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import {
  type LookupValues,
  lookupProblems,
  pairOf,
  useBankAccountLookup,
  useBankAccountsView,
} from './bank-account-stores.ts';
import classes from './bank-accounts.module.css';
import { MismatchMark } from './mismatches.tsx';
import { bankAccountPaths } from './paths.ts';
import { RefreshAllButton, RefreshAllState } from './refresh-all.tsx';
import { bankAccountTexts as texts } from './texts.ts';

const formTexts = texts.form;

/** Asks the service for one bank account by its customer and its id (Interface 4.3). */
function LookupScreen() {
  const profileId = useConnection()?.profileId;
  return (
    <>
      <PageHeader
        title={formTexts.title}
        back={<BackLink href={bankAccountPaths.root} label={formTexts.back} />}
      />
      {profileId === undefined ? (
        <SkeletonTable />
      ) : (
        <LookUpForm key={profileId} {...{ profileId }} />
      )}
    </>
  );
}

function LookUpForm({ profileId }: { profileId: string }) {
  const { bridge } = useBridge();
  const lookup = useBankAccountLookup();
  const { knownAt } = useKnownAt();
  const goOn = useGoOn();
  const { change } = lookup.getState();
  const form = useForm<LookupValues>({
    mode: 'controlled',
    initialValues: valuesOf(lookup.getState()),
    clearInputErrorOnChange: true,
    validateInputOnBlur: true,
    validate: lookupProblems,
  });
  useEffect(() => change(form.values), [change, form.values]);

  const lookUp = useMutation({
    mutationFn: (values: LookupValues) =>
      bridge.bankAccounts.lookUp({ ...pairOf(values), profileId, knownAt }),
    onSuccess: ({ id }) => {
      change({ bankAccountId: '' });
      goOn(bankAccountPaths.one(id));
    },
  });
  const failure = lookUp.error === null ? null : toFailure(lookUp.error);
  const isBlocked = knownAt !== null;
  return (
    <div className={formClasses['page']}>
      <form
        className={formClasses['form']}
        noValidate
        onSubmit={form.onSubmit((values) => lookUp.mutate(values))}
      >
        <p className="dimmed">{formTexts.lead}</p>
        <CustomerPicker
          label={formTexts.customer}
          help={formTexts.customerHelp}
          value={{ id: form.values.customerId, name: form.values.customerName }}
          error={form.errors['customerId']}
          onChange={({ id, name }) => {
            form.setFieldValue('customerId', id);
            form.setFieldValue('customerName', name);
          }}
        />
        <TextInput
          label={formTexts.bankAccountId}
          description={formTexts.bankAccountHelp}
          spellCheck={false}
          maxLength={200}
          {...form.getInputProps('bankAccountId')}
        />
        {failure !== null && (
          <FailureNotice
            failure={failure}
            {...(failure.code === 'NOT_FOUND' ? { title: formTexts.notFound } : {})}
          />
        )}
        <div className={formClasses['actions']}>
          <Button type="submit" loading={lookUp.isPending} disabled={isBlocked}>
            {formTexts.action}
          </Button>
          {isBlocked && <p className={formClasses['blocked']}>{texts.blocked}</p>}
        </div>
      </form>
    </div>
  );
}

const valuesOf = ({ customerId, customerName, bankAccountId }: LookupValues): LookupValues => ({
  customerId,
  customerName,
  bankAccountId,
});

/** What the list shows of a bank account. */
type Sort = NonNullable<ListBankAccountsInput['sort']>;

const { columns: headers } = texts;
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
        <span className="dimmed">{texts.neverChecked}</span>
      ) : (
        <ShortMoment at={row.lastCheckedAt} />
      ),
  },
];

/** What needs a person first; else the status in the service's own word. */
function Standing({ row }: { row: BankAccountRow }) {
  if (row.missingSince !== null) {
    return <StatusMark tone="red">{texts.missing}</StatusMark>;
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
