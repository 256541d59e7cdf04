/** Which screens can show what was known at a moment. */
import { isWithin, paths } from '../paths.ts';

const withPast = [
  paths.customers,
  paths.virtualAccounts,
  paths.bankAccounts,
  paths.webhooks,
  paths.timeline,
];

/** Within them, parts that are about now alone. */
const withoutPast = [
  paths.newWebhook,
  paths.existingWebhook,
  paths.deliveries,
  paths.tunnels,
  paths.forwarding,
];

/** @param location in the page's fragment. */
export const hasPast = (location: string): boolean =>
  isWithinAny(location, withPast) && !isWithinAny(location, withoutPast);

const isWithinAny = (location: string, places: readonly string[]): boolean =>
  places.some((place) => isWithin(location, place));
