/** The bank accounts of a customer, and the way to look up another one. */
import { useQuery } from '@tanstack/react-query';
import type { CustomerDetail } from '../../../bridge/customers.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { useBankAccountLookup, useBankAccountsView } from '../bank-accounts/bank-account-stores.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { bankAccountTexts } from '../bank-accounts/texts.ts';
import classes from './customers.module.css';

const shown = 10;
const texts = bankAccountTexts.ofCustomer;

export function CustomerBankAccountsSection({ customer }: { customer: CustomerDetail }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const list = useBankAccountsView();
  const lookup = useBankAccountLookup();
  const input = { customerId: customer.id, limit: shown, knownAt };
  const accounts = useQuery(queries.bankAccounts.list.queryOptions({ input }));
  const total = accounts.data?.total ?? 0;
  const choose = (): void => {
    lookup.getState().change({ customerId: customer.id, customerName: customer.name ?? '' });
  };
  return (
    <Section
      title={total === 0 ? texts.title : `${texts.title} · ${groupedCount(total)}`}
      action={
        <CreateButton
          variant="default"
          href={bankAccountPaths.lookUp}
          blocked={bankAccountTexts.blocked}
          onOpen={choose}
        >
          {bankAccountTexts.lookUp}
        </CreateButton>
      }
    >
      {accounts.data !== undefined && total === 0 && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['accounts']}>
        {accounts.data?.rows.map((row) => (
          <li key={row.id}>
            <PageLink href={bankAccountPaths.one(row.id)} data-veiled>
              <NameOrId name={row.bankName} id={row.id} />
            </PageLink>
            <span className="mono">{allSeen(row.accountNumber)}</span>
            <span>{row.currency}</span>
            <ChangeMark
              kind="bankAccount"
              id={row.id}
              otherwise={
                row.missingSince === null ? (
                  <ServiceStatus status={row.status ?? stateTexts.unknownValue} />
                ) : (
                  <StatusMark tone="red">{bankAccountTexts.missing}</StatusMark>
                )
              }
            />
          </li>
        ))}
      </ul>
      {total > shown && (
        <PageLink
          href={bankAccountPaths.root}
          onClick={() => list.getState().change({ customerId: customer.id })}
        >
          {texts.all(groupedCount(total))}
        </PageLink>
      )}
    </Section>
  );
}
