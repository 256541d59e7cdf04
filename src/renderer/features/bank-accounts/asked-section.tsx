/** When the service was asked for it, what came of that, and the button that asks again. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { BankAccountDetail } from '../../../bridge/bank-accounts.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from './bank-accounts.module.css';
import { CheckWords } from './check-words.tsx';
import { bankAccountTexts } from './texts.ts';

const texts = bankAccountTexts.detail;

export function AskedSection({ account }: { account: BankAccountDetail }) {
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
