/** Which screens can show what was known at a moment. */

import { bankAccountPaths } from '../../features/bank-accounts/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { timelinePaths } from '../../features/timeline/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { isWithin } from '../fragment.ts';

const withPast = [
  customerPaths.root,
  virtualAccountPaths.root,
  bankAccountPaths.root,
  webhookPaths.root,
  timelinePaths.root,
];

/** Within them, parts that are about now alone. */
const withoutPast = [
  webhookPaths.new,
  webhookPaths.existing,
  webhookPaths.deliveries,
  webhookPaths.tunnels,
  webhookPaths.forwarding,
];

/** @param location in the page's fragment. */
export const hasPast = (location: string): boolean =>
  isWithinAny(location, withPast) && !isWithinAny(location, withoutPast);

const isWithinAny = (location: string, places: readonly string[]): boolean =>
  places.some((place) => isWithin(location, place));
