/** One webhook: what is the matter, how it is doing, what is registered, and how that is known. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WebhookDetail, WebhookPathFacts } from '../../../bridge/webhooks.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsSession } from '../../app/shell/use-is-session.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { UnconfirmedNotice } from '../../components/annotations/unconfirmed-notice.tsx';
import { ChangeAlarm } from '../../components/changes/change-alarm.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { EventsLink } from '../../components/events-link.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { WholeIdentifier } from '../../components/identifier.tsx';
import { LongMoment, ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RecordEnd } from '../../components/record-end.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { milliseconds } from '../../format/durations.ts';
import { ageOf } from '../../format/instants.ts';
import { AdviceList } from './advice-list.tsx';
import { eventOf } from './deliveries/delivery-columns.tsx';
import { useDeliveriesView } from './deliveries/use-deliveries.ts';
import { webhookPaths } from './paths.ts';
import { ReachabilityMark, reachabilityMessage } from './reachability.tsx';
import { RegisteredSection, ReportedFacts } from './registered-section.tsx';
import { countedSignatureChecks } from './signature-checks.ts';
import { SignatureMark } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import { nameOf } from './webhook-columns.tsx';
import { isOldWord } from './webhook-marks.ts';
import classes from './webhooks.module.css';

/** How a webhook is doing: status and rate with their age, the way in, verdicts, our answer time. */
function OnboardingSection({ webhook }: { webhook: WebhookDetail }) {
  const { slot, wayIn } = webhook;
  return (
    <Section title={texts.standing} lead={texts.statusHint}>
      <Facts>
        <ReportedFacts webhook={webhook} />
        <OldWord learnedAt={webhook.statusLearnedAt} />
        <Fact name={texts.wayIn}>
          <PageLink href={webhookPaths.tunnels} underline="never">
            <ReachabilityMark proof={wayIn} />
          </PageLink>
          <div>{reachabilityMessage(wayIn)}</div>
        </Fact>
        {slot === null ? (
          <Fact name={texts.last}>{texts.noSlot}</Fact>
        ) : (
          <SlotFactsView slot={slot} />
        )}
        <Fact name={texts.forwards}>
          <PageLink href={webhookPaths.forwarding}>
            {webhook.forwards === 0 ? texts.noForwards : texts.forwardCount(webhook.forwards)}
          </PageLink>
        </Fact>
      </Facts>
    </Section>
  );
}

function OldWord({ learnedAt }: { learnedAt: string | null }) {
  const now = useNow();
  if (learnedAt === null || !isOldWord(learnedAt, now)) return null;
  return (
    <Fact name={texts.old}>
      <StatusMark wraps tone="amber">
        {webhookTexts.marks.oldHint(ageOf(learnedAt, now))}
      </StatusMark>
    </Fact>
  );
}

function SlotFactsView({ slot }: { slot: WebhookPathFacts }) {
  const verdicts = countedSignatureChecks(slot.verdicts);
  return (
    <>
      <Fact name={texts.last}>
        {slot.lastDeliveryAt === null ? texts.none : <LongMoment at={slot.lastDeliveryAt} />}
      </Fact>
      <Fact name={texts.counts}>
        {verdicts.length === 0 && texts.none}
        {verdicts.map(({ kind, count }) => (
          <div key={kind}>
            <SignatureMark kind={kind} /> {groupedCount(count)}
          </div>
        ))}
        {storageWords(slot).map((words) => (
          <div key={words} className="dimmed">
            {words}
          </div>
        ))}
      </Fact>
      <Fact name={texts.answer}>
        {slot.averageAnswerMs === null ? (
          <span className="dimmed">{texts.noAnswers}</span>
        ) : (
          <AnswerTime averageMs={slot.averageAnswerMs} />
        )}
      </Fact>
    </>
  );
}

/** Average answer time that the service asks receivers to stay under, in milliseconds (Interface 8). */
const allowedMs = 5_000;

function AnswerTime({ averageMs }: { averageMs: number }) {
  return (
    <span className={classes['marks']}>
      <StatusMark tone={averageMs < allowedMs ? 'green' : 'red'}>
        {texts.average(milliseconds(averageMs))}
      </StatusMark>
      <span className="dimmed">{texts.allowed}</span>
    </span>
  );
}

/** What was not simply stored, in words; what never happened is left out. */
function storageWords(slot: WebhookPathFacts): string[] {
  const said: readonly [number, (count: string) => string][] = [
    [slot.repeats, texts.repeats],
    [slot.held, texts.held],
    [slot.quarantined, texts.quarantined],
    [slot.droppedFromQuarantine, texts.dropped],
    [slot.refusedHoldFull, texts.refused],
  ];
  return said.filter(([count]) => count > 0).map(([count, words]) => words(groupedCount(count)));
}

const secretTexts = webhookTexts.secret;

/** Whether a webhook's secret is held, and how a person gets at it. It never comes into this page. */
function SecretSection({ webhook }: { webhook: WebhookDetail }) {
  switch (webhook.secret) {
    case 'held':
      return <StoredSecret webhook={webhook} />;
    case 'with-team':
      return (
        <Section title={secretTexts.title}>
          <StatusMark tone="grey">{secretTexts.withTeam}</StatusMark>
          <p className={`${classes['prose']} dimmed`}>{secretTexts.withTeamHint}</p>
        </Section>
      );
    case 'lost':
    case 'not-given':
      return <MissingSecret webhook={webhook} isLost={webhook.secret === 'lost'} />;
  }
}

function StoredSecret({ webhook }: { webhook: WebhookDetail }) {
  const isSession = useIsSession();
  const { bridge, queries } = useBridge();
  const about = useQuery(queries.connection.about.queryOptions());
  const reveal = useDocument(() => bridge.webhooks.revealSecret({ id: webhook.id }));
  return (
    <Section
      title={secretTexts.title}
      action={
        about.data !== undefined && (
          <Button variant="default" loading={reveal.isOpening} onClick={() => reveal.open(null)}>
            {about.data.host === 'electron' ? secretTexts.copy : secretTexts.reveal}
          </Button>
        )
      }
    >
      <span className={classes['marks']}>
        <StatusMark tone="green">
          {isSession ? secretTexts.heldInSession : secretTexts.held}
        </StatusMark>
        {webhook.fingerprint !== null && (
          <span className="dimmed">
            {secretTexts.fingerprint} <span className={classes['mono']}>{webhook.fingerprint}</span>
          </span>
        )}
      </span>
      <p className={`${classes['prose']} dimmed`}>{secretTexts.heldHint}</p>
      <div className={classes['gap']}>
        <SecretEntryStatus entry={reveal} />
      </div>
    </Section>
  );
}

function MissingSecret({ webhook, isLost }: { webhook: WebhookDetail; isLost: boolean }) {
  const entry = useSecretEntry();
  const profileId = useProfileId();
  const open = () =>
    entry.open({
      purpose: 'webhook-secret',
      profileId,
      webhookId: webhook.id,
      url: null,
      name: null,
    });
  return (
    <Section
      title={secretTexts.title}
      action={
        <Button loading={entry.isOpening} onClick={open}>
          {secretTexts.enter}
        </Button>
      }
    >
      <StatusMark tone={isLost ? 'red' : 'amber'}>
        {isLost ? secretTexts.lost : secretTexts.notGiven}
      </StatusMark>
      <p className={`${classes['prose']} dimmed`}>
        {isLost ? secretTexts.lostHint : secretTexts.notGivenHint}
      </p>
      <div className={classes['gap']}>
        <SecretEntryStatus entry={entry} />
      </div>
    </Section>
  );
}

const shown = 8;

/** The newest deliveries of a webhook, with their verdicts, and the way to all of them. */
function NewestDeliveriesSection({ webhook }: { webhook: WebhookDetail }) {
  const { queries } = useBridge();
  const { change } = useDeliveriesView().getState();
  const newest = useQuery(
    queries.deliveries.list.queryOptions({ input: { webhookId: webhook.id, limit: shown } }),
  );
  const rows = newest.data?.rows ?? [];
  const showAll = () => change({ webhookId: webhook.id, verdict: null, keeping: null });
  return (
    <Section
      title={texts.deliveries}
      action={
        rows.length > 0 && (
          <PageLink href={webhookPaths.deliveries} onClick={showAll} size="sm">
            {texts.allDeliveries}
          </PageLink>
        )
      }
    >
      <Failed error={newest.error} />
      {newest.data !== undefined && rows.length === 0 && (
        <p className={`${classes['prose']} dimmed`}>{texts.noDeliveries}</p>
      )}
      <ul className={classes['rows']}>
        {rows.map((row) => (
          <li key={row.arrival}>
            <PageLink href={webhookPaths.delivery(row.arrival)} className={classes['grow'] ?? ''}>
              {eventOf(row)}
            </PageLink>
            <SignatureMark kind={row.verdict.kind} />
            <ShortMoment at={row.receivedAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const texts = webhookTexts.detail;

function RejectedLink({ webhookId }: { webhookId: string }) {
  const { change } = useDeliveriesView().getState();
  return (
    <PageLink
      href={webhookPaths.deliveries}
      onClick={() => change({ webhookId, verdict: null, keeping: 'quarantined' })}
    >
      {texts.rejectedRequests}
    </PageLink>
  );
}

export function WebhookDetailPanel({ id }: { id: string }) {
  const { queries } = useBridge();
  const webhook = useQuery(queries.webhooks.get.queryOptions({ input: { id } }));
  const known = webhook.data;
  return (
    <DetailFrame
      recordId={id}
      linkKind="webhook"
      listHref={webhookPaths.root}
      listName={webhookTexts.title.toLowerCase()}
      isKnown={known !== undefined}
      title={known === undefined ? webhookTexts.title : nameOf(known)}
      subtitle={
        <>
          {known !== undefined && <ReachabilityMark proof={known.wayIn} />}
          <WholeIdentifier id={id} what="webhook ID" />
          <EventsLink kind="webhook" id={id} />
        </>
      }
    >
      <ChangeAlarm kind="webhook" id={id} />
      <DetailStates query={webhook}>
        {(data) => (
          <>
            <UnconfirmedNotice
              isRecordUnconfirmed={data.learned.every(({ source }) => source === 'import')}
            />
            <AdviceList advice={data.advice} rejected={<RejectedLink webhookId={data.id} />} />
            <OnboardingSection webhook={data} />
            <SecretSection webhook={data} />
            <NewestDeliveriesSection webhook={data} />
            <RegisteredSection webhook={data} />
            <AttemptsSection webhook={data} />
            <RecordEnd kind="webhook" record={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function AttemptsSection({ webhook }: { webhook: WebhookDetail }) {
  if (webhook.requestIds.length === 0) return null;
  return (
    <Section title={texts.attempts} lead={texts.attemptsLead}>
      <ul className={classes['rows']}>
        {webhook.requestIds.map(({ eventId, requestIds }) => (
          <li key={eventId}>
            <span className={classes['mono']}>{eventId}</span>
            <span className={`${classes['mono']} ${classes['grow']} dimmed`}>
              {requestIds.join(' ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
