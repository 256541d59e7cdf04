export const timelinePaths = {
  root: '/timeline',
  /** Ids of events come from outside and may hold anything. */
  event: (id: string) => `/timeline/${encodeURIComponent(id)}`,
  /** All events of one customer. */
  customer: (id: string) => `/timeline?customer=${encodeURIComponent(id)}`,
} as const;
