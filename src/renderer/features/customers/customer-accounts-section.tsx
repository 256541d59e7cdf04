/** The virtual accounts of a customer, newest first, and the way to a new one. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { CustomerDetail } from '../../../bridge/customers.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { ShortIdentifier } from '../../components/identifier.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { groupedCount } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { useVirtualAccountsView } from '../virtual-accounts/list-view.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { useVirtualAccountDrafts } from '../virtual-accounts/virtual-account-values.ts';
import classes from './customers.module.css';
import { customerTexts } from './texts.ts';

const shown = 10;

export function CustomerAccountsSection({ customer }: { customer: CustomerDetail }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const texts = customerTexts.detail;
  const accounts = useQuery(
    queries.virtualAccounts.list.queryOptions({
      input: { customerId: customer.id, limit: shown, knownAt },
    }),
  );
  const choose = useChosen(customer);
  const total = accounts.data?.total ?? 0;
  return (
    <Section
      title={total === 0 ? texts.accounts : `${texts.accounts} · ${groupedCount(total)}`}
      action={
        <CreateButton variant="default" href={virtualAccountPaths.new} onOpen={choose}>
          {texts.newAccount}
        </CreateButton>
      }
    >
      {accounts.data !== undefined && total === 0 && <p className="dimmed">{texts.noAccounts}</p>}
      <ul className={classes['accounts']}>
        {accounts.data?.rows.map((row) => (
          <li key={row.id}>
            <Anchor component={Link} href={virtualAccountPaths.one(row.id)}>
              {row.sourceCurrency ?? '?'} → {row.destinationCurrency ?? '?'}
            </Anchor>
            <span>{row.network}</span>
            {row.walletAddress === null ? (
              <span />
            ) : (
              <ShortIdentifier id={row.walletAddress} what="wallet address" />
            )}
            {row.created === null ? <span /> : <ShortMoment at={row.created} />}
          </li>
        ))}
      </ul>
      {total > shown && <AllAccounts customerId={customer.id} total={total} />}
    </Section>
  );
}

function AllAccounts({ customerId, total }: { customerId: string; total: number }) {
  const { change } = useVirtualAccountsView().getState();
  return (
    <Anchor component={Link} href={virtualAccountPaths.root} onClick={() => change({ customerId })}>
      {customerTexts.detail.allAccounts(groupedCount(total))}
    </Anchor>
  );
}

/** Chooses this customer for the form that opens. */
function useChosen(customer: CustomerDetail): () => void {
  const virtualAccountDrafts = useVirtualAccountDrafts();
  const profileId = useConnection()?.profileId;
  return () => {
    if (profileId === undefined) return;
    const seed = { customerId: customer.id, customerName: customer.name ?? '' };
    virtualAccountDrafts.getState().open(profileId, seed);
  };
}
