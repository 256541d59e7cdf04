/** Opens a bank account at the sandbox; the API specification shows no operation for it. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { shortId } from '../../format/identifiers.ts';
import classes from './sandbox.module.css';
import { NoCustomer } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.bankAccounts;

export const numberProblem = (value: string): string | null =>
  /^\d{4,40}$/.test(value.trim()) ? null : texts.numberProblem;

const nameProblem = (value: string): string | null => (value.trim() === '' ? texts.needed : null);

/** Without a customer one is chosen. */
export function OpenBankAccount({
  customerId = null,
  holder = '',
}: {
  customerId?: string | null;
  holder?: string;
}) {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const customers = useQuery({
    ...queries.sandboxControls.customers.queryOptions({ input: { id: null } }),
    enabled: customerId === null,
  });
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      customerId: customerId ?? '',
      bankName: 'Causeway Sandbox Bank',
      accountHolderName: holder,
      accountNumber: '000123456789',
    },
    validate: {
      customerId: (value) => (value === '' ? texts.needsCustomer : null),
      bankName: nameProblem,
      accountHolderName: nameProblem,
      accountNumber: numberProblem,
    },
  });
  const open = useMutation({
    mutationFn: (values: typeof form.values) =>
      bridge.sandboxControls.openBankAccount({ profileId, ...values }),
  });
  if (customers.data?.length === 0) return <NoCustomer />;
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.openTitle}
      onSubmit={form.onSubmit((values) => open.mutate(values))}
    >
      {customerId === null && (
        <NativeSelect
          label={texts.customer}
          data={[
            { value: '', label: '' },
            ...(customers.data ?? []).map(({ id, name }) => ({
              value: id,
              label: name ?? shortId(id),
            })),
          ]}
          {...form.getInputProps('customerId')}
        />
      )}
      <TextInput label={texts.bankName} {...form.getInputProps('bankName')} />
      <TextInput label={texts.holder} {...form.getInputProps('accountHolderName')} />
      <TextInput
        label={texts.number}
        inputMode="numeric"
        {...form.getInputProps('accountNumber')}
      />
      <div className={classes['wide']}>
        <div className={classes['act']}>
          <Button type="submit" variant="default" loading={open.isPending}>
            {texts.open}
          </Button>
          <span role="status">
            {open.isSuccess && <StatusMark tone="green">{sandboxTexts.detail.opened}</StatusMark>}
          </span>
        </div>
        <Failed error={open.error} />
      </div>
    </form>
  );
}
