/** How a bank account changed: observation against what was known before it, field by field. */
import type { BankAccountChange } from '../../../bridge/bank-accounts.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { fieldChanges, readableChanges } from '../../core/records/field-changes.ts';
import { fold } from '../../core/records/fold.ts';
import type { Observation } from '../../core/records/types.ts';

/** Newest first, as the observations are. An absent field says nothing and is no change. */
export function historyOf(observations: readonly Observation[]): BankAccountChange[] {
  const history: BankAccountChange[] = [];
  let known = fold([]);
  let lastBody = '';
  for (const observation of observations.toReversed()) {
    if (observation.source === 'entered') continue;
    const body = canonicalJson(observation.body);
    const before = known;
    // Most reads repeat the one before, word for word.
    if (body !== lastBody) known = fold([observation], before);
    lastBody = body;
    const fields = before === known ? [] : readableChanges(fieldChanges(before.body, known.body));
    const last = history.at(-1);
    if (last !== undefined && fields.length === 0) {
      const again = { confirmed: last.confirmed + 1, lastConfirmedAt: observation.observedAt };
      history.splice(-1, 1, { ...last, ...again });
      continue;
    }
    history.push({
      observationId: observation.observationId,
      source: observation.source,
      observedAt: observation.observedAt,
      happenedAt: observation.happenedAt,
      eventId: observation.eventId,
      isFirst: last === undefined,
      fields: last === undefined ? [] : fields,
      confirmed: 0,
      lastConfirmedAt: null,
    });
  }
  return history.toReversed();
}
