/** "Can this customer get an account today?": the answer, whom it waits on, since when, and why. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { NewerEventMessage } from '../../components/newer-event-sentence.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { onboardingReasons } from '../../format/onboarding-words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from '../customers/customers.module.css';
import { MessagesButton } from './messages-dialog.tsx';
import { onboardingTexts as texts } from './texts.ts';

const answerTones: Readonly<Record<'yes' | 'no' | 'unknown', Tone>> = {
  yes: 'green',
  no: 'amber',
  unknown: 'grey',
};

export function AccountTodaySection({ customerId }: { customerId: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const standing = useQuery(
    queries.onboarding.standing.queryOptions({ input: { customerId, knownAt } }),
  );
  const view = standing.data;
  return (
    <Section
      title={texts.question}
      lead={texts.decides}
      action={
        view?.profiles.some(({ required, problems }) => required.length + problems > 0) && (
          <MessagesButton label={texts.message.open} of={{ customerId }} />
        )
      }
    >
      <Failed error={standing.error} />
      {view !== undefined && (
        <>
          <p>
            <StatusMark tone={answerTones[view.answer]}>{texts.answers[view.answer]}</StatusMark>
          </p>
          <Facts>
            <Fact name={texts.groups[view.group]}>
              <span title={view.isSinceTold ? undefined : texts.sinceLearnedHint}>
                {view.isSinceTold ? texts.since : texts.sinceLearned} <LongMoment at={view.since} />
              </span>
            </Fact>
          </Facts>
          <ul className={classes['reasons']}>
            {view.newerEvent !== null && (
              <li>
                <NewerEventMessage newerEvent={view.newerEvent} />
              </li>
            )}
            {onboardingReasons(view).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
