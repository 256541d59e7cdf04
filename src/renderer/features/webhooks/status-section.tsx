/** How a webhook is doing: status and rate with their age, the way in, verdicts, our answer time. */
import type { WebhookDetail, WebhookPathFacts } from '../../../bridge/webhooks.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { milliseconds } from '../../format/durations.ts';
import { ageOf } from '../../format/instants.ts';
import { webhookPaths } from './paths.ts';
import { ReachabilityMark, reachabilityMessage } from './reachability.tsx';
import { ReportedFacts } from './reported-facts.tsx';
import { countedSignatureChecks } from './signature-checks.ts';
import { SignatureMark } from './signature-mark.tsx';
import { webhookTexts } from './texts.ts';
import { isOldWord } from './webhook-marks.ts';
import classes from './webhooks.module.css';

const texts = webhookTexts.detail;

export function OnboardingSection({ webhook }: { webhook: WebhookDetail }) {
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
