/** One bank account: what is known, what came of asking for it, how it changed, how it was learned. */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankAccountChange, BankAccountDetail } from '../../../bridge/bank-accounts.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EventsLink } from '../../components/events-link.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { RecordFacts } from '../../components/fields.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { RecordEnd } from '../../components/record-end.tsx';
import { Section } from '../../components/section.tsx';
import { ServiceStatus } from '../../components/service-status.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { WholeNumbersButton } from '../../components/whole-numbers.tsx';
import { toFailure } from '../../format/failures.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { sourceTexts } from '../../texts/states.ts';
import { SandboxBankAccountSection } from '../sandbox/bank-accounts-sections.tsx';
import { ChangedFields } from '../timeline/detail/changed-fields.tsx';
import classes from './bank-accounts.module.css';
import { CheckWords } from './check-words.tsx';
import { MismatchesNotice, MismatchMark } from './mismatches.tsx';
import { bankAccountPaths } from './paths.ts';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.detail;

export function BankAccountDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [whole, setWhole] = useState(false);
  const { get } = queries.bankAccounts;
  const masked = useQuery(get.queryOptions({ input: { id, knownAt } }));
  const unmasked = useQuery({
    ...get.queryOptions({ input: { id, knownAt, whole: true } }),
    enabled: whole,
  });
  const account = whole && unmasked.data !== undefined ? unmasked : masked;
  const known = account.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="bank-account"
      listHref={bankAccountPaths.root}
      listName={bankAccountTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={known?.bankName ?? bankAccountTexts.one}
      subtitle={
        <>
          {known !== undefined && <Status account={known} />}
          {known?.customerName != null && <span>{asSeen(known.customerName)}</span>}
          <WholeIdentifier id={id} what="bank account id" />
          <EventsLink kind="bankAccount" id={id} />
        </>
      }
    >
      <ChangeAlarm kind="bankAccount" id={id} />
      <DetailStates query={account}>
        {(data) => (
          <>
            <MismatchesNotice mismatches={data.mismatches} />
            <AskedSection account={data} />
            <KnownSection account={data} whole={whole} onWhole={setWhole} />
            <HistorySection account={data} />
            <SandboxBankAccountSection key={`sandbox ${data.id}`} id={data.id} />
            <RecordEnd kind="bankAccount" record={data} />
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
  if (account.mismatches.length > 0) return <MismatchMark mismatches={account.mismatches} />;
  if (account.status === null) return null;
  return <ServiceStatus status={account.status} />;
}

interface KnownSectionProps {
  account: BankAccountDetail;
  whole: boolean;
  onWhole: (whole: boolean) => void;
}

function KnownSection({ account, whole, onWhole }: KnownSectionProps) {
  const isUnmasked = account.mismatches.some(({ code }) => code === 'unmasked');
  return (
    <Section
      title={texts.known}
      lead={isUnmasked ? texts.unmaskedLead : texts.maskedLead}
      action={isUnmasked && <WholeNumbersButton whole={whole} onChange={onWhole} />}
    >
      <RecordFacts
        kind="bankAccount"
        fields={account.fields}
        customerId={account.customerId}
        customerName={account.customerName}
      />
    </Section>
  );
}

/** How it changed: each answer against what was known before it, field by field. */
function HistorySection({ account }: { account: BankAccountDetail }) {
  const { history, changes } = account;
  return (
    <Section title={texts.history} lead={texts.historyLead}>
      <ol className={classes['history']}>
        {history.map((change) => (
          <li key={change.observationId}>
            <Change change={change} />
          </li>
        ))}
      </ol>
      {changes > history.length && (
        <p className="dimmed">
          {texts.moreHistory(groupedCount(history.length), groupedCount(changes))}
        </p>
      )}
    </Section>
  );
}

function Change({ change }: { change: BankAccountChange }) {
  const { isFirst, fields, confirmed, lastConfirmedAt } = change;
  return (
    <>
      <p className={classes['when']}>
        <strong>{isFirst ? texts.first : texts.changedFields(fields.length)}</strong>
        <LongMoment at={change.happenedAt ?? change.observedAt} />
        <span className="dimmed">{sourceTexts.sources[change.source]}</span>
      </p>
      <ChangedFields fields={fields} />
      {lastConfirmedAt !== null && (
        <p className="dimmed">{texts.confirmed(confirmed, longInstant(lastConfirmedAt))}</p>
      )}
    </>
  );
}

/** When the service was asked for it, what came of that, and the button that asks again. */
function AskedSection({ account }: { account: BankAccountDetail }) {
  const { bridge, queries } = useBridge();
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const refresh = useMutation({
    mutationFn: () => bridge.bankAccounts.refresh({ id: account.id, profileId, knownAt }),
    onSettled: (_done, _error, _input, _before, { client }) =>
      client.invalidateQueries({ queryKey: queries.bankAccounts.key() }),
  });
  const failure = refresh.error === null ? null : toFailure(refresh.error);
  const told = refresh.data;
  return (
    <Section
      title={texts.asked}
      action={
        knownAt === null &&
        account.askedUnder !== null && (
          <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            {texts.refresh}
          </Button>
        )
      }
    >
      <div className={classes['outcome']}>
        <Outcome account={account} />
      </div>
      {/* What main could not write down as an outcome of asking. */}
      {failure !== null && account.lastCheck?.outcome === 'found' && (
        <Notice tone="red" role="alert">
          <p>{failure.sentence}</p>
        </Notice>
      )}
      {told !== undefined && failure === null && (
        <p role="status">
          {told.fields.length === 0 ? texts.same : texts.changed(told.fields.length)}
        </p>
      )}
      <Facts>
        <Fact name={texts.lastChecked}>
          {account.lastCheckedAt === null ? texts.never : <LongMoment at={account.lastCheckedAt} />}
        </Fact>
        <Fact name={texts.under}>
          {account.askedUnder === null ? (
            texts.noCustomer
          ) : (
            <span className="mono">{account.askedUnder}</span>
          )}
        </Fact>
      </Facts>
    </Section>
  );
}

function Outcome({ account }: { account: BankAccountDetail }) {
  const { lastCheck, missingSince } = account;
  return (
    <>
      {missingSince !== null && (
        <Notice tone="red" role="alert" title={texts.missingTitle}>
          <p>{texts.missing(longInstant(missingSince))}</p>
          {lastCheck?.outcome === 'not-found' && <CheckWords check={lastCheck} />}
        </Notice>
      )}
      {lastCheck?.outcome === 'failed' && (
        <Notice tone="amber" role="alert" title={texts.failedTitle(longInstant(lastCheck.at))}>
          <p>{lastCheck.sentence}</p>
          <CheckWords check={lastCheck} />
        </Notice>
      )}
    </>
  );
}
