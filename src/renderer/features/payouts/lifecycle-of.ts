/** The lifecycle of a payout in the form that the timeline shows one in. */
import type { PayoutDetail } from '../../../bridge/payouts.ts';
import type { LifecycleView } from '../../../bridge/timeline.ts';

export const lifecycleOf = ({ lifecycle }: Pick<PayoutDetail, 'lifecycle'>): LifecycleView => ({
  subject: 'payout',
  steps: lifecycle.steps.map((step, index) => ({
    state: step.state,
    eventId: step.eventId,
    key: index,
    happenedAt: step.happenedAt,
    heardAt: step.heardAt,
    sinceMs: lifecycle.steps[index - 1]?.lastedMs ?? null,
    isUsual: step.isUsual,
    unheard: step.missing,
  })),
  next: lifecycle.next,
});
