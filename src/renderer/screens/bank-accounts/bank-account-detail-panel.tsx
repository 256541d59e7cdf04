/** One bank account: what is known, what came of asking for it, how it changed, how it was learned. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BankAccountDetail } from '../../../bridge/bank-accounts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { paths } from '../../app/paths.ts';
import { AnnotationsSection } from '../../components/annotations/annotations-section.tsx';
import { AsReceivedSection } from '../../components/as-received.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { DriftAlarm } from '../../components/drift/drift-alarm.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LearnedSection } from '../../components/learned-list.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { toneOfStatus } from '../../format/status-tone.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { bankAccountTexts } from '../../texts/bank-accounts.ts';
import { AskedSection } from './asked-section.tsx';
import { HistorySection } from './history-section.tsx';

const texts = bankAccountTexts.detail;
const fieldNames: Readonly<Record<string, string>> = bankAccountTexts.fields;

export function BankAccountDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const account = useQuery(queries.bankAccounts.get.queryOptions({ input: { id, knownAt } }));
  const known = account.data;
  return (
    <DetailFrame
      recordId={id}
      listHref={paths.bankAccounts}
      listName={bankAccountTexts.title.toLowerCase()}
      title={known?.bankName ?? bankAccountTexts.title}
      subtitle={
        <>
          {known !== undefined && <Status account={known} />}
          <WholeIdentifier id={id} what="bank account id" />
        </>
      }
    >
      <DriftAlarm kind="bankAccount" id={id} />
      <DetailStates query={account}>
        {(data) => (
          <>
            <AskedSection account={data} />
            <KnownSection account={data} />
            <HistorySection account={data} />
            <AnnotationsSection kind="bankAccount" id={data.id} />
            <LearnedSection learned={data.learned} total={data.observations} />
            <AsReceivedSection value={data.asReceived} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function Status({ account }: { account: BankAccountDetail }) {
  if (account.missingSince !== null) {
    return <StatusMark tone="red">{bankAccountTexts.missing}</StatusMark>;
  }
  if (account.status === null) return null;
  return <StatusMark tone={toneOfStatus(account.status)}>{account.status}</StatusMark>;
}

function KnownSection({ account }: { account: BankAccountDetail }) {
  return (
    <Section title={texts.known} lead={texts.knownLead}>
      <Facts>
        {account.fields.map(({ field, value }) => (
          <Fact key={field} name={fieldNames[field] ?? field}>
            {field === 'customer' && value === account.customerId ? (
              <Anchor component={Link} href={paths.customer(value)} underline="always">
                {asSeen(account.customerName ?? value)}
              </Anchor>
            ) : (
              <span className={field.startsWith('accountDetails.') ? 'mono' : ''}>
                {allSeen(value)}
              </span>
            )}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
