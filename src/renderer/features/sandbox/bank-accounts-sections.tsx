/** Bank accounts of the sandbox: opened, changed from behind, removed. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SandboxBankAccount } from '../../../bridge/sandbox-controls.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { numberProblem, OpenBankAccount } from './open-bank-account.tsx';
import classes from './sandbox.module.css';
import { SandboxSection, useHasControls } from './sandbox-section.tsx';
import { SandboxTable } from './sandbox-table.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.bankAccounts;

export function BankAccountsSections() {
  const { queries } = useBridge();
  const input = { id: null };
  const accounts = useQuery(queries.sandboxControls.bankAccounts.queryOptions({ input }));
  return (
    <>
      <Section title={texts.openTitle} lead={texts.lead}>
        <OpenBankAccount />
      </Section>
      <Section title={texts.title}>
        <DetailStates query={accounts} isList>
          {(rows) =>
            rows.length === 0 ? (
              <p className="dimmed">{texts.none}</p>
            ) : (
              <SandboxTable
                label={texts.title}
                headings={[texts.holder, texts.bankName, texts.number, texts.status, texts.change]}
              >
                {rows.map((row) => (
                  <Row key={row.id} row={row} />
                ))}
              </SandboxTable>
            )
          }
        </DetailStates>
      </Section>
    </>
  );
}

const Row = ({ row }: { row: SandboxBankAccount }) => (
  <tr>
    <td>
      <PageLink href={bankAccountPaths.one(row.id)}>{asSeen(row.accountHolderName)}</PageLink>
    </td>
    <td>{asSeen(row.bankName)}</td>
    <td className="mono">{row.accountNumber}</td>
    <td>
      <ServiceStatus status={row.status} />
    </td>
    <td>
      <Controls row={row} />
    </td>
  </tr>
);

function Controls({ row }: { row: SandboxBankAccount }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const [isChanging, setIsChanging] = useState(false);
  const remove = useMutation({
    mutationFn: () => bridge.sandboxControls.removeBankAccount({ profileId, id: row.id }),
  });
  return (
    <div className={classes['stack']}>
      <div className={classes['move']}>
        <Button
          variant="default"
          aria-label={texts.changeNamed(row.accountHolderName)}
          onClick={() => setIsChanging(!isChanging)}
        >
          {texts.change}
        </Button>
        <Button
          variant="default"
          aria-label={texts.removeNamed(row.accountHolderName)}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {texts.remove}
        </Button>
      </div>
      <Failed error={remove.error} />
      {isChanging && <ChangeForm row={row} onClose={() => setIsChanging(false)} />}
    </div>
  );
}

/** Controls of one bank account, in its detail. */
export function SandboxBankAccountSection({ id }: { id: string }) {
  const { queries } = useBridge();
  const account = useQuery({
    ...queries.sandboxControls.bankAccounts.queryOptions({ input: { id } }),
    enabled: useHasControls(),
  });
  return (
    <SandboxSection title={sandboxTexts.detail.bankAccountTitle} lead={texts.changeLead}>
      <DetailStates query={account}>
        {([found]) =>
          found === undefined ? (
            <p className="dimmed">{texts.notHere}</p>
          ) : (
            <Controls key={found.accountNumber} row={found} />
          )
        }
      </DetailStates>
    </SandboxSection>
  );
}

function ChangeForm({ row, onClose }: { row: SandboxBankAccount; onClose: () => void }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const form = useForm({
    mode: 'controlled',
    initialValues: { accountNumber: '', status: row.status },
    validate: { accountNumber: numberProblem },
  });
  const change = useMutation({
    mutationFn: (values: typeof form.values) =>
      bridge.sandboxControls.changeBankAccount({ profileId, id: row.id, ...values }),
    onSuccess: onClose,
  });
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.changeNamed(row.accountHolderName)}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <TextInput
        label={texts.newNumber}
        inputMode="numeric"
        {...form.getInputProps('accountNumber')}
      />
      <NativeSelect
        label={texts.status}
        data={[...new Set([row.status, ...texts.statuses])]}
        {...form.getInputProps('status')}
      />
      <div className={classes['wide']}>
        <div className={classes['act']}>
          <Button type="submit" loading={change.isPending}>
            {texts.save}
          </Button>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
        <Failed error={change.error} />
      </div>
    </form>
  );
}
