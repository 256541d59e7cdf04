export const payoutPaths = {
  root: '/payouts',
  /** Ids of payouts come from outside and may hold anything. */
  one: (id: string) => `/payouts/${encodeURIComponent(id)}`,
  /** All payouts in one state. */
  inState: (state: string) => `/payouts?state=${encodeURIComponent(state)}`,
  /** All that are not ended and in their state for longer than so many hours. */
  stuck: (hours: number) => `/payouts?stuck=${hours}`,
  /** All payouts of one customer. */
  customer: (id: string) => `/payouts?customer=${encodeURIComponent(id)}`,
  /** All payouts of one virtual account. */
  virtualAccount: (id: string) => `/payouts?account=${encodeURIComponent(id)}`,
} as const;
