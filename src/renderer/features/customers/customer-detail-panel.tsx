/** One customer: verification, what is known, its virtual accounts, and how all of it was learned. */
import { useQuery } from '@tanstack/react-query';
import type { CustomerDetail } from '../../../bridge/customers.ts';
import { fieldLabel } from '../../../contract/fields.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { AnnotationsSection } from '../../components/annotations/annotations-section.tsx';
import { UnconfirmedNotice } from '../../components/annotations/by-hand-notice.tsx';
import { AsReceivedSection } from '../../components/as-received.tsx';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { SourceSection } from '../../components/source-list.tsx';
import { sentenceCase } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { AccountTodaySection } from '../onboarding/account-today-section.tsx';
import { CustomerAccountsSection } from './customer-accounts-section.tsx';
import { CustomerBankAccountsSection } from './customer-bank-accounts-section.tsx';
import { customerTitle } from './customer-title.ts';
import classes from './customers.module.css';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';
import { VerificationSection } from './verification-section.tsx';

export function CustomerDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const customer = useQuery(queries.customers.get.queryOptions({ input: { id, knownAt } }));
  const known = customer.data;
  return (
    <DetailFrame
      recordId={id}
      listHref={customerPaths.root}
      listName={customerTexts.title.toLowerCase()}
      title={customerTitle(known)}
      subtitle={
        <>
          {known?.isOwnName === true && (
            <span title={customerTexts.ownNameHint}>{sentenceCase(customerTexts.ownName)}</span>
          )}
          {known !== undefined && known.type !== null && <span>{sentenceCase(known.type)}</span>}
          <WholeIdentifier id={id} what="customer id" />
        </>
      }
    >
      <ChangeAlarm kind="customer" id={id} />
      <DetailStates query={customer}>
        {(data) => (
          <>
            <UnconfirmedNotice isByHand={data.isByHand} />
            <AccountTodaySection customerId={data.id} />
            <VerificationSection customer={data} />
            <KnownSection customer={data} />
            <CustomerAccountsSection customer={data} />
            <CustomerBankAccountsSection customer={data} />
            <AnnotationsSection kind="customer" id={data.id} />
            <SourceSection learned={data.learned} />
            <AsReceivedSection value={data.asReceived} />
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
