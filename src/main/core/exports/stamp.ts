/** What stands in the names of files. */

/** `20261120-140511Z` for an ISO 8601 time in UTC. The Z stays: screens show the time of their zone. */
export const stampOf = (instant: string): string =>
  `${instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}Z`;

/** Begins the name of every file of a sandbox. */
export const sandboxPrefix = 'SANDBOX-';
