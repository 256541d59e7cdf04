/** States of a payout, an identity check or terms in the order in which they happened (Interface 3). */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { LifecycleView } from '../../../../bridge/timeline.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../../components/detail-states.tsx';
import { Section } from '../../../components/section.tsx';
import { StatusMark, type Tone } from '../../../components/status-mark.tsx';
import { formatDistance } from '../../../format/exact-instants.ts';
import { longInstant } from '../../../format/instants.ts';
import { toneOfStatus } from '../../../format/status-tone.ts';
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
  eventId: string;
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
  /** The event that is open. */
  eventId: string;
  hrefOf: HrefOf;
}

export function Lifecycle({ view, eventId, hrefOf }: LifecycleProps) {
  if (view.steps.length === 0) return <p className="dimmed">{texts.none}</p>;
  return (
    <>
      <ol className={classes['steps']}>
        {view.steps.map((step) => (
          <Step key={step.key} step={step} isThisOne={step.eventId === eventId} hrefOf={hrefOf} />
        ))}
      </ol>
      <p className="dimmed">
        {view.next.length === 0 ? texts.end : texts.next(view.next.map(formatState).join(', '))}
      </p>
    </>
  );
}

interface StepProps {
  step: LifecycleView['steps'][number];
  isThisOne: boolean;
  hrefOf: HrefOf;
}

function Step({ step, isThisOne, hrefOf }: StepProps) {
  const at = step.happenedAt ?? step.heardAt;
  return (
    <>
      {step.unheard.length > 0 && (
        <li className={classes['unheard']}>
          <StatusMark tone="grey">
            {texts.unheard(step.unheard.map(formatState).join(', '))}
          </StatusMark>
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
        {step.sinceMs !== null && <span className="dimmed">{formatSince(step.sinceMs)}</span>}
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
const formatSince = (ms: number): string =>
  ms < AT_ONCE_MS ? texts.atOnce : texts.since(formatDistance(ms));

/** `Additional review required` for `additionalReviewRequired`. */
const formatState = (state: string): string => formatCriterion(state);

const stateTones: Readonly<Record<string, Tone>> = {
  cancelled: 'red',
  refunded: 'amber',
  additionalReviewRequired: 'amber',
  created: 'blue',
  funded: 'blue',
};

const toneOfState = (state: string): Tone =>
  (Object.hasOwn(stateTones, state) ? stateTones[state] : undefined) ?? toneOfStatus(state);
