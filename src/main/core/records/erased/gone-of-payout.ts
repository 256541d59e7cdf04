/** What is not there of a payout: not found, or gone with its customer's personal data. */
import type { PayoutRow } from '../../../../bridge/payouts.ts';
import { type PayoutNotion, personalNotions } from '../../../../contract/payout-fields.ts';
import type { ErasedSubjects } from './erased-subjects.ts';

/** Of `notFound`, what may have gone. */
export function goneOfPayout(
  { customerId, firstLearnedAt, notFound }: PayoutRow,
  erased: Pick<ErasedSubjects, 'isKnown'>,
): PayoutNotion[] {
  const of = customerId === null ? null : { id: customerId, observedAt: firstLearnedAt };
  if (of === null || !erased.isKnown({ ...of, body: {} })) return [];
  return notFound.filter((one) => personalNotions.includes(one));
}
