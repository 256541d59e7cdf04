/** What the text says of a record that is not known yet: those fields first that a person knows it by. */
import type { ImportRow } from '../../../bridge/imports.ts';
import { cleanJson } from '../../core/foundation/clean-json.ts';
import type { Candidate } from './candidate.ts';
import { leaves } from './compare.ts';

/** Fields that a row shows. */
const MOST_SHOWN = 8;

const first: readonly RegExp[] = [
  /^type$/,
  /(?:^|\.)(?:business|company|legal)?name$/i,
  /\.(?:first|last)name$/i,
  /^(?:email|phone|url)$/,
  /(?:^|\.)status$/,
  /^(?:active|customerId|customer\.id|source(?:\.currency)?)$/,
  /^destination\./,
];

const rankOf = (field: string): number => {
  const rank = first.findIndex((pattern) => pattern.test(field));
  return rank < 0 ? first.length : rank;
};

/** Without secrets. `more`: how many fields are not among them. */
export function newRecordFields({ body }: Candidate): Pick<ImportRow, 'changes' | 'more'> {
  const fields = [...leaves(cleanJson(body))]
    .filter(([field]) => field !== 'id')
    .map(([field, is]) => ({ field, was: null, is }));
  const sorted = fields.toSorted((one, other) => rankOf(one.field) - rankOf(other.field));
  return {
    changes: sorted.slice(0, MOST_SHOWN),
    more: Math.max(0, sorted.length - MOST_SHOWN),
  };
}
