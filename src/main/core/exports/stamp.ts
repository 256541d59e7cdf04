/** What stands in the names of files. */

/** `20261120-140511Z` for an ISO 8601 time in UTC. The Z stays: screens show the time of their zone. */
export const stampOf = (instant: string): string =>
  `${instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}Z`;

/**
 * `customers-20261120-140511Z`; `customers-as-of-…` where a file is of a moment of the past.
 * @param knownAt that moment, ISO 8601 in UTC; null is now
 */
export const stampedName = (what: string, knownAt: string | null, now: string): string =>
  knownAt === null ? `${what}-${stampOf(now)}` : `${what}-as-of-${stampOf(knownAt)}`;

/** Heading of the column that says so in each row, because a file may get another name. */
export const asOfHeading = 'data as of';

/** Begins the name of every file of a sandbox. */
export const sandboxPrefix = 'SANDBOX-';
