/** Pays a deposit in, and shows payouts with the way to move each. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SandboxPayout, SandboxVirtualAccount } from '../../../bridge/sandbox-controls.ts';
import {
  type PayoutState,
  payoutStates,
  payoutTransitions,
} from '../../../contract/transitions.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { exactNumber, formatAmount } from '../../format/rates.ts';
import { toneOfState } from '../../format/status-tone.ts';
import { customerPaths } from '../customers/paths.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { MoveControl } from './move-control.tsx';
import classes from './sandbox.module.css';
import { SandboxSection, useHasControls } from './sandbox-section.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.deposits;

/** As the sandbox takes it (docs/sandbox.md). */
export const amountProblem = (typed: string): string | null => {
  const amount = typed.trim();
  if (amount.includes(',')) return texts.amountComma;
  if (!(/^\d+(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount))) return texts.amountProblem;
  return /^\d{1,15}(\.|$)/.test(amount) ? null : texts.amountTooLarge;
};

const accountLabel = (account: SandboxVirtualAccount): string =>
  [
    asSeen(account.customerName ?? shortId(account.customerId)),
    `${account.sourceCurrency} → ${account.destinationCurrency}`,
    shortId(account.id),
  ].join(' · ');

/** Without an account one of these is chosen. */
export function PayIn({
  virtualAccountId = null,
  accounts = [],
}: {
  virtualAccountId?: string | null;
  accounts?: readonly SandboxVirtualAccount[];
}) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      virtualAccountId: virtualAccountId ?? accounts[0]?.id ?? '',
      amount: '100.00',
      until: 'successful' as PayoutState,
    },
    validate: {
      virtualAccountId: (value) => (value === '' ? texts.needsAccount : null),
      amount: amountProblem,
    },
  });
  const payIn = useMutation({
    mutationFn: ({ amount, ...values }: typeof form.values) =>
      bridge.sandboxControls.payIn({ profileId, ...values, amount: amount.trim() }),
  });
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.payIn}
      onSubmit={form.onSubmit((values) => payIn.mutate(values))}
    >
      {virtualAccountId === null && (
        <NativeSelect
          className={classes['account'] ?? ''}
          label={texts.account}
          data-veiled
          data={accounts.map((account) => ({ value: account.id, label: accountLabel(account) }))}
          {...form.getInputProps('virtualAccountId')}
        />
      )}
      <TextInput
        label={texts.amount}
        inputMode="decimal"
        rightSection={
          accounts.find(({ id }) => id === form.values.virtualAccountId)?.sourceCurrency
        }
        rightSectionWidth={52}
        {...form.getInputProps('amount')}
      />
      <NativeSelect
        label={texts.until}
        data={payoutStates.map((value) => ({ value, label: sandboxTexts.payoutStates[value] }))}
        {...form.getInputProps('until')}
      />
      <div className={classes['wide']}>
        <div className={classes['act']}>
          <Button type="submit" loading={payIn.isPending}>
            {texts.payIn}
          </Button>
          <span role="status">
            {payIn.data !== undefined && (
              <StatusMark tone="green">
                {texts.paid(sandboxTexts.payoutStates[payIn.data.state].toLowerCase())}
              </StatusMark>
            )}
          </span>
        </div>
        <Failed error={payIn.error} />
      </div>
    </form>
  );
}

/** `12500.75` → `12,500.75`. */
const shown = (amount: string): string => {
  const exact = exactNumber(amount);
  return exact === null ? amount : formatAmount(exact);
};

/** null: of every virtual account. */
export function Payouts({ virtualAccountId }: { virtualAccountId: string | null }) {
  const { queries } = useBridge();
  const payouts = useQuery(
    queries.sandboxControls.payouts.queryOptions({ input: { virtualAccountId, id: null } }),
  );
  return (
    <DetailStates query={payouts} isList>
      {(rows) =>
        rows.length === 0 ? (
          <p className="dimmed">{virtualAccountId === null ? texts.none : texts.noneHere}</p>
        ) : (
          <div className={classes['scroll']}>
            <table className={classes['table']} aria-label={texts.payouts}>
              <thead>
                <tr>
                  <th className={classes['number']}>{texts.received}</th>
                  <th>{texts.state}</th>
                  {virtualAccountId === null && (
                    <>
                      <th>{texts.customer}</th>
                      <th>{texts.account}</th>
                    </>
                  )}
                  <th>{texts.network}</th>
                  <th>{texts.created}</th>
                  <th>{texts.move}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((payout) => (
                  <PayoutRow
                    key={payout.id}
                    payout={payout}
                    hasAccount={virtualAccountId === null}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </DetailStates>
  );
}

function PayoutRow({ payout, hasAccount }: { payout: SandboxPayout; hasAccount: boolean }) {
  const { id, amount, currency, network, customerId, customerName, virtualAccountId } = payout;
  return (
    <tr>
      <td className={classes['number']}>
        <PageLink href={payoutPaths.one(id)}>
          {shown(amount)} {currency}
        </PageLink>
      </td>
      <td>
        <PayoutMark payout={payout} />
      </td>
      {hasAccount && (
        <>
          <td>
            <PageLink href={customerPaths.one(customerId)}>
              <NameOrId name={customerName} id={customerId} />
            </PageLink>
          </td>
          <td>
            <PageLink href={virtualAccountPaths.one(virtualAccountId)} className="mono">
              {shortId(virtualAccountId)}
            </PageLink>
          </td>
        </>
      )}
      <td>{asSeen(network)}</td>
      <td>
        <ShortMoment at={payout.created} />
      </td>
      <td>
        <MovePayout payout={payout} />
      </td>
    </tr>
  );
}

const PayoutMark = ({ payout: { state } }: { payout: SandboxPayout }) => (
  <StatusMark tone={toneOfState(state)}>{sandboxTexts.payoutStates[state]}</StatusMark>
);

function MovePayout({ payout }: { payout: SandboxPayout }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { id, amount, currency, state } = payout;
  return (
    <MoveControl
      label={texts.move}
      of={`${amount} ${currency}, ${shortId(id)}`}
      words={sandboxTexts.payoutStates}
      transitions={payoutTransitions}
      current={state}
      onMove={(to, force) => bridge.sandboxControls.movePayout({ profileId, id, to, force })}
    />
  );
}

/** Controls of one payout, in its detail. */
export function SandboxPayoutSection({ id }: { id: string }) {
  const { queries } = useBridge();
  const payout = useQuery({
    ...queries.sandboxControls.payouts.queryOptions({ input: { virtualAccountId: null, id } }),
    enabled: useHasControls(),
  });
  return (
    <SandboxSection title={sandboxTexts.detail.payoutTitle} lead={texts.moveLead}>
      <DetailStates query={payout}>
        {([found]) =>
          found === undefined ? (
            <p className="dimmed">{texts.notHere}</p>
          ) : (
            <div className={classes['move']}>
              <PayoutMark payout={found} />
              <MovePayout payout={found} />
            </div>
          )
        }
      </DetailStates>
    </SandboxSection>
  );
}
