/** One customer: verification, what is known, its virtual accounts, and how all of it was learned. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CustomerDetail, VerificationProfileView } from '../../../bridge/customers.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { fieldLabel } from '../../../contract/fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { UnconfirmedNotice } from '../../components/annotations/unconfirmed-notice.tsx';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { ChangeMark } from '../../components/changes/change-mark.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EventsLink } from '../../components/events-link.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortIdentifier, WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment, ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RecordEnd } from '../../components/record-end.tsx';
import { Section } from '../../components/section.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { StatusMark, ToneIcon } from '../../components/status-mark.tsx';
import { formatCurrency, formatPair } from '../../format/amounts.ts';
import { keyed } from '../../format/keyed.ts';
import { formatVerificationProfile, sentenceCase } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { showAllOf } from '../../stores/list-view.ts';
import { stateTexts } from '../../texts/states.ts';
import { useBankAccountLookup, useBankAccountsView } from '../bank-accounts/bank-account-stores.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { bankAccountTexts } from '../bank-accounts/texts.ts';
import { AccountTodaySection } from '../onboarding/account-today-section.tsx';
import { OtherRecordsSection } from '../other-records/other-records-section.tsx';
import { PayoutsSection } from '../payouts/payouts-section.tsx';
import { SandboxCustomerSection } from '../sandbox/record-controls.tsx';
import { useVirtualAccountsView } from '../virtual-accounts/list-view.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { useVirtualAccountDrafts } from '../virtual-accounts/virtual-account-values.ts';
import { type ChecklistGroup, checklistOf, formatError } from './checklist.ts';
import { customerTitle } from './customer-values.ts';
import classes from './customers.module.css';
import { ErasedNotice, ErasureSection } from './erasure-section.tsx';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

const shownAccounts = 10;
const texts = bankAccountTexts.ofCustomer;

/** The bank accounts of a customer, and the way to look up another one. */
function CustomerBankAccountsSection({ customer }: { customer: CustomerDetail }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const list = useBankAccountsView();
  const lookup = useBankAccountLookup();
  const input = { customerId: customer.id, limit: shownAccounts, knownAt };
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
            <span>{row.currency === null ? null : formatCurrency(row.currency)}</span>
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
      {total > shownAccounts && (
        <PageLink
          href={bankAccountPaths.root}
          onClick={() => showAllOf(customer.id, list.getState())}
        >
          {texts.all(groupedCount(total))}
        </PageLink>
      )}
    </Section>
  );
}

/** The virtual accounts of a customer, newest first, and the way to a new one. */
const shown = 10;

function CustomerAccountsSection({ customer }: { customer: CustomerDetail }) {
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
            <PageLink href={virtualAccountPaths.one(row.id)}>{formatPair(row)}</PageLink>
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
  const list = useVirtualAccountsView().getState();
  return (
    <PageLink href={virtualAccountPaths.root} onClick={() => showAllOf(customerId, list)}>
      {customerTexts.detail.allAccounts(groupedCount(total))}
    </PageLink>
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

export function CustomerDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const customer = useQuery(queries.customers.get.queryOptions({ input: { id, knownAt } }));
  const known = customer.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="customer"
      listHref={customerPaths.root}
      listName={customerTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={customerTitle(known)}
      subtitle={
        <>
          {known?.isOwnName === true && (
            <span title={customerTexts.ownNameHint}>{sentenceCase(customerTexts.ownName)}</span>
          )}
          {known !== undefined && known.type !== null && <span>{sentenceCase(known.type)}</span>}
          <WholeIdentifier id={id} what="customer id" />
          <EventsLink kind="customer" id={id} />
        </>
      }
    >
      <ChangeAlarm kind="customer" id={id} />
      <DetailStates query={customer}>
        {(data) => (
          <>
            <ErasedNotice customer={data} />
            <UnconfirmedNotice isRecordUnconfirmed={data.isRecordUnconfirmed} />
            <AccountTodaySection customerId={data.id} />
            <VerificationSection customer={data} />
            <KnownSection customer={data} />
            <CustomerAccountsSection customer={data} />
            <PayoutsSection of={{ customerId: data.id }} />
            <CustomerBankAccountsSection customer={data} />
            <OtherRecordsSection customerId={data.id} />
            <SandboxCustomerSection key={`sandbox ${data.id}`} id={data.id} name={data.name} />
            <RecordEnd kind="customer" record={data} />
            <ErasureSection customer={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function KnownSection({ customer }: { customer: CustomerDetail }) {
  const texts = customerTexts.detail;
  return (
    <Section title={texts.known} lead={texts.knownLead}>
      {customer.fields.length === 0 && <p>{texts.noFields}</p>}
      <Facts>
        {customer.fields.map(({ field, value, confirmed }) => (
          <Fact key={field} name={fieldLabel(field) ?? field}>
            {value}
            {!confirmed && (
              <>
                {' '}
                <span className={classes['mark']}>{texts.unconfirmedMark}</span>
              </>
            )}
          </Fact>
        ))}
        <Fact name={customerTexts.columns.learned}>
          <LongMoment at={customer.lastLearnedAt} />
        </Fact>
      </Facts>
      {customer.type === 'business' && <p className="dimmed">{texts.businessHint}</p>}
      {customer.type === null && <p className="dimmed">{stateTexts.unknownValue}</p>}
    </Section>
  );
}

/** Each verification profile and its lists, as a checklist that a person understands (Interface 2.1). */
function VerificationSection({ customer }: { customer: CustomerDetail }) {
  const texts = customerTexts.detail;
  return (
    <Section title={texts.verification} lead={texts.verificationLead}>
      {customer.verificationProfiles.length === 0 && <p>{texts.noProfiles}</p>}
      {keyed(customer.verificationProfiles, ({ name }) => name).map(({ key, item }) => (
        <Profile key={key} profile={item} />
      ))}
    </Section>
  );
}

function Profile({ profile }: { profile: VerificationProfileView }) {
  const checklist = checklistOf(profile);
  const { groups, nothingListed, rawName } = customerTexts.detail;
  const words = formatVerificationProfile(profile.name);
  return (
    <div className={classes['profile']}>
      <div className={classes['profileHead']}>
        <div className={classes['profileName']}>
          <Title order={3}>{words}</Title>
          {words !== profile.name && (
            <span className={`mono ${classes['rawName']}`} title={rawName}>
              {profile.name}
            </span>
          )}
        </div>
        <ServiceStatus status={profile.status} />
      </div>
      {profile.errors.length > 0 && (
        <ul className={classes['problems']} aria-label={groups.errors}>
          {keyed(profile.errors, formatError).map(({ key, item }) => (
            <li key={key} title={item.name ?? undefined}>
              <ToneIcon tone="red" size={16} /> {formatError(item)}
            </li>
          ))}
        </ul>
      )}
      {checklist.length === 0 && profile.errors.length === 0 && <p>{nothingListed}</p>}
      {checklist.map((group) => (
        <ChecklistGroupView key={group.standing} group={group} />
      ))}
    </div>
  );
}

function ChecklistGroupView({ group }: { group: ChecklistGroup }) {
  const caption = customerTexts.detail.groups[group.standing];
  return (
    <div className={classes['group']}>
      <span className={classes['standing']}>{caption}</span>
      <ul className={classes['checklist']} aria-label={caption}>
        {group.items.map((item) => (
          <li key={item.name} title={item.name}>
            <ToneIcon tone={group.tone} size={16} />
            {item.words}
          </li>
        ))}
      </ul>
    </div>
  );
}
