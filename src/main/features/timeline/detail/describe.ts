/** Why a record shows what it shows, in plain words. */
import { counted, listed } from '../../../../bridge/words.ts';
import type { ChangeState } from '../changes/change-state.ts';

/** At most so many fields are named. */
const MOST_FIELDS = 3;

/** `/address/postalCode` as `address.postalCode`. */
const fieldName = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

function fieldNames(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_FIELDS).map(fieldName);
  const left = paths.length - named.length;
  return listed(left === 0 ? named : [...named, counted(left, 'more field', 'more fields')]);
}

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * @param newer what differs, as a sentence names it
 * @param before a sentence that goes ahead, such as that there is no record of this kind
 */
export function whyWaiting(
  { standing, overruled }: ChangeState,
  newer: readonly string[],
  before = '',
): string {
  if (standing === 'shown') return `${before}Nothing newer differs.`;
  const [who = 'newer data'] = newer;
  const fields = fieldNames(overruled);
  const what =
    newer.length > 1
      ? `${sentenceCase(who)} and other data differ in ${fields}.`
      : `${sentenceCase(who)} differs in ${fields}.`;
  const rest = standing === 'partly' ? ' The other fields are as in this event.' : '';
  return `${before}${what}${rest}`;
}

export const whyNotMerged = {
  mock: 'The event has “mock” set to true, and this profile is in production. Causeway stores the event, but no record uses its data.',
  notYet: 'The record does not include this event yet. That takes a moment after an event arrives.',
  unreadable: 'The ID of the resource does not fit its type, so no record can use the data.',
} as const;

export const otherContent =
  ' Causeway received other data under the same event ID. It is stored, but the record does not use it.';

/** Where a resource has more events than are gone through. */
export const notAllLookedAt = (newest: number, before: number): string =>
  ` Only the newest ${newest} events of this resource and the ${before} before this one were compared. An event between them may differ.`;

/** Kinds of which the API specification shows no fields have no record. */
export const noRecordOf = (kind: string): string =>
  `Causeway stores no ${kind} records, only events. `;
