/** States of a payout, an identity check or terms in the order in which they happened (Interface 3). */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { longInstant } from '../../../../bridge/instants.ts';
import type { LifecycleView } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useShownMoment } from '../../../components/use-now.ts';
import { formatWait } from '../../../format/durations.ts';
import { formatDistance } from '../../../format/exact-instants.ts';
import { toneOfState } from '../../../format/status-tone.ts';
import { formatCriterion } from '../../../format/words.ts';
import type { HrefOf } from '../view/use-timeline-view.ts';
import classes from './detail.module.css';
import type { Subject } from './explained.ts';
import { eventTexts } from './texts.ts';

const texts = eventTexts.lifecycle;

/** Shorter than the tenth of a second that is shown. */
const AT_ONCE_MS = 50;

export interface LifecycleSectionProps {
  subject: Subject;
  /** The event that is open; null where none is. */
  eventId: string | null;
  /** The moment whose knowledge is shown; null is now. */
  knownAt: string | null;
  hrefOf: HrefOf;
}

export function LifecycleSection(props: LifecycleSectionProps) {
  const { queries } = useBridge();
  const { subject, eventId, knownAt, hrefOf } = props;
  const query = useQuery(
    queries.timeline.lifecycle.queryOptions({ input: { ...subject, knownAt } }),
  );
  return (
    <Section title={texts.titles[subject.subject]} lead={texts.lead}>
      <DetailStates query={query}>
        {(view) => <Lifecycle view={view} eventId={eventId} hrefOf={hrefOf} />}
      </DetailStates>
    </Section>
  );
}

export interface LifecycleProps {
  view: LifecycleView;
  /** The event that is open. Without one, each state says how long it lasted. */
  eventId: string | null;
  /** Said where nothing may come next, by the assumed order. */
  end?: string | undefined;
  hrefOf: HrefOf;
}

export function Lifecycle({ view, eventId, end = texts.end, hrefOf }: LifecycleProps) {
  const now = useShownMoment();
  if (view.steps.length === 0) return <p className="dimmed">{texts.none}</p>;
  return (
    <>
      <ol className={classes['steps']}>
        {view.steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            time={eventId === null ? lastingOf(view, index, now) : formatSince(step.sinceMs)}
            isThisOne={step.eventId === eventId}
            hrefOf={hrefOf}
          />
        ))}
      </ol>
      <p className="dimmed">
        {view.next.length === 0 ? end : texts.next(view.next.map(formatState).join(', '))}
      </p>
    </>
  );
}

interface StepProps {
  step: LifecycleView['steps'][number];
  /** After what, or for how long. */
  time: string | null;
  isThisOne: boolean;
  hrefOf: HrefOf;
}

function Step({ step, time, isThisOne, hrefOf }: StepProps) {
  const at = step.happenedAt ?? step.heardAt;
  return (
    <>
      {step.unheard.length > 0 && (
        <li className={classes['unheard']}>
          <span title={texts.unheardHint}>
            <StatusMark tone="grey">
              {texts.unheard(step.unheard.map(formatState).join(', '))}
            </StatusMark>
          </span>
        </li>
      )}
      <li
        className={classes['step']}
        data-unusual={!step.isUsual}
        aria-current={isThisOne ? 'step' : undefined}
      >
        <Link href={hrefOf(step)} className={classes['state']}>
          <StatusMark tone={toneOfState(step.state)} wraps>
            {formatState(step.state)}
          </StatusMark>
        </Link>
        <time dateTime={at} title={at}>
          {longInstant(at)}
        </time>
        {time !== null && <span className="dimmed">{time}</span>}
        {!step.isUsual && (
          <span title={texts.unusualHint}>
            <StatusMark tone="amber">{texts.unusual}</StatusMark>
          </span>
        )}
        {isThisOne && <span className={classes['thisOne']}>{texts.thisOne}</span>}
      </li>
    </>
  );
}

/** Nothing that a person would call later, else how much later. */
const formatSince = (ms: number | null): string | null =>
  ms === null ? null : ms < AT_ONCE_MS ? texts.atOnce : texts.since(formatDistance(ms));

/** How long a state lasted, or has lasted so far; null for one that nothing usually follows. */
export function lastingOf({ steps, next }: LifecycleView, index: number, now: number) {
  const step = steps[index];
  const after = steps[index + 1];
  if (step === undefined || (after === undefined && next.length === 0)) return null;
  if (after !== undefined) {
    const lasted = after.sinceMs ?? 0;
    return lasted < AT_ONCE_MS ? texts.lastedNone : texts.lasted(formatDistance(lasted));
  }
  return texts.lasting(formatWait(now - Date.parse(step.happenedAt ?? step.heardAt)));
}

/** `Additional review required` for `additionalReviewRequired`. */
const formatState = (state: string): string => formatCriterion(state);
