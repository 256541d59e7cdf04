/** What arrived at a slot, as the bridge shows it. */
import type { SlotFacts } from '../../../../bridge/webhooks.ts';
import type { SlotCounts } from '../inbox/types.ts';

export function slotFacts(counts: SlotCounts): SlotFacts {
  const { verdicts, lastReceivedAt } = counts;
  return {
    path: counts.slotPath,
    verdicts: {
      genuine: verdicts.genuine,
      genuineReserialised: verdicts['genuine-reserialised'],
      duplicateKeys: verdicts['duplicate-keys'],
      otherWebhook: verdicts['other-webhook'],
      wrong: verdicts.wrong,
      missing: verdicts.missing,
      notYetJudged: verdicts['not-yet-judged'],
    },
    repeats: counts.repeats,
    held: counts.held,
    quarantined: counts.quarantined,
    droppedFromQuarantine: counts.droppedFromQuarantine,
    refusedHoldFull: counts.refusedHoldFull,
    lastDeliveryAt: lastReceivedAt === null ? null : new Date(lastReceivedAt).toISOString(),
    averageAnswerMs: counts.averageAnswerMs,
    answers: counts.answers,
  };
}
