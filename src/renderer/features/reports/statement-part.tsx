/** A statement: whose, of which days, what is in it, and the file. */
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { StatementSubject } from '../../../bridge/reports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import {
  type ChosenCustomer,
  CustomerPicker,
} from '../../components/customers/customer-picker.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useNow } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { reportPaths } from './paths.ts';
import { PeriodFields } from './period-fields.tsx';
import { daysOf, firstPeriod, ownTimeZone } from './period-of.ts';
import classes from './reports.module.css';
import { StatementContents } from './statement-contents.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.statement;
const nobody: ChosenCustomer = { id: '', name: '' };
/** Accounts to choose from. */
const shown = 200;

interface StatementPartProps {
  kind: StatementSubject['kind'];
  /** null while nobody is chosen. */
  id: string | null;
}

export function StatementPart({ kind, id }: StatementPartProps) {
  const { bridge } = useBridge();
  const { knownAt } = useKnownAt();
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const days = daysOf(values);
  const of = id === null ? null : { kind, id };
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{texts.lead}</p>
        <SubjectFields kind={kind} id={id} />
        <PeriodFields values={values} onChange={setPeriod} />
        {of !== null && days !== null && (
          <FileButtons
            key={JSON.stringify([of, days])}
            action={texts.make}
            formats={['pdf', 'csv']}
            make={(format) =>
              bridge.reports.statement({ of, ...days, knownAt, timeZone: ownTimeZone(), format })
            }
          />
        )}
      </div>
      <div className={classes['contents']}>
        {of === null || days === null ? (
          <EmptyState
            title={texts.emptyTitle}
            body={texts.emptyBody}
            headings={[...texts.headings]}
          />
        ) : (
          <StatementContents of={of} days={days} />
        )}
      </div>
    </div>
  );
}

/** Says that there are none, or more than the choice offers. */
function unlistedHint({ total, rows }: { total: number; rows: readonly unknown[] }) {
  if (total === 0) return texts.noAccounts;
  return total > rows.length ? texts.moreAccounts(groupedCount(total - rows.length)) : undefined;
}

/** The choice stands in the address. */
function SubjectFields({ kind, id }: StatementPartProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [, navigate] = useLocation();
  const label = useId();
  const [wantsAccount, setOfAccount] = useState(kind === 'virtualAccount');
  const isOfAccount = id === null ? wantsAccount : kind === 'virtualAccount';
  const [chosen, setChosen] = useState<ChosenCustomer>(nobody);
  const account = useQuery({
    ...queries.virtualAccounts.get.queryOptions({ input: { id: id ?? '', knownAt } }),
    enabled: kind === 'virtualAccount' && id !== null,
  });
  const customerId =
    kind === 'customer' && id !== null ? id : (account.data?.customerId ?? chosen.id);
  const customer = useQuery({
    ...queries.customers.get.queryOptions({ input: { id: customerId, knownAt } }),
    enabled: customerId !== '',
  });
  const accounts = useQuery({
    ...queries.virtualAccounts.list.queryOptions({ input: { customerId, limit: shown, knownAt } }),
    enabled: isOfAccount && customerId !== '',
  });
  const choose = (of: 'customer' | 'account'): void => {
    setOfAccount(of === 'account');
    setChosen({ id: customerId, name: customer.data?.name ?? '' });
    navigate(
      of === 'customer' && customerId !== '' ? reportPaths.customer(customerId) : reportPaths.root,
    );
  };
  const failed = [account, customer, accounts].filter((read) => read.error !== null);
  return (
    <>
      <div className={classes['kind']}>
        <span id={label} className={classes['label']}>
          {texts.of}
        </span>
        <SegmentedControl
          size="xs"
          aria-labelledby={label}
          transitionDuration={0}
          value={isOfAccount ? 'account' : 'customer'}
          onChange={(value) => choose(value === 'account' ? 'account' : 'customer')}
          data={[
            { value: 'customer', label: texts.customer },
            { value: 'account', label: texts.account },
          ]}
        />
      </div>
      <CustomerPicker
        label={texts.customer}
        help={texts.customerHelp}
        value={{ id: customerId, name: customer.data?.name ?? chosen.name }}
        error={undefined}
        onChange={(next) => {
          setChosen(next);
          const isNobody = isOfAccount || next.id === '';
          navigate(isNobody ? reportPaths.root : reportPaths.customer(next.id));
        }}
      />
      {isOfAccount && customerId !== '' && (
        <Select
          label={texts.account}
          description={accounts.data && unlistedHint(accounts.data)}
          placeholder={texts.chooseAccount}
          allowDeselect={false}
          value={kind === 'virtualAccount' ? id : null}
          onChange={(next) => {
            if (next !== null) navigate(reportPaths.virtualAccount(next));
          }}
          data={(accounts.data?.rows ?? []).map((row) => ({
            value: row.id,
            label: texts.accountLabel(
              asSeen(row.sourceCurrency ?? '?'),
              asSeen(row.destinationCurrency ?? '?'),
              shortId(row.id),
            ),
          }))}
        />
      )}
      {failed[0] !== undefined && (
        <ReadFailure
          title={texts.failed}
          query={{
            error: failed[0].error,
            refetch: () => failed.map((read) => read.refetch()),
          }}
        />
      )}
    </>
  );
}
