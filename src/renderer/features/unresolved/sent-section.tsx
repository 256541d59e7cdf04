/** What was sent, in reading order, and as it was sent. */
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { writes } from '../../../contract/writes.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { FromOther } from '../../components/handed-over/from-other.tsx';
import { GroupedAddress, WholeIdentifier } from '../../components/identifier.tsx';
import { JsonTree } from '../../components/json-tree.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RawResponseSection } from '../../components/raw-response.tsx';
import { Section } from '../../components/section.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatRate } from '../../format/rates.ts';
import { bulkPaths } from '../bulk/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { unresolvedPaths } from './paths.ts';
import { sentList, sentName, sentPair, sentText } from './sent.ts';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.facts;

export function SentSection({ view }: { view: UnresolvedView }) {
  const { intent } = view;
  return (
    <Section title={unresolvedTexts.sentTitle}>
      <Facts>
        <Fact name={texts.at}>
          <LongMoment at={intent.journalledAt} />{' '}
          <FromOther of={{ kind: 'request', id: intent.key }} what="request" />
        </Fact>
        <SentFacts view={view} />
        {intent.requestId !== null && (
          <Fact name={texts.requestId}>
            <WholeIdentifier id={intent.requestId} what="request id" />
          </Fact>
        )}
        {intent.messages.length > 0 && (
          <Fact name={texts.words}>
            <span className={classes['lines']}>{allSeen(intent.messages.join('\n'))}</span>
          </Fact>
        )}
        {intent.repeats !== null && (
          <Fact name={texts.repeats}>
            <PageLink href={unresolvedPaths.request(intent.repeats, 'absent')}>
              <span className="mono">{intent.repeats}</span>
            </PageLink>
          </Fact>
        )}
        <Fact name={texts.key}>
          <WholeIdentifier id={intent.key} what="request key" />
        </Fact>
      </Facts>
      <details className={classes['whole']}>
        <summary>{unresolvedTexts.sentAs}</summary>
        <JsonTree value={intent.input} />
      </details>
      <RawResponseSection intentKey={intent.key} />
    </Section>
  );
}

/** What a person recognises it by, whole: nothing here is cut off. */
export function SentFacts({ view }: { view: UnresolvedView }) {
  const { bulkRow } = view;
  return (
    <>
      {bulkRow !== null && (
        <Fact name={texts.bulkRow}>
          <PageLink href={bulkPaths.runRows(bulkRow.runId, 'unknown')}>
            {asSeen(unresolvedTexts.bulkRow(bulkRow.fileName, bulkRow.row))}
          </PageLink>
        </Fact>
      )}
      <OwnFacts view={view} />
    </>
  );
}

function OwnFacts({ view }: { view: UnresolvedView }) {
  const { intent } = view;
  if (writes[intent.operation].creates === 'virtualAccount') return <AccountFacts view={view} />;
  return (
    <>
      <Text name={texts.name} value={sentName(intent) ?? sentText(intent, 'name')} />
      <Text name={texts.email} value={sentText(intent, 'email')} />
      <Text name={texts.phone} value={sentText(intent, 'phone')} />
      <Text name={texts.type} value={sentText(intent, 'type')} />
      <Text name={texts.url} value={sentText(intent, 'url')} />
      <Text name={texts.events} value={sentList(intent, 'events').join(', ') || null} />
    </>
  );
}

function AccountFacts({ view: { intent, customerName } }: { view: UnresolvedView }) {
  const customerId = sentText(intent, 'customerId');
  const wallet = sentText(intent, 'walletAddress');
  const fee = sentText(intent, 'integratorBpsFee');
  return (
    <>
      {customerId !== null && (
        <Fact name={texts.customer}>
          {customerName !== null && <>{asSeen(customerName)} · </>}
          <PageLink href={customerPaths.one(customerId)} className="mono">
            {customerId}
          </PageLink>
        </Fact>
      )}
      <Text name={texts.pair} value={sentPair(intent)} />
      <Text name={texts.network} value={sentText(intent, 'network')} />
      {wallet !== null && (
        <Fact name={texts.wallet}>
          <GroupedAddress address={wallet} />
        </Fact>
      )}
      <Fact name={texts.fee}>{fee === null ? texts.noFee : formatRate(fee)}</Fact>
    </>
  );
}

function Text({ name, value }: { name: string; value: string | null }) {
  return value === null ? null : <Fact name={name}>{value}</Fact>;
}
