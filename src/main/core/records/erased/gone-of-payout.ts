/** What is not there of a payout: not found, or gone with its customer's personal data. */
import type { PayoutRow } from '../../../../bridge/payouts.ts';
import { type PayoutNotion, personalNotions } from '../../../../contract/payout-fields.ts';
import type { ErasedSubjects } from './erased-subjects.ts';

/** Fields of `notFound` that may have gone with the customer's personal data. */
export function goneOfPayout(
  { customerId, firstLearnedAt, notFound }: PayoutRow,
  erased: Pick<ErasedSubjects, 'isKnown'>,
): PayoutNotion[] {
  if (customerId === null) return [];
  const subject = { id: customerId, observedAt: firstLearnedAt, body: {} };
  if (!erased.isKnown(subject)) return [];
  return notFound.filter((one) => personalNotions.includes(one));
}
