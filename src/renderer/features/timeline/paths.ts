export const timelinePaths = {
  root: '/timeline',
  /** Ids of events come from outside and may hold anything. */
  event: (id: string) => `/timeline/${encodeURIComponent(id)}`,
  /** All events of one resource, such as a payout. */
  resource: (id: string) => `/timeline?resource=${encodeURIComponent(id)}`,
  /** All events of one customer. */
  customer: (id: string) => `/timeline?customer=${encodeURIComponent(id)}`,
  /** All events of one name. */
  named: (name: string) => `/timeline?name=${encodeURIComponent(name)}`,
  /** What occurred from a moment on. */
  since: (at: string) => `/timeline?from=${encodeURIComponent(at)}`,
} as const;

/** Part of the query that opens the look-up, and is gone once it is open. */
export const lookUpQuery = 'look-up';
/** The list with the look-up of an event open. */
export const lookUpHref = `${timelinePaths.root}?${lookUpQuery}=yes`;
/** The list with the events of one thing. A virtual account emits none: those that mention it are found by its ID. */
export const eventsOf = {
  customer: timelinePaths.customer,
  virtualAccount: (id: string) => `${timelinePaths.root}?q=${encodeURIComponent(id)}`,
  bankAccount: (id: string) => `${timelinePaths.root}?resource=${encodeURIComponent(id)}`,
  webhook: (id: string) => `${timelinePaths.root}?webhook=${encodeURIComponent(id)}`,
} as const;
