/** Whether the chosen customer can get an account today. Said, and no more: the service decides (decisions 22). */
import { useQuery } from '@tanstack/react-query';
import { groupedCount } from '../../../bridge/words.ts';
import { idForms } from '../../../contract/patterns.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { NewerEventMessage } from '../../components/newer-event-sentence.tsx';
import { Notice, NoticePoints } from '../../components/notice.tsx';
import { onboardingReasons } from '../../format/onboarding-words.ts';
import { onboardingTexts } from '../onboarding/texts.ts';
import { virtualAccountTexts } from './texts.ts';
import { neededCriteria } from './virtual-account-values.ts';

const texts = virtualAccountTexts.verification;

/** Nothing for a customer that is ready, or of whom nothing is known here. */
export function VerificationNeeds({ customerId }: { customerId: string }) {
  const { queries } = useBridge();
  const id = customerId.trim();
  const standing = useQuery({
    ...queries.onboarding.standing.queryOptions({ input: { customerId: id } }),
    enabled: idForms.customer.test(id),
  });
  const view = standing.data;
  if (view === undefined || view.answer === 'yes') return null;
  const needed = neededCriteria(view.profiles).length;
  const title =
    needed > 0
      ? texts.incomplete(groupedCount(needed))
      : `${onboardingTexts.question} ${onboardingTexts.answers[view.answer]}`;
  return (
    <Notice tone={view.answer === 'no' ? 'amber' : 'grey'} role="status" title={title}>
      <p>
        {onboardingTexts.groups[view.group]}. {texts.decides}
      </p>
      {view.newerEvent !== null && (
        <p>
          <NewerEventMessage newerEvent={view.newerEvent} />
        </p>
      )}
      <NoticePoints points={onboardingReasons(view)} />
    </Notice>
  );
}
