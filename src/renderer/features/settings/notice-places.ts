/** Where a notice leads in the page. It comes as a kind and an ID, so it is never an address from outside. */

import { usualLimits } from '../../../bridge/need-kinds.ts';
import type { NoticePlace } from '../../../bridge/notices.ts';
import { placeOf } from '../overview/places.ts';
import { payoutPaths } from '../payouts/paths.ts';

/** IDs that stand in an address as they are; others lead to all of their kind. */
const plainId = /^[\w.:+-]+$/;

export function addressOfNotice({ kind, one }: NoticePlace): string {
  if (kind === 'payoutsFailed')
    return one === null ? payoutPaths.inState('failed') : payoutPaths.one(one.id);
  const items = one === null || !plainId.test(one.id) ? [] : [{ ...one, name: null, what: [] }];
  return placeOf({ kind, count: items.length, items }, usualLimits);
}
