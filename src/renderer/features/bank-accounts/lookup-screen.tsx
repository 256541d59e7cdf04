/** Asks the service for one bank account by its customer and its id (Interface 4.3). */
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { BackLink } from '../../components/back-link.tsx';
import { CustomerPicker } from '../../components/customers/customer-picker.tsx';
import formClasses from '../../components/draft/form.module.css';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import {
  type LookupValues,
  lookupProblems,
  pairOf,
  useBankAccountLookup,
} from './bank-account-stores.ts';
import { bankAccountPaths } from './paths.ts';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.form;

export function LookupScreen() {
  const profileId = useConnection()?.profileId;
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={bankAccountPaths.root} label={texts.back} />}
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
        <p className="dimmed">{texts.lead}</p>
        <CustomerPicker
          label={texts.customer}
          help={texts.customerHelp}
          value={{ id: form.values.customerId, name: form.values.customerName }}
          error={form.errors['customerId']}
          onChange={({ id, name }) => {
            form.setFieldValue('customerId', id);
            form.setFieldValue('customerName', name);
          }}
        />
        <TextInput
          label={texts.bankAccountId}
          description={texts.bankAccountHelp}
          spellCheck={false}
          maxLength={200}
          {...form.getInputProps('bankAccountId')}
        />
        {failure !== null && (
          <FailureNotice
            failure={failure}
            {...(failure.code === 'NOT_FOUND' ? { title: texts.notFound } : {})}
          />
        )}
        <div className={formClasses['actions']}>
          <Button type="submit" loading={lookUp.isPending} disabled={isBlocked}>
            {texts.action}
          </Button>
          {isBlocked && <p className={formClasses['blocked']}>{bankAccountTexts.blocked}</p>}
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
