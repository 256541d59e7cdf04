/** What stands in the names of files. */

/** `20261120-140511` for an ISO 8601 time in UTC. */
export const stampOf = (instant: string): string =>
  instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

/** Begins the name of every file of a sandbox. */
export const sandboxPrefix = 'SANDBOX-';
