/** A moment as it stands in the name of a file. */

/** `20261120-140511` for an ISO 8601 time in UTC. */
export const stampOf = (instant: string): string =>
  instant.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
