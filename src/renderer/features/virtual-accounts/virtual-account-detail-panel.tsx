/** One virtual account: how to pay in, where it goes, what it costs, and how all of it was learned. */
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { depositFields, fieldsOf } from '../../../contract/fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { UnconfirmedNotice } from '../../components/annotations/unconfirmed-notice.tsx';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EventsLink } from '../../components/events-link.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { FieldFacts } from '../../components/fields.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RecordEnd } from '../../components/record-end.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatPair } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { exactNumber } from '../../format/rates.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { customerPaths } from '../customers/paths.ts';
import { SheetsButton } from '../deposit-sheets/sheets-button.tsx';
import { PayoutsSection } from '../payouts/payouts-section.tsx';
import { SandboxAccountSection } from '../sandbox/record-controls.tsx';
import { FeeSamples } from './fee-samples.tsx';
import stop from './mismatch-stop.module.css';
import { isStopped, MismatchStop } from './mismatch-stop.tsx';
import { stopTexts } from './mismatch-texts.ts';
import { virtualAccountPaths } from './paths.ts';
import { virtualAccountTexts } from './texts.ts';

/** A field of the service that has no name here keeps its own. */
export const depositFieldName = (field: string): string =>
  depositFields.find(({ key }) => key === field)?.label ?? field;

/** One line a field: `Bank name: …`. */
export const depositText = (instructions: readonly { field: string; value: string }[]): string =>
  instructions.map(({ field, value }) => `${depositFieldName(field)}: ${value}`).join('\n');

const texts = virtualAccountTexts.detail;
const fields = fieldsOf('virtualAccount');
const destinationFields = fields.filter(({ path }) => path[0] === 'destination');
const feeFields = fields.filter(({ path }) => path[0] === 'fees');
const momentFields = fields.filter(({ kind }) => kind === 'moment');

export function VirtualAccountDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const account = useQuery(queries.virtualAccounts.get.queryOptions({ input: { id, knownAt } }));
  const known = account.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="virtual-account"
      listHref={virtualAccountPaths.root}
      listName={virtualAccountTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={known === undefined ? virtualAccountTexts.title : formatPair(known)}
      isPlainTitle
      subtitle={
        <>
          {known !== undefined && <Standing account={known} />}
          {known?.customerName != null && <span>{asSeen(known.customerName)}</span>}
          <WholeIdentifier id={id} what="virtual account id" />
          <EventsLink kind="virtualAccount" id={id} />
        </>
      }
    >
      <ChangeAlarm kind="virtualAccount" id={id} />
      <DetailStates query={account}>
        {(data) => (
          <>
            <MismatchStop account={data} />
            <UnconfirmedNotice isRecordUnconfirmed={data.isRecordUnconfirmed} />
            <Deposit account={data} />
            <DestinationSection account={data} />
            <FeesSection account={data} />
            <PayoutsSection of={{ virtualAccountId: data.id }} />
            <TimesSection account={data} />
            <SandboxAccountSection key={`sandbox ${data.id}`} id={data.id} />
            <RecordEnd kind="virtualAccount" record={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

/** What needs a person stands before what the service says of it. */
function Standing({ account }: { account: VirtualAccountDetail }) {
  const { standing } = virtualAccountTexts;
  if (isStopped(account)) return <StatusMark tone="red">{standing.mismatch}</StatusMark>;
  if (account.active === null) return null;
  return account.active ? (
    <StatusMark tone="green">{standing.active}</StatusMark>
  ) : (
    <StatusMark tone="grey">{standing.inactive}</StatusMark>
  );
}

/** Where the account is stopped, a person asks for its deposit instructions in so many words. */
function Deposit({ account }: { account: VirtualAccountDetail }) {
  if (!isStopped(account)) return <DepositSection account={account} />;
  return (
    <details className={stop['hidden']}>
      <summary>{stopTexts.showDeposit}</summary>
      <DepositSection account={account} />
    </details>
  );
}

function DestinationSection({ account }: { account: VirtualAccountDetail }) {
  const { customerId } = account;
  return (
    <Section title={texts.destination}>
      <Facts>
        <Fact name={texts.customer}>
          {customerId === null ? (
            stateTexts.unknownValue
          ) : (
            <>
              <PageLink href={customerPaths.one(customerId)} underline="always">
                {asSeen(account.customerName ?? customerId)}
              </PageLink>{' '}
              <span className="dimmed">{texts.customerHint}</span>
            </>
          )}
        </Fact>
        <FieldFacts fields={destinationFields} detail={account} />
      </Facts>
    </Section>
  );
}

function FeesSection({ account }: { account: VirtualAccountDetail }) {
  const { totalBpsRate } = account;
  return (
    <Section title={texts.fees}>
      <Facts>
        <FieldFacts fields={feeFields} detail={account} />
        {totalBpsRate !== null && exactNumber(totalBpsRate) !== null && (
          <Fact name={texts.remains}>
            <FeeSamples
              fee={totalBpsRate}
              source={account.sourceCurrency}
              destination={account.destinationCurrency}
            />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function TimesSection({ account }: { account: VirtualAccountDetail }) {
  return (
    <Section title={texts.times}>
      <Facts>
        <FieldFacts fields={momentFields} detail={account} />
      </Facts>
    </Section>
  );
}

const isNumber = (field: string): boolean =>
  depositFields.some(({ key, kind }) => key === field && kind === 'number');

const onlyThis = (id: string) => ({ selection: { ids: [id] }, label: id });

/** Deposit instructions: each line to copy, and all of them at once (Interface 2.4). */
function DepositSection({ account }: { account: VirtualAccountDetail }) {
  const texts = virtualAccountTexts.detail;
  const { depositInstructions } = account;
  if (depositInstructions.length === 0) {
    return <Section title={texts.deposit}>{texts.noInstructions}</Section>;
  }
  return (
    <Section
      title={texts.deposit}
      lead={account.sourceCurrency === 'EUR' ? texts.ibanHint : texts.depositLead}
      action={
        <Group gap="xs">
          <SheetsButton choices={[onlyThis(account.id)]} accountId={account.id} />
          <CopyTextButton text={depositText(depositInstructions)} label={texts.copyAll} />
        </Group>
      }
    >
      <Facts>
        {depositInstructions.map(({ field, value }) => (
          <Fact key={field} name={depositFieldName(field)}>
            <Copied text={value} what={depositFieldName(field).toLowerCase()}>
              <span className={isNumber(field) ? 'mono' : undefined}>{allSeen(value)}</span>
            </Copied>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
