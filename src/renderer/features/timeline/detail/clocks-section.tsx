/** When it happened, when it was heard, what stands out, and what it is about. */
import { zoneOf } from '../../../../bridge/instants.ts';
import type { TimelineDetail } from '../../../../bridge/timeline.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
import { WholeIdentifier } from '../../../components/identifier.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useNow } from '../../../components/use-now.ts';
import { deviationWords } from '../../../format/deviations.ts';
import { datedInstant } from '../../../format/exact-instants.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { ageOf } from '../../../format/instants.ts';
import { formatCriterion } from '../../../format/words.ts';
import { sourceTexts } from '../../../texts/states.ts';
import { bankAccountPaths } from '../../bank-accounts/paths.ts';
import { customerPaths } from '../../customers/paths.ts';
import { otherRecordHrefs } from '../../other-records/paths.ts';
import { PayoutLink } from '../../payouts/payout-parts.tsx';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import { webhookPaths } from '../../webhooks/paths.ts';
import { timelinePaths } from '../paths.ts';
import { emptyFilter, queryOf } from '../view/filter-address.ts';
import classes from './detail.module.css';
import { betweenClocks, explanationsOf, meaningOf } from './explained.ts';
import { eventTexts } from './texts.ts';

const texts = eventTexts.clocks;

export interface ClocksSectionProps {
  event: TimelineDetail;
  /** The moment whose knowledge is shown; null is now. */
  knownAt: string | null;
  isProduction: boolean;
}

export function ClocksSection(props: ClocksSectionProps) {
  const { event } = props;
  const { happenedAt, heardAt, customerId, resourceId } = event;
  /** What it is about is the customer itself, who stands there by name already. */
  const isCustomer = resourceId !== null && resourceId === customerId;
  const recordHref = recordOf(event.resourceKind, resourceId);
  const between = betweenClocks(event);
  const explanations = explanationsOf(event, props.isProduction);
  return (
    <Section title={texts.title}>
      <div className={classes['clocks']}>
        <Clock name={texts.happened} hint={texts.happenedHint} at={happenedAt} />
        <Clock name={texts.heard} hint={texts.heardHint} at={heardAt} />
      </div>
      {between !== null && <p className={classes['between']}>{between}</p>}
      {event.webhooks > 1 && <p className="dimmed">{eventTexts.marks.webhooks(event.webhooks)}</p>}
      {explanations.length + event.deviations.length > 0 && (
        <ul className={classes['explained']}>
          {explanations.map(({ kind, tone, sentence }) => (
            <li key={kind}>
              <StatusMark tone={tone}>{sentence}</StatusMark>
            </li>
          ))}
          {event.deviations.map((deviation) => (
            <li key={deviation}>
              <StatusMark tone="amber">
                {sourceTexts.deviation(deviationWords(deviation))}
              </StatusMark>
            </li>
          ))}
        </ul>
      )}
      <Facts>
        <Fact name={texts.id}>
          <WholeIdentifier id={event.eventId} what="event ID" />
        </Fact>
        <Fact name={texts.meaning}>{meaningOf(event.name)}</Fact>
        {customerId !== null && (
          <Fact name={texts.customer}>
            <PageLink href={customerPaths.one(customerId)}>
              {asSeen(event.customerName ?? customerId)}
            </PageLink>{' '}
            <PageLink href={timelinePaths.customer(customerId)} className={classes['aside']}>
              {texts.allOfCustomer}
            </PageLink>
          </Fact>
        )}
        {resourceId !== null && (
          <Fact
            name={
              isCustomer ? texts.customerId : formatCriterion(event.resourceKind ?? texts.resource)
            }
          >
            {event.webhookName !== null && <div>{asSeen(event.webhookName)}</div>}
            <WholeIdentifier id={resourceId} what={`${event.resourceKind ?? 'resource'} ID`} />{' '}
            {recordHref !== null && (
              <PageLink href={recordHref} className={classes['aside']}>
                {texts.record}
              </PageLink>
            )}{' '}
            {!isCustomer && (
              <PageLink
                href={`${timelinePaths.root}?${queryOf({ ...emptyFilter, resourceId })}`}
                className={classes['aside']}
              >
                {texts.allOfResource}
              </PageLink>
            )}
          </Fact>
        )}
        {event.resourceKind === 'payout' && resourceId !== null && (
          <Fact name={texts.payout}>
            <PayoutLink id={resourceId} knownAt={props.knownAt} />
          </Fact>
        )}
        {event.updated !== null && event.updated !== event.created && (
          <Fact name={texts.updated}>
            <span className="mono">{event.updated}</span>
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function Clock({ name, hint, at }: { name: string; hint: string; at: string | null }) {
  const now = useNow();
  return (
    <div>
      <span className={classes['clockName']}>
        {name} <span className="dimmed">{hint}</span>
      </span>
      {at === null ? (
        <span className={classes['clock']}>—</span>
      ) : (
        <time dateTime={at} title={at} className={classes['clock']}>
          {datedInstant(at)}{' '}
          <span className={classes['age']}>
            {zoneOf(at)} · {ageOf(at, now)}
          </span>
        </time>
      )}
    </div>
  );
}

/** Where the record of a resource is shown, for kinds that are kept; null for the others. */
function recordOf(kind: string | null, id: string | null): string | null {
  if (kind === null || id === null) return null;
  return Object.hasOwn(records, kind) ? (records[kind]?.(id) ?? null) : null;
}

const records: Readonly<Record<string, (id: string) => string>> = {
  virtualAccount: virtualAccountPaths.one,
  bankAccount: bankAccountPaths.one,
  webhook: webhookPaths.one,
  ...otherRecordHrefs,
};
