/** Why a record shows what it shows, in plain words. */
import type { Standing } from '../changes/standing.ts';

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
  const all = left === 0 ? named : [...named, left === 1 ? '1 more field' : `${left} more fields`];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * @param newer what says otherwise, as it is called inside a sentence
 * @param before a sentence that goes ahead, such as that there is no record of this kind
 */
export function whyStanding(
  { standing, overruled }: Standing,
  newer: readonly string[],
  before = '',
): string {
  if (standing === 'shown') return `${before}Nothing newer says otherwise.`;
  const [who = 'something newer'] = newer;
  const others = newer.length > 1 ? ' and others' : '';
  const verb = newer.length > 1 ? 'say' : 'says';
  const what = `${sentenceCase(who)}${others} ${verb} otherwise in ${fieldNames(overruled)}.`;
  const rest = standing === 'partly' ? ' The rest is as this event said.' : '';
  return `${before}${what}${rest}`;
}

export const whyNotMerged = {
  mock: 'The service marks it as a sample, and this is production: it is kept, and no record takes anything from it.',
  notYet: 'The record has not taken it in yet. That takes a moment after it arrived.',
  unreadable:
    'The resource has no id of the kind that its event is about, so no record can take it in.',
} as const;

export const otherContent =
  ' Other content came under the same id; that is kept, and the record takes nothing from it.';

/** Where a resource has more events than are gone through. */
export const notAllLookedAt = (newest: number, before: number): string =>
  ` It has more events than were gone through here: the newest ${newest} and the ${before} before this one. An event between them may say otherwise.`;

/** Kinds of which the interface shows no fields have no record here. */
export const noRecordOf = (kind: string): string =>
  `Causeway keeps no record of a ${kind}: what it is stands in its events. `;
